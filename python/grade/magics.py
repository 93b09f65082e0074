"""The magics of ``%load_ext grade``."""

from __future__ import annotations

import ast
import shlex
import tempfile
from pathlib import Path
from typing import Dict, List, Optional, Tuple

from IPython.core.magic import Magics, cell_magic, line_cell_magic, magics_class
from IPython.display import HTML, display

from . import program
from .program import GradeError
from .results import Grade, Run, framed


@magics_class
class GradeMagics(Magics):
    """``%%grade``, ``%%cuda`` and ``%grade_trace``."""

    def __init__(self, shell):
        super().__init__(shell)
        self._graded: Dict[str, Tuple[str, str]] = {}

    @line_cell_magic
    def grade(self, line: str, cell: Optional[str] = None) -> Optional[Grade]:
        """Grades the cell, and shows the report.

        ``%%grade EXERCISE [--seed N] [--assignments DIR]``; ``%grade EXERCISE FILE`` grades a file. The cell is CUDA C++, or
        Python with the CUDA source in it.
        """
        words = _words(line)
        options = _take(words, {"--seed": None, "--assignments": None})
        needed = "an exercise" if cell is not None else "an exercise and a file"
        if len(words) != (1 if cell is not None else 2):
            return _told(f"%grade needs {needed}, e.g. {'%%' if cell is not None else '%'}grade grayscale"
                         f"{'' if cell is not None else ' mine.cu'}.")
        try:
            seed = None if options["--seed"] is None else int(options["--seed"])
        except ValueError:
            return _told(f"--seed is {options['--seed']}, and is a whole number.")
        folders = () if options["--assignments"] is None else (options["--assignments"],)
        try:
            if cell is None:
                return program.submit(words[0], words[1], seed=seed, assignments=folders)
            name, source = self._cell(cell)
            graded = program.submit(words[0], source=source, name=name, seed=seed, assignments=folders)
            self._graded[words[0]] = (name, source)
            return graded
        except GradeError as error:
            return _told(str(error))

    @cell_magic
    def cuda(self, line: str, cell: str) -> Optional[Run]:
        """Compiles and runs the cell, a program with a ``main``, with every check on.

        ``%%cuda [options of grade run and of nvcc] [-- arguments of the program]``
        """
        words = _words(line)
        args: List[str] = []
        if "--" in words:
            at = words.index("--")
            words, args = words[:at], words[at + 1 :]
        name, source = self._cell(cell)
        try:
            return program.run(source=source, name=name, args=args, options=words)
        except GradeError as error:
            return _told(str(error))

    @line_cell_magic
    def grade_trace(self, line: str, cell: Optional[str] = None) -> None:
        """Shows a kernel as a page to step through.

        ``%grade_trace EXERCISE`` shows the kernel of the last cell of ``%%grade EXERCISE``, or the exercise's simulator if there
        is none or with ``--simulator``. ``%%grade_trace EXERCISE`` shows the kernel of the cell, and ``%%grade_trace`` that of a
        program with a ``main``. ``--case``, ``--block``, ``--thread`` and ``--kernel`` choose as in ``grade trace``.
        """
        words = _words(line)
        simulates = "--simulator" in words
        words = [word for word in words if word != "--simulator"]
        options = _take(words, {"--case": None, "--block": None, "--thread": None, "--kernel": None})
        given = [word for name, value in options.items() if value is not None for word in (name, value)]
        if len(words) != 1 and (cell is None or words):
            return _told("%grade_trace needs an exercise, e.g. %grade_trace grayscale.")
        own = self._cell(cell) if cell is not None else self._graded.get(words[0])
        with tempfile.TemporaryDirectory(prefix="grade-") as folder:
            page = Path(folder, "trace.html")
            if own is None or simulates:
                command = ["simulate", words[0] if words else "", "--trace", *given, f"--html={page}"]
            else:
                file = Path(folder, own[0])
                file.write_bytes(own[1].encode("utf-8"))
                command = ["trace", *words, str(file), *given, "--output", str(page)]
            try:
                done = program.call(command)
                if not page.is_file():
                    raise program.error_of(done)
            except GradeError as error:
                return _told(str(error))
            what = "the simulator" if own is None or simulates else own[0]
            display(HTML(framed(page.read_text("utf-8"), f"Trace of {what}", 720)))

    def _cell(self, cell: str) -> Tuple[str, str]:
        """Returns a file name and a text whose lines are those of the cell: line 1 is the magic."""
        number = self.shell.execution_count
        return (f"cell-{number}.py" if _is_python(cell) else f"cell-{number}.cu"), f"\n{cell}"


def _is_python(cell: str) -> bool:
    """Tells whether a cell is Python. CUDA C++ that is valid Python would have no function."""
    try:
        return len(ast.parse(cell).body) > 0
    except (SyntaxError, ValueError):
        return False


def _words(line: str) -> List[str]:
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


def _take(words: List[str], options: Dict[str, Optional[str]]) -> Dict[str, Optional[str]]:
    """Takes options with a value out of the words."""
    taken = dict(options)
    at = 0
    while at < len(words):
        name, sign, value = words[at].partition("=")
        if name in options and (sign or at + 1 < len(words)):
            taken[name] = value if sign else words[at + 1]
            del words[at : at + (1 if sign else 2)]
        else:
            at += 1
    return taken


def _told(message: str) -> None:
    """Prints a sentence in the place of a result. A traceback would hide it."""
    print(message)
