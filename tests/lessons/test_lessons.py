"""The course: broken programs are broken, mended ones pass, cheats do not; the command."""

import pytest

from aclnn_emu.cli import main
from aclnn_emu.lessons import CHAPTERS, chapter, check

NUMBERS = [found.number for found in CHAPTERS]

# What mends each program: text of the broken one, and what stands in its place.
MENDED = {
    1: (
        ("import aclnnMulGetWorkspaceSize, aclrt", "import aclnnMul, aclnnMulGetWorkspaceSize, aclrt"),
        ("aclrtSynchronizeStream(stream)\n", "aclnnMul(None, workspace_size, executor, stream)\naclrtSynchronizeStream(stream)\n"),
    ),
    2: (
        ("    ACL_FLOAT,\n", "    ACL_FLOAT,\n    aclrtMalloc,\n"),
        ("aclnnAdd(None, workspace_size", "aclnnAdd(aclrtMalloc(workspace_size, 0)[1], workspace_size"),
    ),
    3: (
        ("    ACL_FLOAT,\n", "    ACL_FLOAT,\n    aclrtSynchronizeStream,\n"),
        ("print(read(total))", "aclrtSynchronizeStream(stream)\nprint(read(total))"),
    ),
    4: (("column(1, 3)", "column(1, 2)"),),
    5: (("np.int32), empty([2, 1], np.int32)", "np.float32), empty([2, 3], np.int32)"),),
    6: (
        ("    aclnnDiv(None", "    if status:\n        print(status)\n        return\n    aclnnDiv(None"),
    ),
    7: (
        ("aclrtRecordEvent(event, first)\n_, size", "_, size"),
        ("aclnnMul(None, size, executor, first)\n", "aclnnMul(None, size, executor, first)\naclrtRecordEvent(event, first)\n"),
    ),
    8: (("0xB0000000", "0x10820000"),),
}  # fmt: skip


def mended(number):
    text = chapter(number).program
    for old, new in MENDED[number]:
        assert old in text, old
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("number", NUMBERS)
def test_the_program_is_broken(number):
    verdict = check(number, chapter(number).program)
    assert not verdict.mended
    assert str(verdict).startswith(f"Lesson {number}: not mended yet.")
    assert "<ul>" in verdict._repr_html_()


@pytest.mark.parametrize("number", NUMBERS)
def test_it_can_be_mended(number):
    verdict = check(number, mended(number))
    assert verdict.complaints == ()
    assert str(verdict) == repr(verdict) == f"Lesson {number}: mended."
    assert "mended" in verdict._repr_html_()


CHEATS = {
    1: "print('[ 5. 12. 21. 32.]')",
    2: mended(2).replace("np.float16", "np.float32").replace("aclrtMalloc(workspace_size, 0)[1]", "None"),
    3: "print('[14.]')",
    6: "print('done\\n161001\\n161002')",
    7: mended(7).replace(
        "first)\naclrtRecordEvent", "first)\naclrtSynchronizeStream(first)\naclrtRecordEvent"
    ),
}


@pytest.mark.parametrize("number", CHEATS)
def test_the_right_output_is_not_enough(number):
    verdict = check(number, CHEATS[number])
    assert not verdict.mended


def test_a_race_is_told_with_the_schedule_that_shows_it():
    verdict = check(7, mended(7).replace("aclrtStreamWaitEvent(second, event)\n", ""))
    assert not verdict.mended
    assert "ACLNN_EMU_SCHEDULE=" in verdict.complaints[0]


def test_a_program_that_raises():
    verdict = check(1, "raise ValueError('three')")
    assert verdict.complaints == ("The program ends with status 1: ValueError: three",)


def test_a_program_that_does_not_end(monkeypatch):
    monkeypatch.setattr("aclnn_emu.lessons.verdict._SECONDS", 0.5)
    verdict = check(1, "while True: pass")
    assert verdict.complaints == ("The program does not end within 0.5 seconds.",)


def test_every_chapter_has_a_text(capsys):
    for found in CHAPTERS:
        assert found.text.startswith(f"# {found.number}. {found.title}\n")
        assert found.exercise
        assert f"Exercise {found.number}:" in found.program
    assert main(["lesson"]) == 0
    out = capsys.readouterr().out
    assert all(found.title in out for found in CHAPTERS)


def test_the_command(tmp_path, capsys):
    path = tmp_path / "mine.py"
    assert main(["lesson", "4"]) == 0
    out = capsys.readouterr().out
    assert chapter(4).exercise.split()[0] in out
    assert "    column(0, 2)" in out
    assert main(["lesson", "4", "--write", str(path)]) == 0
    assert path.read_text() == chapter(4).program
    assert main(["lesson", "4", "--write", str(path)]) == 1
    assert "is there already" in capsys.readouterr().err
    assert main(["lesson", "4", str(path)]) == 1
    assert "not mended yet" in capsys.readouterr().out
    path.write_text(mended(4))
    assert main(["lesson", "4", str(path)]) == 0
    assert capsys.readouterr().out == "Lesson 4: mended.\n"
    assert main(["lesson", "4", "--text"]) == 0
    assert "# 4. Views" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "status", "says"),
    [
        (["0"], 2, "there is no lesson 0; there are 1 to 8"),
        (["9"], 2, "there is no lesson 9"),
        (["1", "{tmp}/none.py"], 1, "none.py cannot be read"),
        (["1", "--write", "{tmp}/no/x.py"], 1, "cannot be written"),
    ],
)
def test_bad_command_lines(argv, status, says, tmp_path, capsys):
    assert main(["lesson", *(word.replace("{tmp}", str(tmp_path)) for word in argv)]) == status
    assert says in capsys.readouterr().err
