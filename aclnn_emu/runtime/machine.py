"""The simulated machine of this process."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from aclnn_emu.errors import AclFailure, EmuError, RtError, RtInvalidDevice, RtNoContext
from aclnn_emu.runtime.config import Config
from aclnn_emu.runtime.device import Device, visible_ids
from aclnn_emu.runtime.handles import HandleTable
from aclnn_emu.runtime.host import HostMemory
from aclnn_emu.runtime.ids import IdPool
from aclnn_emu.runtime.initialise import InitState
from aclnn_emu.runtime.memory import AddressSpace
from aclnn_emu.runtime.observe import Hooks, configure_logging, make_checker
from aclnn_emu.runtime.profile import profile
from aclnn_emu.runtime.schedule import make_scheduler
from aclnn_emu.runtime.threads import ErrorCollector, ThreadState, thread_tag

if TYPE_CHECKING:
    from aclnn_emu.runtime.context import Context
    from aclnn_emu.runtime.observe import Listener
    from aclnn_emu.runtime.place import Place

__all__ = ["Machine", "configure", "exists", "machine", "reset"]


class _Threads(threading.local):
    """Something of each thread's own."""

    def __init__(self) -> None:
        self.state = ThreadState()  # runs in every thread that looks


class Machine:
    """Devices, their objects, and what belongs to the process as a whole.

    Attributes:
        config: what it was built from; `launch_blocking` of it.
        profile: the chip.
        devices: by id; those that ASCEND_RT_VISIBLE_DEVICES leaves.
        no_devices_reason: why `devices` is empty.
        handles: numbers of contexts, streams, events.
        host: page-locked and registered host memory.
        scheduler: runs the streams' tasks.
        listeners: told of everything; see `listen`.
        hooks: how they are told of what happens often; None while nobody listens.
        checker: the one of them that the configuration's `check` asks for.
        lock: every change of state happens under it (``with machine.lock:``), waiting threads wait on it.
        mutex: the same lock by itself, which is quicker to take, for what every task goes through.
        init: aclInit's state.
        errors: the process's error texts, used in err_msg_mode 1.
        system_params: values of aclrtSetSysParamOpt.
        places: what pointers to device memory were found to be, by number, function and parameter.
        threads: its attribute `state` is the calling thread's state.
    """

    def __init__(self, config: Config) -> None:
        self.config = config
        self.profile = profile(config.soc)
        self.launch_blocking = config.launch_blocking  # asked at every task
        self.mutex = threading.RLock()
        self.lock = threading.Condition(self.mutex)
        self.handles = HandleTable()
        self.host = HostMemory()
        self.listeners: tuple[Listener, ...] = ()
        self.hooks: Hooks | None = None
        self.checker: Listener | None = None
        self.init = InitState()
        self.errors = ErrorCollector()
        self.system_params: dict[int, int] = {}
        self.places: dict[Any, Place] = {}
        self.threads = _Threads()
        ids, self.no_devices_reason = visible_ids(config.visible_devices, config.devices)
        self.devices = [self._new_device(index, physical) for index, physical in enumerate(ids)]
        self.scheduler = make_scheduler(config.schedule, self)

    def _new_device(self, device_id: int, physical_id: int) -> Device:
        chip = self.profile
        limit = self.config.memory_limit
        memory = AddressSpace(device_id, chip.memory_bytes if limit is None else limit, chip.padding_bytes)
        streams, events = IdPool(chip.stream_limit), IdPool(chip.event_limit)
        return Device(device_id, physical_id, self, memory, streams, events)

    def thread(self) -> ThreadState:
        """The calling thread's state."""
        return self.threads.state

    def current_context(self, *, function: str = "The call") -> Context:
        """The calling thread's current context; `function` asks, for the error text.

        A thread without one gets the primary context of the default device, if aclInit configured one.

        Raises:
            RtNoContext: (107002) neither is there.
        """
        thread = self.threads.state
        context = thread.latest  # `ThreadState.context` in place
        if context is not None and context.alive:
            return context
        context = thread.context
        if context is not None:
            return context
        if self.init.default_device is None or thread.bound:
            raise RtNoContext("ACL-CTX-001", function=function)
        from aclnn_emu.runtime.context import set_device  # context imports this module

        return set_device(self.devices[self.init.default_device])

    def device(self, device_id: int, *, function: str) -> Device:
        """The device with this id.

        Raises:
            RtInvalidDevice: (107001) there is none.
        """
        if 0 <= device_id < len(self.devices):
            return self.devices[device_id]
        raise RtInvalidDevice("ACL-DEV-001", function=function, got=device_id, count=len(self.devices))

    def space_of(self, address: int) -> AddressSpace | None:
        """The address space in whose range the number lies, None for a number outside all ranges."""
        for device in self.devices:  # few, mostly one: quicker than to ask `device_of_address`
            space = device.memory
            if space.lowest <= address < space.end:
                return space
        return None

    def listen(self, listener: Listener) -> None:
        """Tell `listener` of everything from now on, on this machine and on those that take its place."""
        self._set_listeners((*self.listeners, listener))

    def leave(self, listener: Listener) -> None:
        """Tell `listener` nothing more, if it was told."""
        self._set_listeners(tuple(other for other in self.listeners if other is not listener))

    def _set_listeners(self, listeners: tuple[Listener, ...]) -> None:
        self.listeners = listeners
        self.hooks = Hooks(listeners) if listeners else None

    def emit(self, event: str, fields: Mapping[str, Any]) -> None:
        """Tell the listeners of what happens seldom; see `observe.Listener` for the fields of each event."""
        for listener in self.listeners:
            listener.notify(event, fields)

    def synchronized(self, waited: object, function: str) -> None:
        """Tell the listeners that the host knows the work of `waited` to be over; `function` asked."""
        hooks = self.hooks
        if hooks is not None:
            hooks.synchronize(waited, function)

    def record_error(self, error: EmuError) -> None:
        """Keep the text of a failed call for aclGetRecentErrMsg, and a runtime code for aclrtGetLastError."""
        thread = self.thread()
        thread.last_failure = error
        if isinstance(error, RtError):
            thread.last_error = error.status
        if self.init.shared_errors:
            self.errors.add(error, tag=thread_tag())
        else:
            thread.error_text.add(error)
        self.emit("error", {"error": error})

    def recent_error(self) -> str | None:
        """What aclGetRecentErrMsg returns to the calling thread."""
        return self.thread().recent_error(self.errors if self.init.shared_errors else None)

    def in_use(self) -> str:
        """What exists on the machine, in words; empty when nothing does."""
        found = []
        if self.init.count:
            found.append("aclInit without aclFinalize")
        for device in self.devices:
            if device.contexts:
                found.append(f"{len(device.contexts)} contexts on device {device.id}")
            if device.memory.allocations:
                found.append(f"{len(device.memory.allocations)} allocations on device {device.id}")
        if self.host.blocks:
            found.append(f"{len(self.host.blocks)} blocks of page-locked memory")
        return ", ".join(found)

    def shut_down(self) -> None:
        """Stop the scheduler and invalidate every object; queued work is dropped."""
        self.scheduler.shutdown()
        with self.lock:
            self.handles.release_all()
            for device in self.devices:
                device.contexts.clear()
                device.primary = None
                device.memory.free_all(origin="a reset of the machine")


current: Machine | None = None
"""The process's machine, None before its first use; only what runs at every call reads this and not `machine`."""

_making = threading.Lock()


def machine() -> Machine:
    """The process's machine, made from the environment when first asked for."""
    return current if current is not None else _make(None)


def exists() -> bool:
    """Whether the process has a machine already."""
    return current is not None


def _make(config: Config | None) -> Machine:
    global current  # noqa: PLW0603 - one machine a process, as one driver a host
    with _making:
        if current is None:
            made = Machine(Config.from_environment() if config is None else config)
            _watch(made, None)
            log = configure_logging(os.environ)
            if log is not None:
                made.listen(log)
            current = made
            made.emit("machine", {"machine": made})
        return current


def _watch(made: Machine, old: Machine | None) -> None:
    """Let the checker watch the machine, if its configuration says so: the old machine's where the options are its."""
    if not made.config.check:
        return
    kept = old is not None and old.config.check_options == made.config.check_options
    made.checker = old.checker if kept and old is not None else None
    if made.checker is None:
        made.checker = make_checker(made.config.check_options)
    made.listen(made.checker)


def _replace(config: Config) -> Machine:
    global current
    with _making:
        made = Machine(config)
        _watch(made, current)
        old, current = current, made
    if old is not None:
        old.shut_down()
        for listener in old.listeners:
            if listener is not old.checker:
                made.listen(listener)
    made.emit("machine", {"machine": made})
    return made


def configure(**changes: Any) -> Machine:
    """Change settings (the fields of `Config`): a new machine takes the place of an unused one.

    Raises:
        AclFailure: (500001) something exists on the machine.
        AclInvalidParam: (100000) an unknown setting or a wrong value.
    """
    base = current.config if current is not None else Config.from_environment()
    config = base.changed(changes)
    used = current.in_use() if current is not None else ""
    if used:
        raise AclFailure("ACL-INIT-010", used=used)
    if current is None:
        return _make(config)
    return _replace(config)


def reset() -> Machine:
    """A fresh machine with the same settings and listeners; all objects of the old one are dead."""
    return _make(None) if current is None else _replace(current.config)
