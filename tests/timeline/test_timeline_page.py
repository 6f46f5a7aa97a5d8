"""The page: self-contained, and what it shows in a browser; the command."""

import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from aclnn_emu.cli import main
from aclnn_emu.timeline.page import as_page

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SAMPLE = Path(__file__).parents[2] / "samples" / "two_phase_tour.py"


def test_the_page_needs_nothing_else(traced):
    page = as_page(traced(), "</script><b>x")
    assert not re.search(
        r"(src|href)=|https?://(?!www\.w3\.org/2000/svg)|@import|url\(", page.split("const data")[0]
    )
    assert page.count("</script>") == 1


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
def test_the_page_in_a_browser(traced, tmp_path):
    timeline = traced()
    page = tmp_path / "timeline.html"
    page.write_text(as_page(timeline, "two <streams>"), encoding="utf-8")

    def look(fragment=""):
        command = [
            str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom",
            "--window-size=1400,700", f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=10000",
            f"{page.as_uri()}#{fragment}",
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)  # noqa: S603
        assert done.returncode == 0, done.stderr
        return re.sub(r"<script>.*?</script>", "", done.stdout, flags=re.DOTALL)

    dom = look()
    assert "Timeline of two &lt;streams&gt;" in dom
    assert re.findall(r'class="lane"[^>]*>([^<]*)<', dom) == [
        "host",
        "device 0 stream 1",
        "device 0 stream 2",
    ]
    bars = re.findall(r'<rect class="span ([^"]*)"([^>]*)>', dom)
    assert sum(kind == "call" for kind, _ in bars) == len(timeline.calls)
    assert [kind for kind, _ in bars].count("kernel") == 3
    assert [kind for kind, _ in bars].count("event-wait") == 1
    assert sum("#c62828" in rest for _, rest in bars) == 1, "the refused call is red"
    assert dom.count('class="arrow queue"') == 5
    assert dom.count('class="arrow event"') == 1
    assert dom.count('class="memory"') == 1
    place = {re.search(r'data-index="(\d+)"', rest)[1]: rest for kind, rest in bars if kind == "kernel"}
    add = next(index for index, rest in place.items() if 'data-name="aclnnAdd"' in rest)
    dom = look(f"choose={add}")
    plan = html.unescape(re.search(r'<pre id="plan">(.*?)</pre>', dom, re.DOTALL)[1])
    assert plan == timeline.describe[0]
    assert "kernel chosen" in dom
    dom = look("from=0&to=2000")
    assert len(re.findall(r'<rect class="span', dom)) < 5, "what lies outside is not drawn"


@pytest.mark.trips("ACL-EXEC-101", "ACL-INIT-102", "ACL-SYNC-101")
def test_the_command_writes_both(tmp_path, capfd):
    trace, page = tmp_path / "t.json", tmp_path / "t.html"
    assert main(["trace", "-o", str(trace), "--html", str(page), str(SAMPLE)]) == 0
    out, err = capfd.readouterr()
    assert "largest relative difference" in out
    assert f"{trace}: 57 calls and 2 tasks" in err
    assert json.loads(trace.read_text())["otherData"]["clock"] == "virtual"
    assert "Timeline of" in page.read_text()


@pytest.mark.parametrize(
    ("argv", "status", "says"),
    [
        (["x.py"], 2, "trace needs -o FILE, --html FILE or both"),
        (["-o", "/no/such/folder/t.json", "x.py"], 1, "there is no folder /no/such/folder"),
        (["-o", "{tmp}", "x.py"], 1, "it is a folder"),
        (["-o", "{tmp}/t.json", "{tmp}/none.py"], 1, "there is no file"),
        (["-o", "{tmp}/t.json", "{tmp}/quiet.py"], 1, "it made no call of acl or aclnn"),
        (["--soc", "Ascend999", "-o", "{tmp}/t.json", "{tmp}/quiet.py"], 2, "Ascend999"),
    ],
)
def test_bad_command_lines(argv, status, says, tmp_path, capfd):
    (tmp_path / "quiet.py").write_text("print(1)\n")
    assert main(["trace", *(word.replace("{tmp}", str(tmp_path)) for word in argv)]) == status
    assert says in capfd.readouterr().err
    assert not (tmp_path / "t.json").exists()


def test_a_script_that_fails_is_traced_up_to_there(tmp_path, capfd):
    (tmp_path / "broken.py").write_text(
        "from aclnn_emu.aclnn import *\naclrtSetDevice(0)\nraise SystemExit(7)\n"
    )
    assert main(["trace", "-o", str(tmp_path / "t.json"), str(tmp_path / "broken.py")]) == 7
    assert "1 calls and 0 tasks" in capfd.readouterr().err
