"""The course's first step: a kernel as a Python function, called in loops over blocks and threads.

A GPU runs the turns of these loops at the same time and in no order. Here they run one after the other.

>>> def double(i, x, out, n):
...     if guard(i < n):
...         out[i] = 2 * x[i]
>>> out = [0] * 3
>>> run_kernel(double, 4, [1, 2, 3], out, 3)
4 threads: 3 stored, 1 did nothing: thread 3. Guards: 3 yes, 1 no.
>>> out
[2, 4, 6]

Arguments that have elements (lists, arrays of NumPy, tensors of PyTorch) are watched: an index below zero or past the end
is an error that names the block and the thread. Python alone would take ``x[-1]`` for the last element. The same kernels
give the same numbers as ``grade simulate``.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Sequence, Tuple, Union

__all__ = [
    "BarrierError",
    "Launch",
    "OutOfBounds",
    "SimulationError",
    "blk_kernel",
    "blk_kernel2d",
    "blk_kernel2d_shar",
    "cdiv",
    "dim3",
    "guard",
    "run_kernel",
]

MAX_THREADS = 1024
"""The most threads of a block (CUDA C++ Programming Guide, Compute Capabilities)."""


class SimulationError(Exception):
    """A thread did what it must not do, or a GPU would refuse the launch."""


class OutOfBounds(SimulationError, IndexError):
    """A thread used an index that an array does not have."""


class BarrierError(SimulationError):
    """Some threads of a block wait at a barrier, and the others have returned."""


@dataclass(frozen=True)
class dim3:
    """Three extents or indexes, x first, as CUDA has them."""

    x: int
    y: int = 1
    z: int = 1


def cdiv(a: int, b: int) -> int:
    """Returns a / b, rounded up: how many blocks of b threads cover a elements."""
    return (a + b - 1) // b


def guard(inside: Any) -> bool:
    """Returns the condition as a bool, and counts it. Use it in the place of a plain ``if condition``."""
    inside = bool(inside)
    watch = _current()
    if watch is not None:
        watch.count_guard(inside)
    return inside


@dataclass(frozen=True)
class Launch:
    """What the threads of a launch did. Its ``repr`` shows it in a notebook."""

    blocks: int
    threads: int
    """Of all blocks together."""
    stored: int
    """Threads that stored an element of an argument."""
    idle: Tuple[str, ...]
    """Threads that stored nothing, e.g. ``thread 3 of block 1``."""
    guard_yes: int
    guard_no: int
    loads: int
    """Loads of elements of arguments. Shared memory does not count."""
    stores: int
    barriers: int
    """Barriers that all threads of a block have reached."""

    def __repr__(self) -> str:
        within = "" if self.blocks == 1 else f" in {_count(self.blocks, 'block')}"
        text = f"{_count(self.threads, 'thread')}{within}: {self.stored} stored"
        if self.idle:
            shown = ", ".join(self.idle[:3]) + (", …" if len(self.idle) > 3 else "")
            text += f", {len(self.idle)} did nothing: {shown}"
        text += "."
        if self.guard_yes + self.guard_no:
            text += f" Guards: {self.guard_yes} yes, {self.guard_no} no."
        if self.barriers:
            text += f" {_count(self.barriers, 'barrier')}."
        return text


def run_kernel(f: Callable[..., None], times: int, *args: Any) -> Launch:
    """Calls ``f(i, *args)`` for each i from 0 to times - 1."""
    watch = _Watch(f, 1)
    views = watch.views(args)
    _check_whole("times", times)
    for i in range(times):
        watch.enter(None, f"thread {i}")
        watch.call(f, i, *views)
    return watch.launch(times)


def blk_kernel(f: Callable[..., None], blocks: int, threads: int, *args: Any) -> Launch:
    """Calls ``f(block, thread, threads, *args)`` for each thread of each block, in one dimension."""
    _check_whole("blocks", blocks)
    _check_block(dim3(threads))
    watch = _Watch(f, blocks)
    views = watch.views(args)
    for block in range(blocks):
        for thread in range(threads):
            watch.enter(f"block {block}", f"thread {thread}")
            watch.call(f, block, thread, threads, *views)
    return watch.launch(blocks * threads)


def blk_kernel2d(f: Callable[..., None], blocks: Any, threads: Any, *args: Any) -> Launch:
    """Calls ``f(blockIdx, threadIdx, blockDim, *args)`` for each thread of each block, in two dimensions.

    :param blocks: how many blocks, as ``dim3``, a pair with x first, or any object with ``x`` and ``y``
    :param threads: how many threads a block has, the same way
    """
    grid, block = _extents("blocks", blocks), _extents("threads", threads)
    _check_block(block)
    watch = _Watch(f, grid.x * grid.y)
    views = watch.views(args)
    for block_idx in _indexes(grid):
        for thread_idx in _indexes(block):
            watch.enter(f"block {_show(block_idx)}", f"thread {_show(thread_idx)}")
            watch.call(f, block_idx, thread_idx, block, *views)
    return watch.launch(grid.x * grid.y * block.x * block.y)


def blk_kernel2d_shar(f: Callable[..., None], blocks: Any, threads: Any, sh_sz: int, *args: Any) -> Launch:
    """Calls ``f(blockIdx, threadIdx, blockDim, syncb, shared, *args)`` with shared memory and a barrier.

    Each thread runs until it waits at ``syncb.wait()`` or returns; then the next one goes on. So every launch has the same
    order. Races show only as loads of elements that no thread has stored; ``grade simulate`` finds the others too.

    :param sh_sz: elements of shared memory that each block has
    :raises SimulationError: if a thread loads an element of shared memory that was not stored yet
    :raises BarrierError: if some threads of a block wait and the others have returned
    """
    grid, block = _extents("blocks", blocks), _extents("threads", threads)
    _check_block(block)
    _check_whole("sh_sz", sh_sz)
    watch = _Watch(f, grid.x * grid.y)
    views = watch.views(args)
    for block_idx in _indexes(grid):
        shared = _View(watch, [None] * sh_sz, "shared", is_shared=True)
        turns = _Turns(watch)
        for thread_idx in _indexes(block):
            where = (f"block {_show(block_idx)}", f"thread {_show(thread_idx)}")
            turns.add(where, f, (block_idx, thread_idx, block, turns, shared, *views))
        turns.run()
    return watch.launch(grid.x * grid.y * block.x * block.y)


# What is behind it ------------------------------------------------------------------------------------------------------

_here = threading.local()


def _current() -> Optional["_Watch"]:
    return getattr(_here, "watch", None)


class _Watch:
    """Counts what the threads of one launch do."""

    def __init__(self, f: Callable[..., None], blocks: int):
        self.kernel = getattr(f, "__name__", "kernel")
        self.names = _parameter_names(f)
        self.blocks = blocks
        self.yes = self.no = self.loads = self.stores = self.barriers = 0
        self.block: Optional[str] = None
        self.thread = ""
        self.storing: dict = {}

    def views(self, args: Sequence[Any]) -> List[Any]:
        """Returns the arguments; those with elements are watched."""
        first = len(self.names) - len(args)
        return [
            _View(self, arg, self.names[first + at] if first >= 0 else f"argument {at}") if _has_elements(arg) else arg
            for at, arg in enumerate(args)
        ]

    def enter(self, block: Optional[str], thread: str) -> None:
        """Says which thread runs from here on."""
        self.block, self.thread = block, thread
        self.storing.setdefault(self.place(), False)

    def place(self) -> str:
        return self.thread if self.block is None else f"{self.thread} of {self.block}"

    def call(self, f: Callable[..., None], *args: Any) -> None:
        """Calls the kernel for the thread that was entered."""
        before = _current()
        _here.watch = self
        try:
            result = f(*args)
        finally:
            _here.watch = before
        if result is not None:
            raise SimulationError(
                f"{self.kernel} returns {type(result).__name__}. A kernel returns nothing: results go into an array "
                "that it was given."
            )

    def count_guard(self, inside: bool) -> None:
        if inside:
            self.yes += 1
        else:
            self.no += 1

    def launch(self, threads: int) -> Launch:
        idle = tuple(place for place, stored in self.storing.items() if not stored)
        return Launch(
            blocks=self.blocks,
            threads=threads,
            stored=len(self.storing) - len(idle),
            idle=idle,
            guard_yes=self.yes,
            guard_no=self.no,
            loads=self.loads,
            stores=self.stores,
            barriers=self.barriers,
        )


class _View:
    """An argument with elements: each index is checked, and accesses are counted. All else is the argument's own."""

    def __init__(self, watch: _Watch, data: Any, name: str, is_shared: bool = False):
        self._watch, self._data, self._name, self._is_shared = watch, data, name, is_shared

    def __getattr__(self, name: str) -> Any:
        return getattr(self._data, name)

    def __len__(self) -> int:
        return len(self._data)

    def __iter__(self):
        return iter(self._data)

    def __getitem__(self, index: Any) -> Any:
        self._check("loads", index)
        value = self._data[index]
        if not self._is_shared:
            self._watch.loads += 1
        elif value is None:
            place = self._watch.place()
            raise SimulationError(
                f"{place[0].upper()}{place[1:]} loads {self._name}[{index}], and no thread has stored it yet. Is a barrier "
                "missing before this line?"
            )
        return value

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check("stores", index)
        if not self._is_shared:
            self._watch.stores += 1
            self._watch.storing[self._watch.place()] = True
        self._data[index] = value

    def _check(self, verb: str, index: Any) -> None:
        extents = _shape(self._data)
        parts = index if isinstance(index, tuple) else (index,)
        for extent, part in zip(extents, parts):
            if isinstance(part, slice) or not hasattr(part, "__index__"):
                continue
            if not 0 <= part.__index__() < extent:
                place = self._watch.place()
                shown = ", ".join(str(part) for part in parts)
                raise OutOfBounds(
                    f"{place[0].upper()}{place[1:]} {verb} {self._name}[{shown}], and the index goes from 0 to "
                    f"{extent - 1}. Which condition keeps this thread out?"
                )


class _Turns:
    """The threads of a block, of which one runs at a time. It is the barrier that a kernel gets as ``syncb``."""

    def __init__(self, watch: _Watch):
        self._watch = watch
        self._threads: List["_Simulated"] = []
        self._back = threading.Semaphore(0)
        self._running: Optional["_Simulated"] = None
        self._failed: Optional[BaseException] = None
        self._ends = False

    def add(self, where: Tuple[str, str], f: Callable[..., None], args: tuple) -> None:
        self._threads.append(_Simulated(where, f, args))

    def run(self) -> None:
        """Runs all threads to their end."""
        left = self._threads
        try:
            while left:
                for one in left:
                    self._resume(one)
                waiting = [one for one in left if not one.is_done]
                if waiting and len(waiting) < len(self._threads):
                    raise BarrierError(
                        f"{len(waiting)} of the {_count(len(self._threads), 'thread')} of {waiting[0].where[0]} wait at a "
                        "barrier, and the others have already returned: they will never come. Is the barrier inside an "
                        "if, in a loop that some leave sooner, or after an early return?"
                    )
                self._watch.barriers += 1 if waiting else 0
                left = waiting
        finally:
            self._ends = True
            for one in self._threads:
                if one.is_started and not one.is_done:
                    one.go.release()
                    self._back.acquire()

    def wait(self) -> None:
        """Waits until all threads of the block are here."""
        one = self._running
        self._back.release()
        one.go.acquire()
        if self._ends:
            raise _Ended()

    def _resume(self, one: "_Simulated") -> None:
        self._running = one
        self._watch.enter(*one.where)
        if one.is_started:
            one.go.release()
        else:
            one.is_started = True
            threading.Thread(target=self._body, args=(one,), daemon=True).start()
        self._back.acquire()
        if self._failed is not None:
            raise self._failed

    def _body(self, one: "_Simulated") -> None:
        try:
            self._watch.call(one.f, *one.args)
        except _Ended:
            pass
        except BaseException as error:  # the thread that asked for the launch raises it
            self._failed = error
        finally:
            one.is_done = True
            self._back.release()


class _Ended(BaseException):
    """Ends a thread that waits at a barrier which others will never reach."""


class _Simulated:
    def __init__(self, where: Tuple[str, str], f: Callable[..., None], args: tuple):
        self.where, self.f, self.args = where, f, args
        self.go = threading.Semaphore(0)
        self.is_started = self.is_done = False


def _has_elements(value: Any) -> bool:
    if isinstance(value, (str, bytes, tuple, dict)) or not hasattr(value, "__getitem__"):
        return False
    return len(_shape(value)) > 0


def _shape(value: Any) -> Tuple[int, ...]:
    shape = getattr(value, "shape", None)
    if shape is not None:
        return tuple(shape)
    try:
        return (len(value),)
    except TypeError:
        return ()


def _parameter_names(f: Callable[..., None]) -> List[str]:
    code = getattr(f, "__code__", None)
    return [] if code is None else list(code.co_varnames[: code.co_argcount])


def _extents(name: str, value: Union[dim3, Sequence[int], Any]) -> dim3:
    if isinstance(value, int):
        extents = dim3(value)
    elif hasattr(value, "x"):
        extents = dim3(value.x, getattr(value, "y", 1))
    else:
        extents = dim3(*value)
    for part in (extents.x, extents.y):
        _check_whole(name, part)
    return extents


def _check_whole(name: str, value: Any) -> None:
    if not isinstance(value, int) or value < 0:
        raise SimulationError(f"{name} is {value!r}, and is a whole number. Was a division meant to round up (cdiv)?")


def _check_block(block: dim3) -> None:
    _check_whole("threads", block.x)
    threads = block.x * block.y * block.z
    if not 1 <= threads <= MAX_THREADS:
        raise SimulationError(f"A block of {_show(block)} has {threads} threads, and can have 1 to {MAX_THREADS}.")


def _indexes(extents: dim3):
    for y in range(extents.y):
        for x in range(extents.x):
            yield dim3(x, y, 0)


def _show(index: dim3) -> str:
    return f"({index.x}, {index.y})"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
