"""Operators over tensor lists: what they compute, against double."""

import numpy as np
import pytest
from _case import DTYPES, but, call, s, t
from _draw import SEEDS
from _foreach import ROWS
from _foreach_runs import check_members, draw_call
from _lists import run_lists
from hypothesis import given, settings
from hypothesis import strategies as st

F32, F16, BF16, S32, S64, F64 = (DTYPES[name] for name in ("f32", "f16", "bf16", "s32", "s64", "f64"))
S16, S8, U8 = (DTYPES[name] for name in ("s16", "s8", "u8"))
BY_NAME = {row.name: row for row in ROWS}
INF, NAN = np.inf, np.nan
FEW = settings(max_examples=8)  # of one to three members each; the operators share kernels and plans

each = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)


@each
@FEW
@given(st.data(), SEEDS)
def test_members(row, data, seed):
    drawn = draw_call(data, row, seed)
    found = run_lists(drawn.call, drawn.values, written=[row.written], soc=drawn.soc)
    check_members(drawn, found)


def one(name, dtype, elements, *, scalar=None, scalar_dtype=None, soc="Ascend910B", **others):
    """The result of an operator with lists of one member."""
    row = BY_NAME[name]
    made = row.call(dtype, scalar_dtype, shapes=((len(elements),),))
    values = {f"{row.lists[0]}[0]": np.asarray(elements)}
    values |= {f"{key}[0]": np.asarray(value) for key, value in others.items()}
    if row.kind in ("tensor", "tensors"):
        values[row.scalar] = np.asarray([scalar])
    elif row.kind:
        of = made.args[row.scalar]
        of = of[0].dtype if isinstance(of, list) else of.dtype
        made = but(made, **{row.scalar: s(of, scalar) if row.kind == "scalar" else [s(of, scalar)]})
    found = run_lists(made, values, written=[row.written], soc=soc)
    return found[f"{row.written}[0]"].tolist()


@pytest.mark.parametrize(
    ("name", "dtype", "x", "others", "result"),
    [
        # Sums of small integers are computed in float and saturate; products and negations wrap.
        ("AddScalar", S8, [100, -100, 3], {"scalar": 100}, [127, 0, 103]),
        ("AddScalar", U8, [100, 200, 3], {"scalar": -10}, [90, 190, 0]),
        ("AddScalar", S16, [32000, -5], {"scalar": 1000}, [32767, 995]),
        ("AddScalar", S32, [2**31 - 1, 5], {"scalar": 1}, [-(2**31), 6]),
        ("AddScalarV2", S8, [100, -100], {"scalar": 100}, [127, 0]),
        ("AddListV2", S8, [100, 5], {"x2": [50, 2], "scalar": 2}, [127, 9]),
        ("AddListV2", S32, [2**31 - 1, 5], {"x2": [1, 2], "scalar": 3}, [-(2**31) + 2, 11]),
        ("SubList", U8, [10, 200], {"x2": [20, 2], "scalar": 2}, [0, 196]),
        ("SubListV2", S16, [-32000, 7], {"x2": [1000, 1], "scalar": 1}, [-32768, 6]),
        ("MulList", S8, [100, -128], {"x2": [2, -1]}, [-56, -128]),
        ("MulList", U8, [200, 3], {"x2": [2, 3]}, [144, 9]),
        ("MulList", S32, [2**30, -3], {"x2": [4, 5]}, [0, -15]),
        ("Neg", S8, [-128, 5, 0], {}, [-128, -5, 0]),
        ("Neg", U8, [1, 0, 200], {}, [255, 0, 56]),
        ("Neg", S16, [-32768, 9], {}, [-32768, -9]),
        ("Exp", S8, [0, 1, 2, 5, -3], {}, [1, 3, 7, 127, 0]),
        ("Exp", U8, [5, 6], {}, [148, 255]),
        ("Expm1", S16, [0, 3, 11, -4], {}, [0, 19, 32767, -1]),
        ("Sign", S64, [-(2**40), 0, 7], {}, [-1, 0, 1]),
        ("Sign", S8, [-128, 0, 7], {}, [-1, 0, 1]),
        ("RoundOffNumber", S16, [5, -3], {"scalar": 4}, [5, -3]),
        ("RoundOffNumber", S16, [5, -3], {"scalar": 7}, [0, 0]),
        ("PowList", S32, [2, -3, 2, -1, 0], {"x2": [10, 3, -1, -3, 0]}, [1024, -27, 0, -1, 1]),
        ("PowScalarAndTensor", S32, [0, 5, 31], {"scalar": 2}, [1, 32, -(2**31)]),
        ("PowScalarList", S32, [3, -2], {"scalar": 3}, [27, -8]),
        ("MaximumScalarList", S32, [-5, 7], {"scalar": 2}, [2, 7]),
        ("MinimumScalar", S32, [-5, 7], {"scalar": 2}, [-5, 2]),
        ("AddcmulScalar", S32, [1, 2], {"x2": [2**20, 3], "x3": [2**12, 4], "scalar": 2}, [1, 26]),
        ("AddcmulScalarList", S32, [1, 2], {"x2": [5, 3], "x3": [2, 4], "scalar": -1}, [-9, -10]),
        ("AddScalarList", S32, [1], {"scalar": 2**32 + 5}, [6]),
        ("ZeroInplace", S16, [5, -3], {}, [0, 0]),
    ],
)  # fmt: skip
def test_integers(name, dtype, x, others, result):
    assert one(name, dtype, x, **others) == result


@pytest.mark.parametrize(
    ("mode", "result"),
    [
        (0, [0.5, 1.5, -2.5, 2.3, -0.7]), (1, [0, 2, -2, 2, -1]), (2, [0, 1, -3, 2, -1]), (3, [1, 2, -2, 3, 0]),
        (4, [1, 2, -3, 2, -1]), (5, [0, 1, -2, 2, 0]), (6, [1, 1, -3, 3, -1]),
        (7, [0.5, 0.5, -0.5, 0.3, -0.7]), (9, [0.5, 1.5, -2.5, 2.3, -0.7]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["RoundOffNumber", "RoundOffNumberV2"])
def test_round_modes(name, mode, result):
    found = one(name, F32, [0.5, 1.5, -2.5, 2.3, -0.7], scalar=mode)
    assert np.allclose(found, result, atol=1e-6)


def test_rounding_away_from_zero_looks_at_the_fraction_itself():
    below = float(np.nextafter(np.float32(0.5), np.float32(0)))
    assert one("RoundOffNumber", F32, [below, -below, INF, 8388609.0], scalar=4) == [0, 0, INF, 8388609.0]


@pytest.mark.parametrize(
    ("order", "soc", "result"),
    [(1.0, "Ascend910B", 12), (1.9, "Ascend910B", 12), (2.0, "Ascend910B", 66**0.5),
     (0.0, "Ascend910B", 66**0.5), (3.0, "Ascend910B", 66**0.5), (INF, "Ascend910B", 66**0.5),
     (INF, "Ascend950", 7), (-INF, "Ascend950", 66**0.5)],
)  # fmt: skip
def test_orders_of_norms(order, soc, result):
    made = but(BY_NAME["Norm"].call(shapes=((3,), (0,))), scalar=s(F32, order))
    found = run_lists(made, {"x[0]": [-7.0, 4.0, 1.0]}, written=["out"], soc=soc)
    assert np.allclose(found["out[0]"], result)
    assert found["out[1]"].tolist() == [0.0]


def test_norm_takes_an_integer_order():
    made = but(BY_NAME["Norm"].call(F16, shapes=((3,),)), scalar=s(S64, 1))
    assert run_lists(made, {"x[0]": [1, -2, 3]}, written=["out"])["out[0]"].tolist() == [6.0]


@pytest.mark.parametrize(
    ("name", "x", "others", "result"),
    [
        ("Log", [0, -1, INF], {}, [-INF, NAN, INF]),
        ("Sqrt", [-1, INF, 0], {}, [NAN, INF, 0]),
        ("Reciprocal", [0, -INF], {}, [INF, 0]),
        ("Acos", [2, 1], {}, [NAN, 0]),
        ("Sign", [NAN, -INF, 0], {}, [0, -1, 0]),
        ("Exp", [INF, -INF, NAN], {}, [INF, 0, NAN]),
        ("DivList", [1, 0, -1], {"x2": [0, 0, 0]}, [INF, NAN, -INF]),
        ("DivScalar", [1, -1, 0], {"scalar": 0.0}, [INF, -INF, NAN]),
        ("MaximumList", [NAN, 1, INF], {"x2": [1, NAN, 2]}, [NAN, NAN, INF]),
        ("MinimumScalar", [NAN, 1, INF], {"scalar": 2.0}, [NAN, 1, 2]),
        ("LerpScalar", [INF, 1], {"x2": [1, -INF], "scalar": -0.5}, [INF, NAN]),
        ("LerpList", [INF, 1, 1], {"x2": [1, -INF, 3], "weight": [-0.5, -0.5, NAN]}, [INF, NAN, NAN]),
        ("PowScalar", [0, -8, NAN], {"scalar": 0.0}, [1, 1, 1]),
        ("AddcdivScalar", [1, 1], {"x2": [1, 0], "x3": [0, 0], "scalar": 1.0}, [INF, NAN]),
        ("ZeroInplace", [NAN, INF], {}, [0, 0]),
    ],
)  # fmt: skip
def test_ends(name, x, others, result):
    assert np.array_equal(one(name, F32, x, **others), result, equal_nan=True)


@pytest.mark.parametrize(
    ("name", "dtype", "x", "others", "a2", "a5"),
    [
        ("Abs", F32, [-0.0], {}, ["0.0"], ["-0.0"]),
        ("PowList", F32, [NAN, 1, 2], {"x2": [0, NAN, 0]}, ["1.0", "1.0", "1.0"], ["nan", "nan", "1.0"]),
        ("PowScalarAndTensor", S32, [-1, -2, 0], {"scalar": -1}, ["-1", "1", "1"], ["0", "0", "1"]),
        ("PowScalarList", S32, [2, 3], {"scalar": 2**32 + 1}, ["2", "3"], ["0", "3"]),
        ("MaximumScalarList", S32, [5, -7], {"scalar": 2**32 + 1}, ["5", "1"], ["1", "1"]),
        ("MinimumScalarList", S32, [5, -7], {"scalar": 2**32 + 1}, ["1", "-7"], ["5", "-7"]),
        ("RoundOffNumber", F32, [0.7, 1.5, -2.5], {"scalar": 2}, ["0.0", "1.0", "-3.0"], ["1.0", "2.0", "-2.0"]),
    ],
)  # fmt: skip
def test_950_differs(name, dtype, x, others, a2, a5):
    assert [str(found) for found in one(name, dtype, x, **others)] == a2
    assert [str(found) for found in one(name, dtype, x, soc="Ascend950", **others)] == a5


def test_a_scalar_of_each_member():
    made = call(
        "aclnnForeachMulScalarList", x=[t(F32, (2,)), t(F32, ()), t(F32, (1,))],
        scalars=[s(F32, 2.0), s(F64, -3.0), s(F32, 0.5)], out=[t(F32, (2,)), t(F32, ()), t(F32, (1,))],
    )  # fmt: skip
    found = run_lists(made, {"x[0]": [1, 2], "x[1]": 5, "x[2]": [8]}, written=["out"])
    assert [found[f"out[{place}]"].tolist() for place in range(3)] == [[2, 4], -15, [4]]


def test_910b_rounds_the_scalars_of_a_list_to_float16():
    value = 1 + 2.0**-11 + 2.0**-20
    assert one("MulScalarList", F16, [1024.0], scalar=value) == [1025.0]
    assert one("MulScalarList", F16, [1024.0], scalar=value, soc="Ascend950") == [1025.0]
    assert one("AddScalarList", F16, [0.0], scalar=70000.0) == [INF]
    third = 1 + 2.0**-12
    assert one("MulScalarList", F16, [2048.0 + 2], scalar=third) == [2050.0]


def test_copies_convert_and_may_change_the_shape():
    made = call("aclnnForeachCopy", x=[t(F32, (2, 2)), t(F32, (1,))], out=[t(BF16, (5,)), t(BF16, (1,))])
    found = run_lists(
        made, {"x[0]": [[1, 2], [3, 4.0001]], "x[1]": [INF], "out[0]": [9] * 5}, written=["out"]
    )
    assert found["out[0]"].astype(float).tolist() == [1, 2, 3, 4, 9]
    assert found["out[1]"].astype(float).tolist() == [INF]


def test_the_same_list_may_be_read_and_written():
    tensors = [t(F32, (3,)), t(F32, (2,))]
    made = call("aclnnForeachAddList", x1=tensors, x2=tensors, alpha=t(F32, (1,)), out=tensors)
    found = run_lists(made, {"x1[0]": [1, 2, 3], "x1[1]": [4, 5], "alpha": [2]}, written=["x1", "x2", "out"])
    assert found["out[0]"].tolist() == [3, 6, 9]
    assert found["out[1]"].tolist() == [12, 15]


def test_many_members():
    members = 256
    lists = {name: [t(F32, (place % 5,)) for place in range(members)] for name in ("x1", "x2", "out")}
    made = call("aclnnForeachMulList", **lists)
    values = {
        f"{name}[{place}]": np.arange(place % 5) + place for name in ("x1", "x2") for place in range(members)
    }
    found = run_lists(made, values, written=["out"])
    for place in range(members):
        assert (found[f"out[{place}]"] == np.square(np.arange(place % 5) + place)).all()
