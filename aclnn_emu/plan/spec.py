"""The declaration of an operator: its C prototype, its ordered checks and its plan function.

An operator is written once, as a decorated plan function::

    @operator(
        "aclnnAdds(const aclTensor *self, const aclScalar *other, const aclScalar *alpha, aclTensor *out)",
        checks=(not_null("self", "other", "alpha", "out"), dtype_in(ADD, "self", "other"), ...),
        source="ops-math/math/add/op_api/aclnn_add.cpp",
    )
    def adds(b, self, other, alpha, out): ...

The prototype is the interface: it yields the Python face, the C header and the C export. ``workspaceSize``
and ``executor`` are the same for every operator and are not written.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from keyword import iskeyword
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.core.lifetime import require_alive
from aclnn_emu.core.tensor import Tensor
from aclnn_emu.plan.executor import Executor
from aclnn_emu.plan.signature import is_quick, quick_signature, signature_of

if TYPE_CHECKING:
    from aclnn_emu.plan.checks import Check
    from aclnn_emu.plan.graph import Plan
    from aclnn_emu.runtime.profile import Profile

__all__ = ["REGISTRY", "Call", "Operator", "Param", "face_name", "operator", "snake_case"]

_KINDS = {
    "aclTensor": "tensor",
    "aclTensorList": "tensor_list",
    "aclScalar": "scalar",
    "aclScalarList": "scalar_list",
    "aclIntArray": "int_array",
    "aclFloatArray": "float_array",
    "aclBoolArray": "bool_array",
    "char": "string",
}
_OUTPUTS = frozenset(
    {"out", "gradInput", "gradXOut", "updatedScale", "updatedGrowthTracker"}
)  # outputs by these names, whether or not the prototype says const
_PARAM = re.compile(r"^(const\s+)?(?!const\b)(\w+)(\s*\*\s*|\s+)(\w+)$")


def snake_case(name: str) -> str:
    """``gradOutput`` -> ``grad_output``; a word that Python has for itself gets an underscore (``from_``)."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
    return f"{snake}_" if iskeyword(snake) else snake


def face_name(name: str) -> str:
    """The name of an operator's Python face: ``aclnnInplaceAdd`` -> ``inplace_add``."""
    return snake_case(name.removeprefix("aclnn"))


@attrs.frozen
class Param:
    """One parameter of phase 1.

    Attributes:
        name: as in the prototype (``gradOutput``).
        ctype: the C type as declared, for instance ``const aclTensor *``.
        kind: tensor, tensor_list, scalar, int_array ... or attr for a plain value.
        role: input, output, inout (``selfRef``) or attr.
        optional: it may be null: no check refuses a null pointer.
    """

    name: str
    ctype: str
    kind: str
    role: str
    optional: bool = False


def _parse_param(text: str) -> Param:
    match = _PARAM.match(text.strip())
    if not match:
        raise ValueError(f"not a C parameter: {text!r}")
    const, base, between, name = match.groups()
    pointer = "*" in between
    ctype = f"{'const ' if const else ''}{base}{' *' if pointer else ''}"
    kind = _KINDS.get(base, "attr") if pointer else "attr"
    role = "attr" if kind == "attr" else "input"
    if name.endswith("Ref"):  # some prototypes say const and write all the same
        role = "inout"
    elif kind in ("tensor", "tensor_list") and (not const or name in _OUTPUTS):
        role = "output"
    return Param(name, ctype, kind, role)


def parse_prototype(text: str) -> tuple[str, tuple[Param, ...]]:
    """Split ``aclnnName(type a, type *b)`` into the name and its parameters."""
    match = re.match(r"^\s*(aclnn\w+)\s*\((.*)\)\s*$", text, re.DOTALL)
    if not match:
        raise ValueError(f"not a prototype: {text!r}")
    params = [_parse_param(part) for part in match[2].split(",")]
    if match[1].startswith("aclnnInplace") and params[0].kind == "tensor":
        params[0] = attrs.evolve(params[0], role="inout")
    return match[1], tuple(params)


@attrs.define(eq=False)
class Call:
    """One phase-1 call while it is checked and planned.

    Attributes:
        operator: whose call it is.
        args: the arguments by parameter name.
        profile: the chip, which decides dtype lists.
        promoted: the dtype that a promotion check found, -1 before.
    """

    operator: Operator
    args: dict[str, Any]
    profile: Profile
    promoted: int = -1


_PLAN_LIMIT = 2048  # keys of plans that an operator remembers


@attrs.frozen(kw_only=True, eq=False)
class Operator:
    """A declared operator.

    Attributes:
        name: C name of phase 2, for instance ``aclnnAdd``.
        params: phase-1 parameters without workspaceSize and executor.
        checks: run in this order; the first that fails decides status and text.
        plan: builds the L0 steps; called with a `Builder` and the arguments.
        source: the vendor file that the facts were taken from.
        summary: one sentence with the formula.
        deviations: where we differ from the source, in words.
        tensors: all tensors among a call's arguments in parameter order, list members in place: the slots of a plan.
    """

    name: str
    params: tuple[Param, ...]
    checks: tuple[Check, ...]
    plan: Callable[..., None]
    source: str
    summary: str
    deviations: tuple[str, ...] = ()
    tensors: Callable[[tuple[Any, ...]], tuple[Tensor | None, ...]] = attrs.field(init=False, repr=False)
    _objects: tuple[int, ...] = attrs.field(
        init=False, repr=False
    )  # places of the parameters that have a life
    _lists: tuple[int, ...] = attrs.field(init=False, repr=False)
    _plans: dict[Any, Plan] = attrs.field(init=False, repr=False, factory=dict)

    @_objects.default
    def _find_objects(self) -> tuple[int, ...]:
        return tuple(i for i, param in enumerate(self.params) if param.kind not in ("attr", "string"))

    @_lists.default
    def _find_lists(self) -> tuple[int, ...]:
        return tuple(i for i, param in enumerate(self.params) if param.kind in ("tensor_list", "scalar_list"))

    @tensors.default
    def _find_tensors(self) -> Callable[[tuple[Any, ...]], tuple[Tensor | None, ...]]:
        kinds = [param.kind for param in self.params]
        places = [i for i, kind in enumerate(kinds) if kind in ("tensor", "tensor_list")]
        if len(places) > 1 and "tensor_list" not in kinds:
            return itemgetter(*places)

        def flat(args: tuple[Any, ...]) -> tuple[Tensor | None, ...]:
            found: list[Tensor | None] = []
            for place in places:
                if kinds[place] == "tensor":
                    found.append(args[place])
                elif args[place] is not None:
                    found.extend(args[place].items)
            return tuple(found)

        return flat

    @property
    def face_name(self) -> str:
        """The name of the Python face."""
        return face_name(self.name)

    @property
    def prototype(self) -> str:
        """Phase 1 as C declares it, without workspaceSize and executor."""
        return f"{self.name}({', '.join(f'{p.ctype} {p.name}'.replace('* ', '*') for p in self.params)})"

    def compile(self, args: tuple[Any, ...], profile: Profile) -> Executor:
        """Phase 1: check the arguments and build the plan.

        A call whose metadata was seen before reuses the plan that was built then, as the real library's
        phase-1 cache does; the checks passed then and depend on nothing else.

        Args:
            args: core objects, numbers or None in the order of `params`; a wrong number of them is the
                caller's TypeError, as a C compiler's.
            profile: the chip.

        Raises:
            ParamNullptr (161001), ParamInvalid (161002), InnerNullptr (561103): see `checks`.
        """
        if len(args) != len(self.params):
            raise TypeError(
                f"{self.name}GetWorkspaceSize takes {len(self.params)} arguments "
                f"({', '.join(p.name for p in self.params)}), got {len(args)}"
            )
        key = signature_of(args, profile)
        plan = self._plans.get(key) if key is not None else None
        if plan is None:
            self._require_alive(args)
            plan = self._build(args, profile)
            if key is not None:
                self._remember(key, plan)
                self._remember_quick(args, profile, plan)
        return Executor(plan, self.tensors(args))

    def recall(self, args: tuple[Any, ...], profile: Profile) -> Executor | None:
        """Phase 1 of a call whose metadata was seen before, found quickly; None where `compile` must look closer.

        Args:
            args: as many as `params`; of whatever kind the caller passed.
            profile: the chip.
        """
        if self._lists:
            return None
        tensors = self.tensors(args)
        try:
            plan = self._plans.get(quick_signature(args, len(set(tensors)), profile.name))
        except TypeError:
            return None
        return None if plan is None else Executor(plan, tensors)

    def _remember_quick(self, args: tuple[Any, ...], profile: Profile, plan: Plan) -> None:
        """Let `recall` find the plan too, if no list and no tensor passed twice is among the arguments."""
        if self._lists or not is_quick(args):
            return
        tensors = self.tensors(args)
        given = [tensor for tensor in tensors if tensor is not None]
        if len(set(given)) == len(given):
            self._remember(quick_signature(args, len(set(tensors)), profile.name), plan)

    def _remember(self, key: tuple[Any, ...], plan: Plan) -> None:
        if len(self._plans) >= _PLAN_LIMIT:
            self._plans.clear()
        self._plans[key] = plan

    def _require_alive(self, args: tuple[Any, ...]) -> None:
        function = f"{self.name}GetWorkspaceSize"
        for place in self._objects:
            value = args[place]
            if value is not None and not value.alive:
                require_alive(value, function=function, parameter=self.params[place].name)
        for place in self._lists:
            for position, member in enumerate(args[place].items if args[place] is not None else ()):
                name = f"{self.params[place].name}[{position}]"
                require_alive(member, function=function, parameter=name)

    def _build(self, args: tuple[Any, ...], profile: Profile) -> Plan:
        from aclnn_emu.plan.builder import Builder

        call = Call(self, {p.name: a for p, a in zip(self.params, args, strict=True)}, profile)
        for check in self.checks:
            check.run(call)
        builder = Builder(call)
        self.plan(builder, *args)
        return builder.finish()


REGISTRY: dict[str, Operator] = {}


def operator(
    prototype: str,
    *,
    checks: tuple[Check, ...],
    source: str,
    deviations: tuple[str, ...] = (),
    written: tuple[str, ...] = (),
    read: tuple[str, ...] = (),
) -> Callable[[Callable[..., None]], Operator]:
    """Declare an operator; the decorated function is its plan.

    The declaration verifies itself: unique name, a source, a docstring, plan parameters equal to the
    declared ones, and checks that name declared parameters.

    Args:
        prototype: phase 1 without workspaceSize and executor.
        checks: in the order of the source.
        source: the vendor file.
        deviations: where we differ from it.
        written: tensors that the prototype declares const and the operator writes all the same.
        read: tensors that the prototype does not declare const and the operator only reads.
    """
    name, parsed = parse_prototype(prototype)
    required = _never_null(checks)
    params = tuple(
        attrs.evolve(
            param,
            role="inout" if param.name in written else "input" if param.name in read else param.role,
            optional=param.kind != "attr" and param.name not in required,
        )
        for param in parsed
    )

    def declare(plan: Callable[..., None]) -> Operator:
        declared = Operator(
            name=name,
            params=params,
            checks=checks,
            plan=plan,
            source=source,
            summary=(inspect.getdoc(plan) or "").split("\n\n")[0],
            deviations=deviations,
        )
        _verify(declared)
        REGISTRY[name] = declared
        return declared

    return declare


def _never_null(checks: Iterable[Check]) -> set[str]:
    """The parameters that some check refuses when they are null, whatever the others are."""
    names: set[str] = set()
    for check in checks:
        if check.kind == "not_null":
            names.update(check.params)
        if check.kind != "when_given":
            names |= _never_null(check.facts.get("checks", ()))
    return names


def _verify(declared: Operator) -> None:
    name = declared.name
    if name in REGISTRY:
        raise ValueError(f"{name} is declared twice")
    if not declared.source:
        raise ValueError(f"{name} names no source")
    if not declared.summary:
        raise ValueError(f"{name}: the plan function has no docstring")
    expected = ["b", *(snake_case(p.name) for p in declared.params)]
    code = inspect.unwrap(declared.plan).__code__
    found = list(code.co_varnames[: code.co_argcount])
    # The plan of a table's rows takes what differs between their prototypes as *args.
    if found != expected and not (code.co_flags & inspect.CO_VARARGS and found == ["b"]):
        raise ValueError(f"{name}: the plan function takes {found}, the prototype wants {expected}")
    known = {p.name for p in declared.params}
    for check in declared.checks:
        unknown = set(check.params) - known
        if unknown:
            raise ValueError(f"{name}: check {check.kind} names unknown parameters {sorted(unknown)}")
