"""The headers: complete, free of warnings in C and C++, and each enough for itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest
from _programs import Programs

from aclnn_emu.abi import prototypes
from aclnn_emu.capi.headers import headers
from aclnn_emu.capi.interpreter import c_compiler, cpp_compiler

STRICT = ("-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only")
# Those for unit tests are C++17 over GoogleTest; test_unit_tests.py compiles them.
OTHERS = ("aclnnop/", "op_api_ut_common/", "opdev/", "platform/", "op_api/")
OWN = sorted(path for path in headers() if not path.startswith(OTHERS))
LANGUAGES = {"c": ("-std=c11", ".c"), "cpp": ("-std=c++11", ".cpp")}


def check(toolkit: Path, folder: Path, language: str, includes: list[str]) -> None:
    standard, suffix = LANGUAGES[language]
    source = folder / f"probe{suffix}"
    source.write_text("".join(f'#include "{name}"\n' for name in includes) + "int probe(void);\n")
    compiler = c_compiler() if language == "c" else cpp_compiler()
    command = [compiler, standard, *STRICT, "-I", str(toolkit / "include"), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", OWN)
def test_header_compiles_alone(toolkit: Path, tmp_path: Path, path: str, language: str) -> None:
    check(toolkit, tmp_path, language, [path])


@pytest.mark.parametrize("language", LANGUAGES)
def test_operator_headers_compile(toolkit: Path, tmp_path: Path, language: str) -> None:
    # All in one go: each includes the same single header and nothing else, as the next test says.
    operators = sorted(path for path in headers() if path.startswith("aclnnop/"))
    check(toolkit, tmp_path, language, operators[:1])
    check(toolkit, tmp_path, language, operators)


def test_operator_headers_include_what_they_need() -> None:
    texts = {path: text for path, text in headers().items() if path.startswith("aclnnop/aclnn")}
    assert [p for p, text in texts.items() if text.count('#include "aclnn/aclnn_base.h"') != 1] == []


def test_every_named_header_is_made() -> None:
    named = {p.header for p in prototypes.operators().values()}
    named |= {p.header for p in prototypes.runtime_functions().values()}
    named |= {t.header for t in prototypes.typedefs().values()}
    assert named - set(headers()) == set()


def test_headers_say_what_is_not_emulated() -> None:
    made = headers()
    assert "Not emulated: answers 207000" in made["acl/acl_rt.h"]
    assert "Not emulated: phase 1 answers 561003." in made["aclnnop/aclnn_sleep.h"]
    assert "Not emulated" not in made["aclnnop/aclnn_add.h"]


HALF = """\
#include <cstdio>
#include "aclnn/opdev/fp16_t.h"
int main(int argc, char **argv)
{
    FILE *in = std::fopen("in.bin", "rb"), *out = std::fopen("out.bin", "wb");
    float number;
    while (std::fread(&number, 4, 1, in) == 1) {
        op::fp16_t half(number);
        float back = half;
        std::fwrite(&half.val, 2, 1, out);
        std::fwrite(&back, 4, 1, out);
    }
    return std::fclose(out) + (argc == 9 && argv == nullptr);
}
"""


def test_half_precision_rounds_as_ieee(programs: Programs) -> None:
    every = np.arange(65536, dtype=np.uint16).view(np.float16)
    halves = every[np.isfinite(every)].astype(np.float32)
    between = np.concatenate(
        [np.nextafter(halves, np.float32(np.inf)), np.nextafter(halves, -np.float32(np.inf))]
    )
    middles = (np.sort(halves)[1:] + np.sort(halves)[:-1]) / np.float32(2)
    extreme = np.array([65519.996, 65520, 1e30, -1e30, np.inf, -np.inf, 1e-30, -1e-8], np.float32)
    numbers = np.concatenate([halves, between, middles, extreme]).astype(np.float32)
    (programs.folder / "in.bin").write_bytes(numbers.tobytes())
    programs.output(HALF)
    row = np.dtype([("half", np.uint16), ("back", np.float32)])
    found = np.frombuffer((programs.folder / "out.bin").read_bytes(), row)
    with np.errstate(over="ignore"):
        expected = numbers.astype(np.float16)
    np.testing.assert_array_equal(found["half"], expected.view(np.uint16))
    np.testing.assert_array_equal(found["back"], expected.astype(np.float32))


FOUR_BITS = """\
#include <cstdio>
#include "aclnn/opdev/float4_e2m1.h"
int main()
{
    for (int i = -28; i <= 28; ++i) {
        std::printf("%d ", op::Float4E2M1(i / 4.0F).value);
    }
    std::printf("%g %g\\n", (double)(float)op::Float4E2M1(-5.5F), (double)(float)op::Float4E2M1(1e9F));
}
"""


def test_four_bit_numbers_round_to_nearest_even(programs: Programs) -> None:
    import ml_dtypes

    *codes, negative, large = programs.output(FOUR_BITS)[0].split()
    quarters = np.arange(-28, 29, dtype=np.float32) / 4
    expected = quarters.astype(ml_dtypes.float4_e2m1fn).view(np.uint8)
    assert list(map(int, codes)) == expected.tolist()
    assert (negative, large) == ("-6", "6")
