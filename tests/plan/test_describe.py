"""How an executor shows itself."""

from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import attrs
import pytest
from _calls import F16, arrays_of, compiled, scalar, tensor

from aclnn_emu.plan.executor import Executor

N = 1000


def halves(**out):
    """Six steps, one reused place."""
    half = tensor((N,), F16)
    return compiled("aclnnBinaryCrossEntropyBackward", half, tensor((N,)), tensor((N,), F16), None, 1,
                    tensor((N,), F16, strides=(2,), storage=(2 * N,), **out))  # fmt: skip


GOLDEN = """\
aclnnBinaryCrossEntropyBackward: 6 steps, workspace 16384 bytes (18432 without reuse), executor new

Steps, in execution order:
  #  L0 step                 reads             writes  shape   dtype
  -  ----------------------  ----------------  ------  ------  -------
  0  OnesLike                self              %0      [1000]  FLOAT
  1  Cast                    gradOutput        %1      [1000]  FLOAT
  2  Cast                    target            %2      [1000]  FLOAT
  3  BinaryCrossEntropyGrad  %1, self, %2, %0  %3      [1000]  FLOAT
  4  Cast                    %3                %4      [1000]  FLOAT16
  5  ViewCopy                %4                out     [1000]  FLOAT16

User tensors (not counted in the workspace):
  name        shape   dtype    strides     offset
  ----------  ------  -------  ----------  ------
  self        [1000]  FLOAT    contiguous  0
  gradOutput  [1000]  FLOAT16  contiguous  0
  target      [1000]  FLOAT16  contiguous  0
  out         [1000]  FLOAT16  [2]         7

Intermediates in the workspace (bytes):
  name                       shape   dtype    bytes  padded  offset  lives from..to step
  -------------------------  ------  -------  -----  ------  ------  -------------------
  %0 OnesLike                [1000]  FLOAT    4000   4096    0       0..3
  %1 Cast                    [1000]  FLOAT    4000   4096    4096    1..3
  %2 Cast                    [1000]  FLOAT    4000   4096    8192    2..3
  %3 BinaryCrossEntropyGrad  [1000]  FLOAT    4000   4096    12288   3..4
  %4 Cast                    [1000]  FLOAT16  2000   2048    8192    4..5"""


def test_text():
    assert halves(offset=7).describe() == GOLDEN


def test_text_of_one_step():
    executor = compiled("aclnnMul", tensor((2, 3)), tensor(()), tensor((2, 3)))
    assert executor.describe().splitlines()[0] == "aclnnMul: 1 step, workspace 0 bytes, executor new"
    assert "Intermediates" not in executor.describe()
    assert "[]" in executor.describe()
    executor.set_repeatable()
    assert executor.describe().splitlines()[0].endswith("executor repeatable")


EMPTY = tensor((0,))
SHARED = tensor((3,))
NOTHING = {
    "no-elements": ("aclnnMul", EMPTY, EMPTY, EMPTY),
    "onto-itself": ("aclnnInplaceCopy", SHARED, SHARED),
}


@pytest.mark.parametrize("call", NOTHING.values(), ids=NOTHING)
def test_nothing_to_do(call):
    executor = compiled(*call)
    first, second = executor.describe().splitlines()
    assert first.endswith(": 0 steps, workspace 0 bytes, executor new")
    assert second.startswith("No step")
    assert second in text_of(executor._repr_html_())


# HTML.


class Reader(HTMLParser):
    """Refuses tags that are not closed in their order; collects the cells and the text."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.rows = []
        self.texts = []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1] in ("td", "th"):
            self.rows[-1].append(data)
        self.texts.append(data)


def read(html):
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


def text_of(html):
    return " ".join(read(html).texts)


def chart_of(html):
    return ET.fromstring(html[html.index("<svg") : html.index("</svg>") + 6])  # noqa: S314 - our own


def test_html_has_the_same_tables():
    executor = halves()
    rows = read(executor._repr_html_()).rows
    table = [line.split() for line in executor.describe().splitlines()]
    assert [row[1] for row in rows if row[0].isdigit()] == [
        line[1] for line in table if line and line[0].isdigit()
    ]
    assert ["%4 Cast", "[1000]", "FLOAT16", "2000", "2048", "8192", "4..5"] in rows


def test_the_chart_shows_where_and_how_long_each_intermediate_lies():
    executor = halves()
    plan = executor.plan
    chart = chart_of(executor._repr_html_())
    bars = [node for node in chart.iter("rect") if node.find("title") is not None]
    assert [bar.find("title").text for bar in bars] == [
        f"%{b.first} {b.name}, {b.nbytes} bytes at {b.workspace_offset}" for b in plan.intermediates
    ]
    steps = list(chart.iter("line"))
    assert len(steps) == len(plan.steps)
    column = float(steps[1].get("x1")) - float(steps[0].get("x1"))
    for bar, b in zip(bars, plan.intermediates, strict=True):
        assert float(bar.get("width")) + 2 == pytest.approx((b.last - b.first + 1) * column)
        assert float(bar.get("x")) - 1 == pytest.approx(float(steps[b.first].get("x1")))
    heights = {b.name: float(bar.get("height")) for bar, b in zip(bars, plan.intermediates, strict=True)}
    assert heights["OnesLike"] == pytest.approx(260 / 4, abs=0.1)
    labels = [node.text for node in chart.iter("text")]
    assert labels[: len(plan.steps)] == [f"{number} {step.name}" for number, step in enumerate(plan.steps)]


def test_a_plan_without_intermediates_has_no_chart():
    assert "<svg" not in compiled("aclnnMul", tensor((2,)), tensor((2,)), tensor((2,)))._repr_html_()


def test_names_are_escaped():
    executor = halves()
    strange = attrs.evolve(executor.plan, operator='<b>&"')
    html = Executor(strange, executor.tensors)._repr_html_()
    assert '<b>&"' in text_of(html)


def test_a_very_small_intermediate_still_has_a_bar():
    executor = compiled("aclnnAdds", tensor((N * N,), 6), scalar(1, 6), scalar(2, 6), tensor((N * N,), 6))
    chart = chart_of(executor._repr_html_())
    assert all(float(bar.get("height")) >= 2 for bar in chart.iter("rect"))
    assert arrays_of(executor.plan, bytearray(2 * N * N))
