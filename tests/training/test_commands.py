"""The `jivezoo` command as people use it: rules, play, train; and what it says when things fail."""

import errno
import json
import os
import re
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

import jivezoo
from jivezoo.training import play
from jivezoo.training.cli import COMMANDS, main
from jivezoo.training.evaluate import Score
from jivezoo.training.run_folder import RunFolder
from jivezoo.training.selfplay import SelfPlayEnv

BOARD = Path(__file__).parents[1] / "contract" / "gorillas.toml"
GAME = ["itchy_monkey", "-o", f"board={BOARD}", "-o", "max_turns=4"]
TINY = [
    *("--games", "8", "--rollout", "8", "--minibatch", "16", "--network", "8", "--threads", "1"),
    *("--evaluate-every", "64", "--evaluate-games", "2", "--final-games", "2"),
    *("--checkpoint-every", "64", "--keep-every", "1"),
]
FILES = ["checkpoints", "curve.png", "evaluations.jsonl", "model.zip", "progress.csv"]
FILES += ["results.json", "settings.json"]


@pytest.fixture
def jive(capsys):
    """Run a command line; return its exit code, and what it printed where."""

    def run(*words):
        capsys.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as stopped:  # how argparse ends
            code = stopped.code
        return code, *capsys.readouterr()

    return run


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a run of 128 decisions; copy it before changing it."""
    folder = tmp_path_factory.mktemp("runs") / "first"
    assert main(["train", *GAME, "--out", str(folder), "--steps", "128", *TINY]) == 0
    return folder


@pytest.fixture
def run_folder(trained, tmp_path):
    """A copy of the trained run."""
    return Path(shutil.copytree(trained, tmp_path / "run"))


def one_sentence(told):
    """Return the one sentence that a failed command says."""
    lines = told.strip().split("\n")
    assert len(lines) == 1, told
    assert re.fullmatch(r"jivezoo: .*[.?]", lines[0]), told
    return lines[0]


# ------------------------------------------------------------------------------------------ Rules


def test_rules_prints_the_digest(jive):
    digest = Path(str(jivezoo.__file__)).parent / "seeds" / "itchy_monkey.md"
    code, told, _ = jive("rules", "itchy_monkey")
    assert code == 0
    assert told == digest.read_text(encoding="utf-8").rstrip() + "\n"


def test_rules_lists_every_option_with_its_meaning(jive):
    code, told, _ = jive("rules", "itchy_monkey", "--options")
    lines = told.strip().split("\n")
    assert code == 0
    assert [line.split()[0] for line in lines] == list(vars(jivezoo.game("itchy_monkey").options))
    assert all(re.fullmatch(r"\w+ +\S.* \(default: .*\)", line) for line in lines)


@pytest.mark.parametrize(("flag", "table"), [("--actions", "actions"), ("--features", "features")])
def test_rules_prints_the_tables_of_the_options_given(jive, flag, table):
    for words, options in ((GAME, {"board": BOARD}), (["itchy_monkey", "--players", "3"], {})):
        if "--players" in words:
            options = {"num_players": 3}
        code, told, _ = jive("rules", *words, flag)
        assert code == 0
        assert told == f"{getattr(jivezoo.game('itchy_monkey', **options), table)}\n"


@pytest.mark.parametrize("name", jivezoo.GAMES)
def test_rules_prints_the_components_file_or_draws_another(jive, name, tmp_path):
    box = Path(str(jivezoo.__file__)).parent / "envs" / name / "components.toml"
    text = box.read_text(encoding="utf-8")
    assert jive("rules", name, "--components") == (0, text.rstrip() + "\n", "")
    code, told, _ = jive("rules", name, "--components", str(box))
    assert code == 0 and told != text and len(told.split("\n")) > 4
    assert max(map(len, told.split("\n"))) <= 80
    mine = tmp_path / "mine.toml"
    mine.write_text("[dragons]\nnumber = 3")
    code, _, told = jive("rules", name, "--components", str(mine))
    assert code != 0 and "'dragons'" in one_sentence(told)


def test_rules_draws_every_contact_of_a_board_with_its_links(jive, tmp_path):
    box = jivezoo.game("jivecat_lounge").components
    mine = tmp_path / "mine.toml"
    mine.write_text("[portals]\ncontacts = ['C9', 'L2', 'T7 N8']")
    _, told, _ = jive("rules", "jivecat_lounge", "--components", str(mine))
    rows = {line.split()[0]: line for line in told.split("\n") if line.startswith("  ")}
    for contact in box.all_contacts:
        linked = rows[contact.name][31:].split()
        assert linked == box.neighbours[contact.name]
        assert ("portal" in rows[contact.name]) == (contact.name in ("C9", "L2", "T7", "N8"))


def test_the_command_tells_its_version_and_every_subcommand(jive):
    assert jive("--version") == (0, f"jivezoo {jivezoo.__version__}\n", "")
    code, told, _ = jive("--help")
    assert code == 0
    assert all(f"  {name} " in told and what in told for name, (_, what) in COMMANDS.items())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_subcommand_explains_itself_with_examples(jive, command):
    code, told, _ = jive(command, "--help")
    assert code == 0
    examples = told.split("examples:\n")[1].strip().split("\n")
    assert any(line.strip().startswith(f"jivezoo {command} ") for line in examples)


# ------------------------------------------------------------------------------------------- Play


@pytest.fixture
def script(monkeypatch):
    """Let a list of answers be typed; `None` stands for the first legal action of the moment."""
    tables = []

    class Watched(play.Table):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            tables.append(self)

    monkeypatch.setattr(play, "Table", Watched)

    def use(answers):
        typed = iter(answers)

        def answer(prompt):
            assert prompt == f"player_{tables[-1].position.seat}> "
            for word in typed:
                if isinstance(word, BaseException):
                    raise word
                return tables[-1].position.legal_words()[0] if word is None else word
            raise EOFError

        monkeypatch.setattr("builtins.input", answer)
        return tables

    return use


def test_play_a_whole_game_and_record_it(jive, script, tmp_path):
    record = tmp_path / "games.jsonl"
    words = ["play", *GAME, "--against", "random", "--seed", "5", "--text", "--record", record]
    script([None] * 99)
    code, told, complaints = jive(*words)
    assert (code, complaints) == (0, "")
    assert "player_0 you, player_1 random" in told
    script([None] * 99)
    assert jive(*words)[0] == 0
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    assert len(lines) == 2 and lines[0] == lines[1]
    kept = lines[0]
    game = jivezoo.game("itchy_monkey", board=BOARD, max_turns=4)
    assert kept["game"] == game.id and kept["options"] == game.option_words
    assert kept["agents"] == ["human", "random"] and kept["seed"] == 5
    position = game.new(seed=5).play(*kept["actions"])
    assert position.is_over and position.returns().tolist() == kept["payoff"]
    assert str(position) in told
    assert f"player_0 you: {kept['payoff'][0]:+.2f}\n" in told
    assert f"player_1 random: {kept['payoff'][1]:+.2f}\n" in told


def test_play_takes_the_beginnings_of_words(jive, script):
    tables = script(["pl b2", "PLACE", "p", "fly away", "  place  a1 "])
    code, told, _ = jive("play", *GAME, "--against", "random", "--seed", "5", "--text")
    assert code == 0
    assert tables[-1].actions[0] == "place b2"
    assert "'PLACE' is not possible now" in told or "'PLACE' may mean" in told
    assert "'fly away' is not possible now" in told
    assert "left unfinished" in told


def test_play_tells_what_an_unclear_answer_may_mean(jive, script):
    tables = script(["place", "p a"])
    _, told, _ = jive("play", "itchy_monkey", "--against", "random", "--text")
    legal = tables[-1].position.legal_words()
    beside = [words for words in legal if words.startswith("place a")]
    assert tables[-1].actions == []
    assert f"'place' may mean: {', '.join(legal[: play.SHOWN])}, ...\n" in told
    assert f"'p a' may mean: {', '.join(beside)}\n" in told


@pytest.mark.parametrize("question", ["?", "help", ""])
def test_play_lists_the_actions_by_verb(jive, script, question):
    tables = script([question])
    _, told, _ = jive("play", *GAME, "--against", "random", "--text")
    position = tables[-1].position
    listed = re.search(r"^  place: (.*)$", told, re.M)
    assert listed
    assert [f"place {cell}" for cell in listed[1].split(", ")] == position.legal_words()


def test_play_gives_a_hint_and_changes_nothing_by_it(jive, script):
    tables = script(["hint", "hint"])
    words = ["play", *GAME, "--against", "random", "--seed", "3", "--text", "--hint", "mcts:50"]
    code, told, complaints = jive(*words)
    assert (code, complaints) == (0, "")
    assert tables[-1].actions == [] and tables[-1].position == tables[-1].game.new(seed=3)
    hints = re.findall(r"action +visits +share +value +prior\n(.*?)most visited", told, re.S)
    assert len(hints) == 2 and hints[0] == hints[1]
    assert hints[0].split("  ")[0] in tables[-1].position.legal_words()
    assert "50 new worlds" in hints[0]


def test_play_refuses_an_adviser_who_cannot_explain(jive):
    code, _, complaints = jive("play", *GAME, "--text", "--hint", "greedy")
    assert code == 2
    assert "greedy cannot explain what it thinks; mcts:1000 can" in complaints


def test_play_undoes_to_the_last_own_decision(jive, script):
    tables = script(["undo", "place a1", "undo", "place d3", None, "undo", "undo"])
    code, told, _ = jive("play", *GAME, "--against", "random", "--seed", "3", "--text")
    table = tables[-1]
    assert code == 0
    assert "nothing to take back" in told
    assert (table.actions, table.history) == ([], [])
    assert table.position == table.game.new(seed=3)


def test_play_replies_alike_after_an_undo(jive, script):
    replies = []
    for answers in (["place a1"], ["place d3", "undo", "place a1"]):
        tables = script(answers)
        jive("play", *GAME, "--against", "mcts:60", "--seed", "3", "--text")
        replies.append(tables[-1].actions)
    assert replies[0] == replies[1] and len(replies[0]) >= 2


@pytest.mark.parametrize("goodbye", ["quit", "q", "exit", EOFError(), KeyboardInterrupt()])
def test_play_may_be_left_and_is_recorded_as_it_stands(jive, script, tmp_path, goodbye):
    record = tmp_path / "games.jsonl"
    script(["place a1", goodbye])
    code, told, complaints = jive(
        "play", *GAME, "--against", "random", "--text", "--record", record
    )
    assert (code, complaints) == (0, "")
    assert "left unfinished" in told
    kept = json.loads(record.read_text())
    assert kept["payoff"] is None and kept["actions"][0] == "place a1"


def test_play_only_watching(jive, script, tmp_path):
    record = tmp_path / "games.jsonl"
    script([])  # nobody is asked
    words = [*GAME, "--players", "3", "--against", "greedy", "random", "random"]
    code, told, _ = jive("play", *words, "--seat", "-1", "--seed", "1", "--record", record)
    assert code == 0
    assert "player_0 greedy, player_1 random, player_2 random" in told
    kept = json.loads(record.read_text())
    assert kept["agents"] == ["greedy", "random", "random"]
    assert sum(kept["payoff"]) == pytest.approx(0, abs=1e-6)


TOGETHER = ["voodoo_mania", "--players", "3", "--seat", "1", "--against", "greedy", "random"]


def test_play_tells_what_agents_chose_only_when_all_have_chosen(jive, script):
    script(["wait", "undo", "wait", "wait", "quit"])
    code, told, _ = jive("play", *TOGETHER, "--seed", "3", "--text")
    assert code == 0
    first, second, again, *_ = (part for part in told.split("player_1\nVoodoo pile")[1:])
    assert "greedy):" not in told.split("player_1\nVoodoo pile")[0]
    lines = [line for line in first.splitlines() if "tick 1: player_" in line]
    assert [line.split(" (")[0] for line in lines] == [
        "round 1 of 3, tick 1: player_0",
        "round 1 of 3, tick 1: player_2",
    ]
    assert "tick 1: player_" not in second  # taken back before anything was chosen
    assert not any(line.endswith("wait") for line in told.splitlines() if "tick " in line)
    assert lines == [line for line in again.splitlines() if "tick 1: player_" in line]


def test_play_interrupted_while_agents_think(jive, script, monkeypatch):
    def interrupt(self, agent):
        raise KeyboardInterrupt

    script([])
    monkeypatch.setattr(play.Table, "_let_play", interrupt)
    code, _, complaints = jive("play", *GAME, "--seat", "-1", "--text")
    assert code == 130
    assert one_sentence(complaints)


# ------------------------------------------------------------------------------------------ Train


def test_train_writes_every_file(trained):
    names = [path.name for path in trained.iterdir() if not path.name.startswith("events.out")]
    assert sorted(names) == FILES
    assert list(trained.glob("events.out.tfevents.*"))
    settings = json.loads((trained / "settings.json").read_text())
    assert settings["game"] == "itchy_monkey_v0"
    assert settings["options"]["max_turns"] == 4 and settings["settings"]["games"] == 8
    steps = [path.stem for path in sorted((trained / "checkpoints").iterdir())]
    assert steps == ["000000000064", "000000000128"]
    results = json.loads((trained / "results.json").read_text())
    assert results["steps"] == 128
    assert [score["opponent"] for score in results["scores"]] == ["random", "greedy"]
    lines = [json.loads(line) for line in (trained / "evaluations.jsonl").read_text().splitlines()]
    assert [line["steps"] for line in lines] == [64, 64, 128, 128, 128, 128]
    for line in lines:
        assert line["wins"] + line["draws"] + line["losses"] == 2
    assert (trained / "curve.png").read_bytes().startswith(b"\x89PNG")
    with zipfile.ZipFile(trained / "model.zip") as model:
        assert model.testzip() is None


def test_train_tells_the_command_that_plays_the_model(jive, tmp_path, script):
    folder = tmp_path / "run"
    code, told, _ = jive("train", *GAME, "--out", folder, "--steps", "64", *TINY)
    assert code == 0
    command = re.search(r"^  jivezoo (play .*)$", told, re.M)
    assert command, told
    script([])
    code, told, complaints = jive(*command[1].split(), "--seat", "-1")
    assert (code, complaints) == (0, "")


def test_the_model_plays(jive, script, trained):
    script([])
    for spec in (f"ppo:{trained}/model.zip", f"ppo:{trained}/model.zip,temperature=0"):
        code, told, complaints = jive("play", *GAME, "--against", spec, "--seat", "-1")
        assert (code, complaints) == (0, "")


def test_train_resumes_with_its_own_game_and_settings(jive, run_folder):
    code, _, complaints = jive("train", "itchy_monkey", "--resume", run_folder, "--steps", "192")
    assert (code, complaints) == (0, "")
    kept = json.loads((run_folder / "settings.json").read_text())
    assert kept["options"]["max_turns"] == 4 and kept["options"]["board"] == str(BOARD)
    assert kept["settings"]["games"] == 8 and kept["settings"]["steps"] == 192
    assert json.loads((run_folder / "results.json").read_text())["steps"] == 192
    assert (run_folder / "checkpoints" / "000000000192.zip").exists()
    assert (run_folder / "progress-128.csv").exists()


def test_ctrl_c_saves_the_model_and_resume_goes_on(jive, tmp_path, monkeypatch):
    folder, calls = tmp_path / "run", []
    original = SelfPlayEnv.step_wait

    def step_wait(self):
        calls.append(None)
        if len(calls) == 12:
            raise KeyboardInterrupt
        return original(self)

    monkeypatch.setattr(SelfPlayEnv, "step_wait", step_wait)
    words = ["train", *GAME, "--out", folder, "--steps", "256", *TINY]
    code, told, complaints = jive(*words)
    assert (code, complaints) == (130, "")
    assert f"jivezoo train itchy_monkey --resume {folder}" in told.replace("\n", "")
    assert (folder / "model.zip").exists() and not (folder / "results.json").exists()
    code, _, complaints = jive("train", "itchy_monkey", "--resume", folder)
    assert (code, complaints) == (0, "")
    assert json.loads((folder / "results.json").read_text())["steps"] >= 256


def contents(folder):
    """Every file of a folder; the logs of an attempt that failed aside."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(("events.out", "progress"))
    }


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--out", "{run}"], "already holds a run"),
        (["--resume", "{run}", "--out", "{run}2"], "leave --out away"),
        (["--resume", "{run}"], "128 decisions already"),
        (["--resume", "{run}", "--steps", "100"], "128 decisions already"),
        (["--resume", "{run}", "--players", "3", "--steps", "999"], "leave game options away"),
        (["--resume", "{run}-not", "--steps", "999"], "holds no run"),
        (["--resume", "{run}", "--steps", "999", "--network", "16"], "network"),
        (["--resume", "{run}", "--steps", "999", "--sparring", "nobody"], "no agent 'nobody'"),
    ],
)
def test_train_refuses_what_does_not_fit_the_run(jive, run_folder, words, complaint):
    before = contents(run_folder)
    words = [word.replace("{run}", str(run_folder)) for word in words]
    code, _, told = jive("train", "itchy_monkey", *words)
    assert code == 2
    assert complaint in one_sentence(told)
    assert contents(run_folder) == before
    assert sorted(path.name for path in run_folder.parent.iterdir()) == ["run"]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": 1}', "\x00\xff"])
def test_a_settings_file_that_cannot_be_read_is_refused(jive, run_folder, text):
    (run_folder / "settings.json").write_bytes(text.encode("latin-1"))
    before = contents(run_folder)
    code, _, told = jive("train", "itchy_monkey", "--resume", run_folder, "--steps", "999")
    assert code == 2
    assert one_sentence(told)
    assert contents(run_folder) == before


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", 99),
        ("game", "chess_v0"),
        ("game", None),
        ("options", None),
        ("options", {"seats": 2}),
        ("options", {"max_turns": "many"}),
        ("settings", None),
        ("settings", {"speed": 1}),
        ("settings", {"games": "x"}),
        ("settings", {"games": None}),
        ("settings", {"games": 8.5}),
        ("settings", {"network": 8}),
    ],
    ids=str,
)
def test_a_settings_file_with_a_wrong_entry_is_refused(jive, run_folder, key, value):
    path = run_folder / "settings.json"
    kept = json.loads(path.read_text())
    mixed = kept[key] | value if isinstance(value, dict) else value
    path.write_text(json.dumps(kept | {key: mixed}))
    before = contents(run_folder)
    code, _, told = jive("train", "itchy_monkey", "--resume", run_folder, "--steps", "192")
    assert code == 2
    assert one_sentence(told)
    assert contents(run_folder) == before


def broken_models(model):
    """Return things that are no model, by name, as bytes."""
    other = model.with_name("other.zip")
    with zipfile.ZipFile(other, "w") as archive, zipfile.ZipFile(model) as whole:
        archive.writestr("data", whole.read("data"))
    return {
        "empty": b"",
        "text": b"weights\n",
        "half": model.read_bytes()[: model.stat().st_size // 2],
        "no weights": other.read_bytes(),
    }


@pytest.mark.parametrize("kind", ["empty", "text", "half", "no weights"])
def test_a_model_that_is_not_whole_is_refused(jive, trained, tmp_path, kind):
    folder = Path(shutil.copytree(trained, tmp_path / "run"))
    (folder / "model.zip").write_bytes(broken_models(folder / "model.zip")[kind])
    code, _, told = jive("play", *GAME, "--against", f"ppo:{folder}/model.zip", "--seat", "-1")
    assert code == 2
    assert str(folder / "model.zip") in one_sentence(told)


@pytest.mark.parametrize("kind", ["empty", "half", "no weights"])
def test_a_run_whose_model_is_not_whole_is_not_resumed(jive, trained, tmp_path, kind):
    folder = Path(shutil.copytree(trained, tmp_path / "run"))
    (folder / "model.zip").write_bytes(broken_models(folder / "model.zip")[kind])
    (folder / "other.zip").unlink()
    before = contents(folder)
    code, _, told = jive("train", "itchy_monkey", "--resume", folder, "--steps", "999")
    assert code == 2
    assert "model.zip" in one_sentence(told)
    assert contents(folder) == before


# ------------------------------------------------------------------------------------- What fails


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("rules chess", "no game 'chess'"),
        ("rules itchy_monkey -o colour=red", "no option 'colour'"),
        ("rules itchy_monkey -o max_turn=3", "did you mean max_turns"),
        ("rules itchy_monkey -o max_turns", "NAME=VALUE"),
        ("rules itchy_monkey -o max_turns=many", "max_turns must be"),
        ("rules itchy_monkey --players 9", "num_players must be"),
        ("rules itchy_monkey -o abilities=panda", "panda"),
        ("rules itchy_monkey -o board=nowhere.toml", "nowhere.toml"),
        ("play itchy_monkey --against nobody", "no agent 'nobody'"),
        ("play itchy_monkey --against random:5", "no argument"),
        ("play itchy_monkey --against random random", "one agent"),
        ("play itchy_monkey --seat 2", "--seat must be from 0 to 1"),
        ("play itchy_monkey --seat -2", "--seat must be"),
        ("play itchy_monkey --seed -1", "seed"),
        ("play itchy_monkey --against ppo", "ppo:path/to/model.zip"),
        ("play itchy_monkey --against ppo:nowhere.zip", "no model nowhere.zip"),
        ("train chess", "no game 'chess'"),
        ("train itchy_monkey --resume nowhere", "nowhere holds no run"),
    ],
)
def test_wrong_use_is_told_in_one_sentence(jive, tmp_path, monkeypatch, words, complaint):
    monkeypatch.chdir(tmp_path)
    code, _, told = jive(*words.split())
    assert code == 2
    assert complaint in one_sentence(told)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    ["", "dance", "rules", "rules itchy_monkey --loud", "play itchy_monkey --seat x", "--loud"],
)
def test_what_is_no_command_line_is_told_with_the_usage(jive, words):
    code, _, told = jive(*words.split())
    assert code == 2
    assert told.startswith("usage: jivezoo") and "error: " in told.strip().split("\n")[-1]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--players", "3"], "num_players"),
        (["-o", "abilities=gorilla"], "abilities"),
    ],
)
def test_a_model_of_other_options_is_refused(jive, trained, options, complaint):
    words = ["play", *GAME, *options, "--against", f"ppo:{trained}/model.zip", "--seat", "-1"]
    code, _, told = jive(*words)
    assert code == 2
    assert str(trained) in one_sentence(told) and complaint in told


@pytest.mark.parametrize("temperature", ["hot", "-1", "nan", "inf"])
def test_a_temperature_that_makes_no_sense_is_refused(jive, trained, temperature):
    spec = f"ppo:{trained}/model.zip,temperature={temperature}"
    code, _, told = jive("play", *GAME, "--against", spec, "--seat", "-1")
    assert code == 2
    assert "temperature" in one_sentence(told)


@pytest.mark.parametrize(
    ("words", "module"),
    [
        (["train", *GAME], "jivezoo.training.train"),
        (["play", *GAME, "--against", "ppo:model.zip"], "jivezoo.agents.network"),
    ],
)
def test_a_missing_extra_is_told_in_one_sentence(jive, monkeypatch, words, module):
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)
    code, _, told = jive(*words)
    assert code == 2
    assert "torch" in one_sentence(told) and "pip install 'jivezoo[train]'" in told


@pytest.mark.parametrize("broken", ["fsync", "replace"])
@pytest.mark.parametrize(
    ("writes", "changed"),
    [
        (0, []),
        (1, ["settings.json"]),
        (3, ["evaluations.jsonl", "settings.json"]),
        (4, ["evaluations.jsonl", "model.zip", "settings.json"]),
    ],
)
def test_a_full_disk_leaves_every_file_whole(
    jive, run_folder, monkeypatch, broken, writes, changed
):
    before, left = contents(run_folder), [writes]
    original = getattr(os, broken)

    def fail_later(*arguments):
        if left[0] == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        left[0] -= 1
        return original(*arguments)

    monkeypatch.setattr(os, broken, fail_later)
    code, _, told = jive("train", "itchy_monkey", "--resume", run_folder, "--steps", "256")
    assert code == 1
    assert "No space left on device" in one_sentence(told)
    after = contents(run_folder)
    assert before.keys() == after.keys()
    assert sorted(name for name in after if after[name] != before[name]) == changed
    for name, content in after.items():
        if name.endswith(".json"):
            json.loads(content)
        elif name.endswith(".zip"):
            with zipfile.ZipFile(run_folder / name) as archive:
                assert archive.testzip() is None


def test_a_resumed_run_forgets_evaluations_of_lost_decisions(tmp_path):
    folder = RunFolder(tmp_path)
    for steps in (100, 200, 300):
        folder.add_evaluation(steps, 1.0, Score("random", 1, 0, 1))
    folder.forget_after(200)
    assert [line["steps"] for line in folder.read_evaluations()] == [100, 200]
