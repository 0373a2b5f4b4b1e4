"""Runs in the sandboxed process, together with student code. Depends on nothing of ours except wire and syntax.

Everything here is in the student's power, once student code runs: it is a convenience, never a guard. What it
sends is a claim that the trusted side checks.

A request is ``[id, op, ...]``; the reply is one of

- ``[id, "ok", ...]``
- ``[id, "raised", built-in class, text, [[file, line, function], ...]]``
- ``[id, "unsendable", type, why]``
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import os
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from types import FrameType, ModuleType
from typing import Any

import numpy as np

from . import wire
from .syntax import Plain

if sys.platform != "win32":
    import resource

HELLO = b"\x01"
"""The first byte of all: everything of ours is set up, the rest is the student's doing."""
MAX_TEXT = 4000
MAX_NAMES = 1000
MAX_FRAMES = 20
_FLAT = {np.ndarray, float, int, bool, str, bytes, complex, type(None)}
"""Types of values that hold no other value."""
_QUIET = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)


class Connection:
    """Blocking messages over two descriptors."""

    def __init__(self, resolve: Callable[[int, str], Any], end: Callable[[], None]) -> None:
        self.reader = wire.Reader(wire.REQUEST, resolve)
        self._end = end

    def open(self, read_fd: int, write_fd: int) -> None:
        self._in = io.FileIO(read_fd, closefd=False)
        self._out = io.FileIO(write_fd, "w", closefd=False)

    def receive(self) -> list[Any]:
        done = self.reader.ready()
        while not done:
            count = self._in.readinto(self.reader.space())
            if not count:
                self._end()
            done = self.reader.filled(count)
        return self.reader.take()

    def send(self, buffers: list[bytes | memoryview]) -> None:
        for buffer in buffers:
            done = self._out.write(buffer)
            while done < len(buffer):
                done += self._out.write(buffer[done:])


class Server:
    """Answers requests about one submission's files. Can be made before there is a submission."""

    def __init__(self, end: Callable[[], None] = lambda: os._exit(0)) -> None:
        self.home = ""
        self.modules: dict[str, ModuleType] = {}
        self.kept: dict[int, object] = {}
        self.warned: list[str] = []
        self.connection = Connection(self._resolve, end)
        self._writer = wire.Writer(wire.REPLY, self._keep)
        self._ops: dict[str, Callable[..., list[Any]]] = {
            "load": self.load,
            "call": self.call,
            "get": self.get,
            "parse": self.parse,
        }
        _collect_warnings(self.warned)

    def move_in(self, home: str, memory_now: int) -> None:
        """Receive the first frame: limits to keep, and files to put into ``home`` and to import from there.

        ``home`` comes last on the path, so that no file there takes the place of a module of anybody else's.
        """
        files: dict[str, bytes]
        files, memory, seconds = self.connection.receive()
        self.home = home
        _limit(memory_now and memory_now + memory, seconds)
        os.chdir(home)
        self._put(files)
        sys.path.append(home)

    def _put(self, files: Mapping[str, bytes]) -> None:
        """Write ``files`` into the home.

        Names can be too long, or be a file's and a folder's at once: then that file is not there.
        """
        for name, content in files.items():
            path = os.path.join(self.home, *name.split("/"))
            with contextlib.suppress(OSError):
                if "/" in name:
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                _write(path, content)

    def serve(self) -> None:
        """Answer until the other side goes away. Never returns."""
        self.connection.send([HELLO])
        while True:
            self.turn()

    def turn(self) -> None:
        """Answer one request."""
        number, op, *rest = self.connection.receive()
        self.warned.clear()
        reply = self._answer(number, op, rest)
        # This process ends by SIGKILL, so what is still buffered after the reply would be lost.
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except Exception:  # noqa: BLE001 the student may have replaced or closed them
            pass
        self.connection.send(reply)

    def _answer(self, number: int, op: str, rest: list[Any]) -> list[bytes | memoryview]:
        values: list[Any] = [None]
        try:
            values = self._ops[op](*rest)
            return self._writer.message(number, ["ok", *values])
        except wire.Refused as refusal:
            return self._writer.message(number, ["unsendable", _type_name(values[0]), str(refusal)])
        except BaseException as error:  # noqa: BLE001 whatever the student's code raised is the answer
            return self._writer.message(number, ["raised", *self._describe(error)])

    # ---- requests

    def load(self, name: str) -> list[Any]:
        """-> [functions, values] of the module in the file ``name``."""
        module = self.modules.get(name)
        if module is None:
            module = self._import(name)
            self.modules[name] = module
        functions: list[str] = []
        values: list[str] = []
        for key, value in list(vars(module).items())[:MAX_NAMES]:
            if type(key) is str and not key.startswith("_") and len(key) <= 200:
                (functions if callable(value) else values).append(key)
        return [None, functions, values]

    def _import(self, name: str) -> ModuleType:
        stem = name.rpartition("/")[2].removesuffix(".py")
        path = os.path.join(self.home, *name.split("/"))
        loaded = sys.modules.get(stem)
        if loaded is not None and getattr(loaded, "__file__", None) == path:
            return loaded  # another file of the student's imported it
        module = ModuleType(stem)
        module.__file__ = path
        if loaded is None:  # never in the place of a module that is in use, such as `random`
            sys.modules[stem] = module
        with open(path, "rb") as file:
            source = file.read()
        try:
            exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
        except BaseException:
            if sys.modules.get(stem) is module:
                del sys.modules[stem]
            raise
        return module

    def call(self, owner: str | int, function: str, kwargs: dict[str, Any] | None, *args: Any) -> list[Any]:
        """-> [value, type name, warning categories or None, arguments or None when they are as they were]."""
        before = self._fingerprint(args)
        value = getattr(self._owner(owner), function)(*args, **(kwargs or {}))
        changed = self._fingerprint(args) != before
        warned = list(dict.fromkeys(self.warned))[:20] if self.warned else None
        return [value, _type_name(value), warned, list(args) if changed else None]

    def _fingerprint(self, args: Sequence[Any]) -> list[Any]:
        """Equal as long as ``args`` are: the contents of arrays, or everything as it would be sent."""
        if _FLAT.issuperset(map(type, args)):
            return [(arg.shape, arg.dtype, arg.tobytes()) for arg in args if type(arg) is np.ndarray]
        writer = wire.Writer(wire.REQUEST, self._keep)
        return [writer.part(args).data, *(view.tobytes() for view in writer.raws)]  # type: ignore[union-attr]

    def get(self, owner: str | int, attribute: str) -> list[Any]:
        """-> [value or None when it is callable, whether it is callable]."""
        value = getattr(self._owner(owner), attribute)
        return [None, True] if callable(value) else [value, False]

    def parse(self, source: str | bytes, mode: str) -> list[Any]:
        """-> [syntax tree as plain data]. Executes nothing of the student's."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source, mode=mode)
        return [Plain().node(tree)]

    # ---- objects that stay here

    def _owner(self, owner: str | int) -> object:
        return self.modules[owner] if isinstance(owner, str) else self.kept[owner]

    def _resolve(self, number: int, type_name: str) -> object:
        return self.kept[number]

    def _keep(self, value: object) -> tuple[int, str] | None:
        """Instances of the student's own classes are kept; anything else cannot be used from outside."""
        number = id(value)
        if number not in self.kept:
            module = sys.modules.get(type(value).__module__)
            origin = getattr(module, "__file__", None)
            if module not in self.modules.values() and not str(origin).startswith(self.home + os.sep):
                return None
            self.kept[number] = value  # kept for good, so the id stays its own
        return number, _type_name(value)

    def _describe(self, error: BaseException) -> list[Any]:
        """-> [built-in class name, text, [[file, line, function], ...]]."""
        kind = type(error)
        name = next((base.__name__ for base in kind.__mro__ if base.__module__ == "builtins"), "Exception")
        text = _text(error)
        if name != kind.__name__:
            text = f"{kind.__name__[:200]}: {text}"
        places: list[list[Any]] = []
        if isinstance(error, SyntaxError) and error.filename and error.lineno:
            text = f"{error.msg}"[:MAX_TEXT]
            places = [[self._own(error.filename) or "<source>", error.lineno, ""]]
        trace = error.__traceback__
        own = []
        while trace is not None:
            file = self._own(_file(trace.tb_frame))
            if file:
                own.append([file, trace.tb_lineno, trace.tb_frame.f_code.co_name[:200]])
            trace = trace.tb_next
        return [name, text.encode("utf-8", "backslashreplace").decode(), own[-MAX_FRAMES:] + places]

    def _own(self, path: object) -> str:
        home = self.home + os.sep
        own = isinstance(path, str) and path.startswith(home)
        return str(path)[len(home) :].replace(os.sep, "/")[:200] if own else ""


def _write(path: str, content: bytes) -> None:
    """Make the file, without the buffers of ``open``, which every child would make anew. Raises OSError."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, 0o666)
    try:
        left = memoryview(content)
        while left:
            left = left[os.write(descriptor, left) :]
    finally:
        os.close(descriptor)


def _limit(memory: int, seconds: int) -> None:
    """Keep to ``memory`` bytes, if not 0, and ``seconds`` of processor time, on systems that count."""
    if sys.platform == "win32":
        return
    for limit, value in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds)):
        if value:
            with contextlib.suppress(
                ValueError, OSError
            ):  # there is a lower limit already, or none can be set
                resource.setrlimit(limit, (value, value))


def _file(frame: FrameType) -> str:
    return frame.f_code.co_filename


def _type_name(value: object) -> str:
    kind = type(value)
    if kind is np.ndarray:
        return "numpy.ndarray"
    module = getattr(kind, "__module__", "")
    name = kind.__name__ if module in ("builtins", "__main__") else f"{module}.{kind.__name__}"
    return name[:200] if name.isascii() else name[:200].encode("utf-8", "backslashreplace").decode()


def _text(error: BaseException) -> str:
    try:
        return str(error)[:MAX_TEXT]
    except Exception as second:  # noqa: BLE001 a __str__ of the student's
        return f"(its text cannot be shown: {type(second).__name__[:200]})"


def _collect_warnings(into: list[str]) -> None:
    """Show every warning at every place, as the name of its nearest built-in category."""

    def note(message: Warning | str, category: type[Warning], *_: Any) -> None:
        if len(into) < 1000:
            into.append(next(c.__name__ for c in category.__mro__ if vars(builtins).get(c.__name__) is c))

    warnings.showwarning = note  # type: ignore[assignment]
    warnings.simplefilter("always")
    for category in _QUIET:
        warnings.simplefilter("ignore", category)
