"""The exception tree: inside the package failures are exceptions, and each class carries its status.

    EmuError
    ├── AclError                    the acl layer (100000 ...): caught before the runtime is asked
    │   ├── AclInvalidParam         100000   a null output, null handle or value outside its list
    │   ├── AclRepeatInitialize     100002
    │   ├── AclInvalidFile          100003
    │   ├── AclParseFile            100006
    │   ├── AclRepeatFinalize       100037
    │   ├── AclNotSupported         200001   not emulated
    │   ├── AclFeatureUnsupported   200006
    │   ├── AclInternal             500000
    │   └── AclFailure              500001
    ├── RtError                     the runtime layer (107xxx caller, 207xxx resources, 507xxx inside)
    │   ├── RtParamInvalid          107000
    │   ├── RtInvalidDevice         107001
    │   ├── RtNoContext             107002
    │   ├── RtStreamContext         107003
    │   ├── RtTimestampInvalid      107006
    │   ├── RtStreamSubscribe       107011
    │   ├── RtThreadSubscribe       107012
    │   ├── RtStreamNoCallback      107015
    │   ├── RtInvalidMemoryType     107016
    │   ├── RtInvalidHandle         107017
    │   ├── RtTaskTimeout           107020
    │   ├── RtSysParamNotSet        107021
    │   ├── RtStreamAbort           107023
    │   ├── RtStreamNotCaptured     107029
    │   ├── RtNotSupported          207000
    │   ├── RtMemoryAllocation      207001
    │   ├── RtNoDevice              207004
    │   ├── RtNoEventResource       207007
    │   ├── RtNoStreamResource      207008
    │   ├── RtInternal              507000
    │   ├── RtContextRelease        507007
    │   ├── RtReportTimeout         507012
    │   ├── RtDeviceFault           507035   a kernel touched memory that is not its own
    │   ├── RtStreamSyncTimeout     507046
    │   └── RtEventSyncTimeout      507047
    └── AclnnError                  the operator API
        ├── ParamNullptr            161001
        ├── ParamInvalid            161002
        ├── RuntimeFailure          361001   a runtime error that crossed into aclnn
        └── InnerError              561000
            ├── TilingError         561002   the kernel's own checks refuse the arguments
            ├── FindKernel          561003   no kernel: the operator is not emulated
            └── InnerNullptr        561103

Raise with a message id and the values of its template, never with a text of your own::

    raise ParamInvalid("ACLNN-PARAM-004", op="aclnnAdd", param="self", got="UINT4", allowed="FLOAT, ...")

`boundary` is the only place that turns an exception into a number.
"""

from __future__ import annotations

from typing import Any, ClassVar

from aclnn_emu.abi.messages import message

__all__ = [
    "AclError", "AclFailure", "AclFeatureUnsupported", "AclInternal", "AclInvalidFile", "AclInvalidParam",
    "AclNotSupported", "AclParseFile", "AclRepeatFinalize", "AclRepeatInitialize",
    "AclnnError", "EmuError", "FindKernel", "InnerError", "InnerNullptr",
    "ParamInvalid", "ParamNullptr", "RtContextRelease", "RtDeviceFault", "RtError",
    "RtEventSyncTimeout", "RtInternal", "RtInvalidDevice", "RtInvalidHandle",
    "RtInvalidMemoryType", "RtMemoryAllocation", "RtNoContext", "RtNoDevice", "RtNoEventResource",
    "RtNoStreamResource", "RtNotSupported", "RtParamInvalid", "RtReportTimeout", "RtStreamAbort",
    "RtStreamContext", "RtStreamNoCallback", "RtStreamNotCaptured", "RtStreamSubscribe",
    "RtStreamSyncTimeout", "RtSysParamNotSet", "RtTaskTimeout", "RtThreadSubscribe", "RtTimestampInvalid",
    "RuntimeFailure", "TilingError",
]  # fmt: skip


class EmuError(Exception):
    """A failure with a status code and a text from the message table.

    Args:
        message_id: id of the row in `abi.messages`.
        **values: the fields that the row's templates name.
    """

    status: ClassVar[int]

    def __init__(self, message_id: str, /, **values: Any) -> None:
        row = message(message_id)
        self.message_id = message_id
        self.values = values
        self.code = row.code
        self.text = row.text.format(**values)
        self.solution = row.solution.format(**values)
        super().__init__(message_id)

    def __str__(self) -> str:
        return f"[{self.message_id}] {self.text} {self.solution}"


class AclError(EmuError):
    """Found in the acl layer."""


class RtError(EmuError):
    """Found in the runtime layer."""


class AclnnError(EmuError):
    """Found by the operator API."""


class AclInvalidParam(AclError):
    """A null output, a null handle or a value outside its list."""

    status = 100000


class AclRepeatInitialize(AclError):
    """aclInit while initialised."""

    status = 100002


class AclInvalidFile(AclError):
    """A path that cannot be read as a configuration."""

    status = 100003


class AclParseFile(AclError):
    """A configuration that is not what it should be."""

    status = 100006


class AclRepeatFinalize(AclError):
    """Finalize when nothing is initialised."""

    status = 100037


class AclNotSupported(AclError):
    """The function is declared by CANN and not emulated."""

    status = 200001


class AclFeatureUnsupported(AclError):
    """A flag or feature that the function does not take."""

    status = 200006


class AclInternal(AclError):
    """The acl layer failed inside."""

    status = 500000


class AclFailure(AclError):
    """The acl layer failed."""

    status = 500001


class RtParamInvalid(RtError):
    """A value that the runtime does not take."""

    status = 107000


class RtInvalidDevice(RtError):
    """A device id outside 0 .. count-1."""

    status = 107001


class RtNoContext(RtError):
    """The thread has no context, or the context is unknown."""

    status = 107002


class RtStreamContext(RtError):
    """The stream belongs to a context that is not current."""

    status = 107003


class RtTimestampInvalid(RtError):
    """The event has no timestamp yet."""

    status = 107006


class RtStreamSubscribe(RtError):
    """The stream is subscribed already, or not at all."""

    status = 107011


class RtThreadSubscribe(RtError):
    """The thread is subscribed elsewhere, or not at all."""

    status = 107012


class RtStreamNoCallback(RtError):
    """A callback launch on a stream that nobody subscribed to."""

    status = 107015


class RtInvalidMemoryType(RtError):
    """A memory attribute outside its list."""

    status = 107016


class RtInvalidHandle(RtError):
    """A destroyed or foreign stream, event or other handle."""

    status = 107017


class RtTaskTimeout(RtError):
    """A task waited longer than aclrtSetOpWaitTimeout allows."""

    status = 107020


class RtSysParamNotSet(RtError):
    """A system parameter that was never set."""

    status = 107021


class RtStreamAbort(RtError):
    """The stream was aborted."""

    status = 107023


class RtStreamNotCaptured(RtError):
    """The call is for a stream under graph capture."""

    status = 107029


class RtNotSupported(RtError):
    """The runtime does not support this."""

    status = 207000


class RtMemoryAllocation(RtError):
    """The device is out of memory."""

    status = 207001


class RtNoDevice(RtError):
    """No usable device."""

    status = 207004


class RtNoEventResource(RtError):
    """No event id left."""

    status = 207007


class RtNoStreamResource(RtError):
    """No stream left."""

    status = 207008


class RtInternal(RtError):
    """The runtime failed inside."""

    status = 507000


class RtContextRelease(RtError):
    """The device or context is not set, or is being released."""

    status = 507007


class RtReportTimeout(RtError):
    """No callback report arrived in time."""

    status = 507012


class RtDeviceFault(RtError):
    """A kernel touched memory that is not its own."""

    status = 507035


class RtStreamSyncTimeout(RtError):
    """The stream did not finish in time."""

    status = 507046


class RtEventSyncTimeout(RtError):
    """The event did not complete in time."""

    status = 507047


class ParamNullptr(AclnnError):
    """A required argument is null."""

    status = 161001


class ParamInvalid(AclnnError):
    """An argument is refused: dtype, format, rank, shape, attribute, promotion or cast."""

    status = 161002


class RuntimeFailure(AclnnError):
    """A runtime error that crossed into the operator API."""

    status = 361001


class InnerError(AclnnError):
    """The operator API failed inside."""

    status = 561000


class TilingError(InnerError):
    """The arguments fit the prototype, but the kernel's tiling function refuses them."""

    status = 561002


class FindKernel(InnerError):
    """There is no kernel: the operator is not emulated."""

    status = 561003


class InnerNullptr(InnerError):
    """A null object, or a view that reaches beyond its storage."""

    status = 561103
