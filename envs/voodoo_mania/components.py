"""Voodoo Mania: read and check components.toml."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..checks import number_in, read_toml, refuse_unknown
from ..errors import BadFile
from .box import CARDS, FACES, KINDS, ORDERS, SEATS

BOX = Path(__file__).with_name("components.toml")
TABLES = [str(seats) for seats in range(2, SEATS + 1)]  # the keys of [deal]
NUMBERS = {face: number for number, face in enumerate(FACES)}  # of faces, by their colours
LACKING = "."
SIDE_WORDS = ("front", "back")
MOST_FACES = 120  # that show the same combination
LONGEST_WORD = 10  # so that a hand fits a line


@dataclass(frozen=True)
class Components:
    """The contents of the box."""

    ingredients: tuple[str, ...]
    colours: tuple[str, ...]
    deal: dict[int, int]  # seats: cards for each
    cards: tuple[tuple[int, int], ...]  # numbers of the faces, front and back

    def combination(self, number: int) -> str:
        """Return a combination in words, such as `purple potion`."""
        ingredient, colour = divmod(number, KINDS)
        return f"{self.colours[colour]} {self.ingredients[ingredient]}"

    def letters(self, face: int) -> str:
        """Return a face as the file tells it, such as `.rygb`."""
        initials = [colour[0] for colour in self.colours] + [LACKING]
        return "".join(initials[colour] for colour in FACES[face])


def face_of(word: str, colours: tuple[str, ...]) -> int | None:
    """Return the number of a face told as `.rygb`, or None if there is no such face."""
    number_of = {colour[0]: number for number, colour in enumerate(colours)} | {LACKING: KINDS}
    return NUMBERS.get(tuple(number_of.get(letter, -1) for letter in word))


def read_components(wanted: str | None) -> Components:
    """Return what is in the box, or in the file at the path `wanted`.

    Raises
    ------
    BadFile
        If the file cannot be read or does not describe a game; the message names file and key.
    """
    known = {"faces": ("ingredients", "colours"), "deal": TABLES, "deck": ("cards",)}
    box = read_toml(BOX, "components file", tuple(known))
    path = BOX if wanted is None else Path(wanted)
    decks = " (decks of the box are structured and random)"
    own = box if wanted is None else read_toml(path, "components file", tuple(known), decks)
    data = box | own
    for block, keys in known.items():
        refuse_unknown(path, data[block], f"{block}.", keys)
    ingredients, colours = (_words(path, data["faces"], key) for key in known["faces"])
    if len({colour[0] for colour in colours}) < KINDS:
        raise BadFile(f"{path}: key 'faces.colours' must be words with different first letters.")
    deal = {int(seats): number_in(path, data, f"deal.{seats}", 1, CARDS) for seats in TABLES}
    told_in = colours if "deck" in own else tuple(box["faces"]["colours"])
    cards = _cards(path, data["deck"].get("cards"), told_in)
    for seats, dealt in deal.items():
        if seats * dealt + 1 > len(cards):
            raise BadFile(
                f"{path}: key 'deal.{seats}': {seats} x {dealt} cards, and one for the Voodoo "
                f"pile, are more than the {len(cards)} of 'deck.cards'."
            )
    return Components(ingredients, colours, deal, cards)


def _words(path: Path, block: dict[str, Any], key: str) -> tuple[str, ...]:
    words = block.get(key)
    if not isinstance(words, list) or len(words) != KINDS or not all(map(_is_word, words)):
        raise BadFile(
            f"{path}: key 'faces.{key}' must be {KINDS} words of 1 to {LONGEST_WORD} small letters."
        )
    if len(set(words)) < KINDS:
        raise BadFile(f"{path}: key 'faces.{key}' has a word twice.")
    return tuple(words)


def _is_word(word: Any) -> bool:
    if not isinstance(word, str):
        return False
    return 0 < len(word) <= LONGEST_WORD and word.isascii() and word.isalpha() and word.islower()


def _cards(path: Path, cards: Any, colours: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    if not isinstance(cards, list) or not 1 <= len(cards) <= CARDS:
        raise BadFile(f"{path}: key 'deck.cards' must be a list of 1 to {CARDS} cards.")
    found = []
    for card in cards:
        faces = [face_of(word, colours) for word in str(card).split("/")]
        if len(faces) != 2 or None in faces:
            letters = "".join(colour[0] for colour in colours)
            raise BadFile(
                f"{path}: key 'deck.cards': {card!r} must be two faces, as '.ygbp/y.bpr': for each "
                f"ingredient another of the letters {letters}, and one dot."
            )
        found.append(tuple(faces))
    for side in range(2):
        if len({card[side] for card in found}) < len(found):
            raise BadFile(f"{path}: key 'deck.cards' has the same {SIDE_WORDS[side]} twice.")
    _check_shown(path, found, colours)
    _check_fits(path, found)
    return tuple(found)


def _check_shown(path: Path, cards: list[tuple[int, int]], colours: tuple[str, ...]) -> None:
    """Check that no combination is on so many faces that they cannot be counted in an int8."""
    for place in range(KINDS):
        shown = [FACES[face][place] for card in cards for face in card]
        for number, colour in enumerate(colours):
            if shown.count(number) > MOST_FACES:
                raise BadFile(
                    f"{path}: key 'deck.cards': {colour} is at the same ingredient on "
                    f"{shown.count(number)} faces; at most {MOST_FACES} are allowed."
                )


def _check_fits(path: Path, cards: list[tuple[int, int]]) -> None:
    """Check that some card can be laid on another: else no game would ever begin (VM-9)."""
    fitting = [{number for face in card for number in _fits(face)} for card in cards]
    for top, faces in enumerate(cards):
        for face in faces:
            others = fitting[:top] + fitting[top + 1 :]
            if any(face // len(ORDERS) in numbers for numbers in others):
                return
    raise BadFile(f"{path}: key 'deck.cards': no card can be laid on any other.")


def _fits(face: int) -> set[int]:
    """Return the combinations that a face shows or lacks."""
    shown = {KINDS * i + colour for i, colour in enumerate(FACES[face]) if colour != KINDS}
    return shown | {face // len(ORDERS)}
