"""The text board: what it tells, what it hides from a seat, and that it fits 80 columns."""

import json
import re

import pytest

import jivezoo

GAMES = [
    {"rounds": 1, "max_ticks": 90},
    {"num_players": 3, "max_ticks": 20, "deck": "random", "search": True},
    {"num_players": 4, "max_ticks": 30, "search": True, "reaction": (1, 2, 3, 4)},
    {"num_players": 6, "max_ticks": 15, "rounds": 2},
]
CARD = re.compile(r"^  ([> ]) (\d)([FB])  (.*)$")


def new(**options):
    return jivezoo.game("voodoo_mania", **options)


def some_of(walk, every):
    """Yield some positions of a game, and its last one."""
    for moves, position in enumerate(walk):
        if moves % every == 0 or position.is_over:
            yield position


def words_of(game, letters):
    """Return a face as the board tells it, from letters such as `.ygbp`."""
    box = game.components
    colours = {colour[0]: colour for colour in box.colours}
    pairs = zip(letters, box.ingredients, strict=True)
    return ", ".join(f"{colours[letter]} {thing}" for letter, thing in pairs if letter != ".")


def faces_of(game, position, card):
    """Return both faces of a card as the board tells them."""
    letters = map(game.components.letters, position.states["face"][0, :, card])
    return [words_of(game, each) for each in letters]


def hands_on(text):
    """Return {seat: [(shows, place, side, told)]} of a board."""
    hands, seat = {}, None
    for line in text.splitlines():
        if line.startswith("player_"):
            seat = int(line[7])
        elif found := CARD.match(line):
            hands.setdefault(seat, []).append(found.groups())
    return hands


def check_hand(game, position, state, told, seat, sees_all):
    """Compare the lines of a hand with the position."""
    seen, expected = {*state["seen"][seat], *state["seen_by_all"]}, []
    for at, card in enumerate(state["hands"][seat]):
        for side, words in enumerate(faces_of(game, position, card)):
            known = sees_all or f"{card}{'FB'[side]}" in seen
            shows = game.options.search and state["side"][seat][at] == "FB"[side]
            expected.append(
                (">" if shows else " ", str(at + 1), "FB"[side], words if known else "not seen yet")
            )
    assert [(*line[:3], re.sub("  (FITS|VOODOO)$", "", line[3])) for line in told] == expected
    if position.is_over:
        return
    for shows, place, side, words in told:  # what is marked can be played
        can = re.search("  (FITS|VOODOO)$", words) and (shows == ">" or not game.options.search)
        if seat == position.seat:
            assert (f"play {place}{side}" in position.legal_words()) == bool(can)


@pytest.mark.parametrize("options", GAMES)
def test_the_board_tells_piles_and_hands_to_those_who_see_them(options, walks):
    game = new(**options)
    for position in some_of(walks.game(game, seed=7), 3):
        state = json.loads(position.to_json())["state"]
        for seat in (None, *range(game.seats)):
            text = position.text(seat)
            assert max(map(len, text.splitlines())) <= 80
            told = hands_on(text)
            shown = range(game.seats) if seat is None else [seat]
            assert set(told) == {each for each in shown if state["hands"][each]}
            for each in told:
                check_hand(game, position, state, told[each], each, seat is None)
            check_open(game, position, state, text)
        assert str(position) == position.text(None)


def check_open(game, position, state, text):
    """Compare what is told to all."""
    count, top = len(state["voodoo_pile"]), state["voodoo_pile"][0]
    target = game.components.combination(int(position.states["target"][0]))
    cards = f"{count} card" + "s" * (count > 1)
    face = faces_of(game, position, top)["FB".index(state["top_side"])]
    assert f"\nVoodoo pile, {cards}, lacks: {target}\n          {face}\n" in text
    last = [f"player_{s} {' ('.join(done)})" for s, done in enumerate(state["last"]) if done]
    flat = re.sub(r"\n {10}", " ", text)
    assert f"\nlast tick: {', '.join(last) or 'nothing'}\n" in flat
    for seat, hand in enumerate(state["hands"]):
        facts = f"hand {len(hand)}, pile {len(state['piles'][seat])}"
        assert f"\nplayer_{seat}  {facts}, points {state['points'][seat]}\n" in f"{text}\n"
    if not position.is_over:
        now = f"round {state['round']} of {game.options.rounds}, tick {state['ticks'] + 1}"
        assert text.startswith(f"Voodoo Mania: {now}: player_{position.seat}\n")


@pytest.mark.parametrize("options", GAMES)
def test_a_rivals_cards_are_not_told(options, walks):
    game = new(**options)
    for position in some_of(walks.game(game, seed=8), 5):
        told = position.states["face"][0, :, position.states["top"][0]].tolist()
        for seat in range(game.seats):
            hands = {each: position.states["hand"][0, each] for each in range(game.seats)}
            own = {*told, *position.states["face"][0][:, hands.pop(seat)].ravel().tolist()}
            text = position.text(seat)
            for hand in hands.values():
                for face in {*position.states["face"][0][:, hand].ravel().tolist()} - own:
                    assert words_of(game, game.components.letters(face)) not in text


# --------------------------------------------------------------------------------------- 80 columns

LONGEST = {
    "ingredients": ["d" * 10, "m" * 10, "p" * 10, "a" * 10, "h" * 10],
    "colours": ["r" * 10, "y" * 10, "g" * 10, "b" * 10, "p" * 9 + "q"],
}


@pytest.mark.parametrize("search", [False, True])
def test_the_longest_words_fit_80_columns(tmp_path, search, walks):
    path = tmp_path / "long.toml"
    path.write_text("[faces]\n" + "".join(f"{key} = {told}\n" for key, told in LONGEST.items()))
    game = new(deck=path, num_players=6, search=search, max_ticks=12_700, rounds=100)
    for _, walked in zip(range(40), walks.game(game, seed=2), strict=False):
        position = walked.copy()
        position.states["ticks"], position.states["points"] = 12_698, 7_471
        for seat in (None, 0, 5):
            text = position.text(seat)
            assert max(map(len, text.splitlines())) <= 80
        flat = re.sub(r"\n {10}", " ", str(position))
        for card in position.states["hand"][0].ravel():
            assert all(face in flat for face in faces_of(game, position, card))


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        ([0], "player_0 wins"),
        ([2, 5], "player_2, player_5 win"),
        ([0, 1, 2, 3, 5], "player_0, player_1, player_2, player_3, player_5 win"),
        ([0, 1, 2, 3, 4, 5], "all win"),
    ],
)
def test_the_board_names_the_winners_within_80_columns(winners, words):
    position = new(num_players=6, max_ticks=1, rounds=1).new(seed=1).play(*["wait"] * 6)
    position.states["won"] = [seat in winners for seat in range(6)]
    first, *others = str(position).splitlines()
    text = first + "".join(" " + line.strip() for line in others[:1] if not line.startswith("Voo"))
    assert text == f"Voodoo Mania: over: {words} (tick cap)"
    assert max(map(len, str(position).splitlines())) <= 80
