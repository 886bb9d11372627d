"""Swinging Jivecat Voodoo Lounge: what is half-way in a turn, read from words and checked."""

from collections.abc import Sequence
from typing import Any

from ..checks import index_of, seat_number, take, whole
from ..errors import BadPosition
from ..game import Game
from .board import jumpers
from .box import (
    ADD,
    AZTEC,
    BAYOU,
    BORROW,
    CHEVAL_CARD,
    CROWD,
    DAWG,
    DAWG_CHIP,
    EVEN,
    FIVE,
    FRIENDS,
    FROM,
    JIVECAT,
    KAHUNA,
    LAVA,
    MELLOW,
    MOBILE,
    NO_CARD,
    NO_CONTACT,
    NO_TREND,
    NOBODY,
    ODD,
    ONTO,
    ORDER,
    PELE,
    PHASES,
    PINK_USE,
    PLACE,
    PRETTY,
    PRIEST,
    REMOVED_AT_ONCE,
    SHEEP,
    SPELL_CARD,
    SPELL_CHIP,
    STAFF_FIVE,
    TRENDS,
    WALLFLOWER,
    ZOMBIE_LIMIT,
)
from .chips import SPELL_CHIPS, outside, spell_contacts
from .notation import CARD_WORDS, ZOMBIE_WORDS, contact_names
from .sums import MOST_TOTAL
from .tables import members, set_of

# What can be half-way in each phase: the powers, and whether a contact is aimed at.
ANY_PLACING = (NO_TREND, SHEEP, ODD, EVEN, MOBILE)
POWERS = {
    SPELL_CARD: (NO_TREND, MOBILE),
    FIVE: ANY_PLACING,
    SPELL_CHIP: (NO_TREND, MOBILE),
    CHEVAL_CARD: (BAYOU,),
    FROM: (NO_TREND, BAYOU, PELE, PRIEST),
    ONTO: (NO_TREND, BAYOU, PELE, PRIEST),
    PLACE: (SHEEP, ODD, EVEN, MOBILE),
    DAWG_CHIP: (DAWG,),
    BORROW: (MELLOW,),
    ORDER: (AZTEC, KAHUNA),
    PINK_USE: (PRETTY,),
}
AIMED = (ADD, SPELL_CARD, FIVE, SPELL_CHIP, ONTO)
MOST_REMOVALS = {FIVE: REMOVED_AT_ONCE, STAFF_FIVE: REMOVED_AT_ONCE, SPELL_CHIP: SPELL_CHIPS}


def kinds_of(words: Any, known: Sequence[str], what: str) -> list[int]:
    """Return the numbers of cards told in words, or raise BadPosition."""
    if not isinstance(words, list):
        raise BadPosition(f"{what} must be a list of cards.")
    return [index_of(known, word, f"a card of {what}") for word in words]


def read_turn(game: Game, turn: dict[str, Any], state: Any) -> None:
    """Read what has been used and opened in this turn."""
    used = kinds_of(take(turn, "used", list), TRENDS[:WALLFLOWER], "the Trends used")
    state["used"] = set_of(used)
    for key, field in (
        ("portal", "portal_open"),
        ("friends", "friends_open"),
        ("crowd", "crowd"),
        ("ended", "ended"),
    ):
        state[field] = take(turn, key, bool)
    loans = take(turn, "borrowed", list)
    if len(loans) > 1:
        raise BadPosition("no more than one Zombie can be borrowed in a turn.")
    state["borrowed_from"] = NOBODY
    for loan in loans:
        if not isinstance(loan, list) or len(loan) != 2:
            raise BadPosition(f"a borrowed Zombie must be told as ['Z4', 1], not {loan!r}.")
        state["borrowed"] = 1 + index_of(ZOMBIE_WORDS, loan[0], "a borrowed Zombie")
        state["borrowed_from"] = seat_number(loan[1], game.seats, "the owner of a Zombie")
    _check_used(game, state)


def _is_rivals(state: Any, trend: int) -> bool:
    return state["owner"][trend] not in (NOBODY, state["active"])


def _has_used(state: Any, trend: int) -> bool:
    return bool(int(state["used"]) >> trend & 1)


def _check_used(game: Game, state: Any) -> None:
    """JL-20, JL-22: what is used or open in this turn has an owner who made it so."""
    active = int(state["active"])
    for trend in members(state["used"]):
        if state["owner"][trend] != active:
            raise BadPosition(
                f"seat {active} has not claimed the Trend {TRENDS[trend]}, so it cannot use it."
            )
    for field, trend in (("friends_open", FRIENDS), ("crowd", CROWD)):
        by_pink = _has_used(state, PRETTY) and _is_rivals(state, trend)
        if state[field] and not by_pink and not _has_used(state, trend):
            raise BadPosition(f"nobody has used the Trend {TRENDS[trend]} in this turn.")
    lent = [
        (int(state["zombie"][seat, at]), seat)
        for seat in range(game.seats)
        for at in range(ZOMBIE_LIMIT)
        if state["zombie_used"][seat, at] and seat != active
    ]
    may_lend = _has_used(state, MELLOW) or (_has_used(state, PRETTY) and _is_rivals(state, MELLOW))
    if len(lent) > may_lend:
        raise BadPosition("a Zombie of a rival is used only by Mellow Yellow, and one in a turn.")
    loan = (int(state["borrowed"]), int(state["borrowed_from"]))
    if loan[0] and loan not in lent:
        raise BadPosition("a borrowed Zombie is one of a rival that is marked as used.")
    if state["crowd"] and not state["ended"]:
        raise BadPosition("The In Crowd comes when the turn has ended.")
    if state["ended"] and (loan[0] or state["portal_open"] or state["friends_open"]):
        raise BadPosition("portal, Friends and borrowed Zombies lapse when the turn ends.")


def read_chain(game: Game, chain: dict[str, Any], state: Any) -> None:
    """Read what is half-way."""
    names, optional = contact_names(game), (str, type(None))
    aim, power = take(chain, "aim", optional), take(chain, "power", optional)
    lender, flipped = take(chain, "lender", (int, type(None))), take(chain, "flipped", optional)
    state["aim"] = NO_CONTACT if aim is None else index_of(names, aim, "the contact aimed at")
    state["power"] = NO_TREND if power is None else index_of(TRENDS, power, "power")
    state["lender"] = NOBODY if lender is None else seat_number(lender, game.seats, "lender")
    state["flipped"] = NO_CARD if flipped is None else index_of(CARD_WORDS, flipped, "flipped")
    total = take(chain, "total", int)
    state["total"] = whole(total, -MOST_TOTAL, MOST_TOTAL, "total")
    removals = MOST_REMOVALS.get(int(state["phase"]), 0)
    low = int(removals > 0)
    state["removals"] = whole(take(chain, "removals", int), low, removals, "removals")
    removed = SPELL_CHIPS - int(state["removals"]) if state["phase"] == SPELL_CHIP else 0
    cats = take(chain, "jivecats_removed", int)
    state["cats_removed"] = whole(cats, 0, removed, "jivecats_removed")
    state["spell"] = take(chain, "spell", bool)


def check_chain(game: Game, state: Any) -> None:
    """Check that what is half-way fits what is asked."""
    phase, power, rules = int(state["phase"]), int(state["power"]), game.rules[0]
    active, aim = int(state["active"]), int(state["aim"])
    if power not in POWERS.get(phase, (NO_TREND,)):
        raise BadPosition(f"phase {PHASES[phase]!r} does not go with that power.")
    lender = int(state["owner"][power]) if power not in (NO_TREND, PRETTY) else NOBODY
    is_lent = power in (NO_TREND, PRETTY) or lender != NOBODY
    if lender != state["lender"] or not is_lent:
        raise BadPosition("the lender must be the owner of the Trend whose power is used.")
    if lender != NOBODY and not _has_used(state, power if lender == active else PRETTY):
        raise BadPosition(f"the Trend {TRENDS[power]} is being used, so it has been used.")
    if phase == PINK_USE and (state["owner"][PRETTY] != active or _has_used(state, PRETTY)):
        raise BadPosition(f"seat {active} cannot use Pretty in Pink.")
    if (aim != NO_CONTACT) != (phase in AIMED):
        raise BadPosition(f"phase {PHASES[phase]!r} and the contact aimed at do not fit.")
    if aim != NO_CONTACT:
        _check_aim(game, state)
    if state["total"] and phase != ADD:
        raise BadPosition("there is a total only while cards are added up.")
    if state["spell"] and phase not in (FIVE, SPELL_CHIP):
        raise BadPosition("there is no spell half-way.")
    if state["spell"]:
        left = int(state["removals"]) if phase == SPELL_CHIP else SPELL_CHIPS
        if len(members(outside(rules, state, aim))) < left:
            raise BadPosition("there are not enough chips in other lounges for the spell.")
    if phase == CHEVAL_CARD and not jumpers(rules, state):
        raise BadPosition("no chip can jump, so no card is asked for.")


def _check_aim(game: Game, state: Any) -> None:
    phase, aim, rules = int(state["phase"]), int(state["aim"]), game.rules[0]
    is_cat = rules["number"][aim] == JIVECAT
    is_taken = bool(int(state["taken"]) >> aim & 1)
    is_own = bool(int(state["chips"][state["active"]]) >> aim & 1)
    if phase == ONTO:
        is_in_lava = bool(int(rules["lounge"][LAVA]) >> aim & 1)
        fits = (is_taken and is_in_lava) if state["power"] == PELE else is_own
    elif phase == ADD:
        fits = not is_cat and not is_taken
    elif phase == SPELL_CARD:
        fits = is_cat and not is_taken and spell_contacts(rules, state, 1 << aim) != 0
    elif phase == SPELL_CHIP:
        fits = is_cat and bool(state["spell"])
    else:
        fits = is_cat == bool(state["spell"])
    if not fits:
        raise BadPosition(f"phase {PHASES[phase]!r} and the contact aimed at do not fit.")
