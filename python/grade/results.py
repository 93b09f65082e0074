"""What ``submit`` and ``run`` return: the machine form of ``grade``, as dataclasses."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Tuple

Index = Tuple[int, int, int]


@dataclass(frozen=True)
class Finding:
    """One mistake, or one thing to look at."""

    rule: str
    """The name of the rule, e.g. ``out-of-bounds-write``. ``grade explain RULE`` has an example."""
    severity: str
    """``error``, ``warning`` or ``note``."""
    message: str
    hint: Optional[str] = None
    """What to think about next."""
    file: Optional[str] = None
    line: Optional[int] = None
    """The line in the file, or in the cell, from 1."""
    column: Optional[int] = None
    kernel: Optional[str] = None
    block: Optional[Index] = None
    thread: Optional[Index] = None
    case: Optional[str] = None
    """The name of the case that shows it."""
    count: Optional[int] = None
    """How often it happened."""
    data: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """All fields of the finding in ``result.json``."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Finding":
        """Reads a finding of the machine form."""
        index = {key: tuple(data[key]) for key in ("block", "thread") if data.get(key) is not None}
        plain = ("rule", "severity", "message", "hint", "file", "line", "column", "kernel", "case", "count")
        return cls(**{key: data[key] for key in plain if data.get(key) is not None}, **index, data=data)

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}: "
        hint = "" if self.hint is None else f"\n    {self.hint}"
        return f"{place}{self.severity}: {self.message} [{self.rule}]{hint}"


@dataclass(frozen=True)
class Check:
    """One row of a grade: ``compile``, ``guards``, ``correctness`` and so on."""

    id: str
    status: str
    """``passed``, ``failed``, or a reason for no judgment, as in ``result.json``."""
    score: float
    """Points."""
    max_score: float
    """Points."""
    summary: str
    findings: Tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Grade:
    """A graded submission. A notebook shows its report."""

    assignment: str
    verdict: str
    """As in ``result.json``: ``passed``, ``failed``, or a reason for no verdict."""
    score: float
    """Points."""
    max_score: float
    """Points."""
    checks: Tuple[Check, ...]
    text: str = field(repr=False)
    """The report of the terminal."""
    html: str = field(repr=False)
    """The report as a page."""
    data: Mapping[str, Any] = field(repr=False, compare=False)
    """The content of ``result.json``."""

    @property
    def passed(self) -> bool:
        """True if no check failed and all were judged."""
        return self.verdict == "passed"

    @property
    def findings(self) -> Tuple[Finding, ...]:
        """The findings of all checks, in their order."""
        return tuple(finding for check in self.checks for finding in check.findings)

    @classmethod
    def of(cls, data: Mapping[str, Any], text: str, page: str) -> "Grade":
        """Reads the content of ``result.json``."""
        checks = tuple(
            Check(
                id=check["id"],
                status=check["status"],
                score=check["score"],
                max_score=check["maxScore"],
                summary=check["summary"],
                findings=tuple(Finding.of(finding) for finding in check["findings"]),
            )
            for check in data["checks"]
        )
        return cls(data["assignment"], data["verdict"], data["score"], data["maxScore"], checks, text, page, data)

    def __str__(self) -> str:
        return self.text

    def _repr_pretty_(self, printer, cycle):
        printer.text(self.text)

    def _repr_html_(self) -> str:
        return framed(self.html, f"Report on {self.assignment}")


@dataclass(frozen=True)
class Run:
    """A program that ran on the emulator."""

    stdout: str
    """What the program printed."""
    exit_code: Optional[int]
    """What the program ended with. None if it does not compile, crashed or was stopped."""
    findings: Tuple[Finding, ...]
    report: str = field(repr=False)
    """The findings as the terminal has them."""
    data: Mapping[str, Any] = field(repr=False, compare=False)
    """The machine form of ``grade run``."""

    @property
    def clean(self) -> bool:
        """True if the program ended with 0 and no error was found."""
        return self.exit_code == 0 and not any(finding.severity == "error" for finding in self.findings)

    def __str__(self) -> str:
        return "\n".join(part.rstrip("\n") for part in (self.stdout, self.report) if part)

    def _repr_pretty_(self, printer, cycle):
        printer.text(str(self))


def framed(page: str, title: str, height: int = 640) -> str:
    """Returns a page as an iframe that shares nothing with the notebook around it.

    :param height: in CSS pixels
    """
    return (
        f'<iframe title="{html.escape(title)}" srcdoc="{html.escape(page)}" sandbox="allow-scripts allow-popups" '
        f'style="width:100%;height:{height}px;border:1px solid #8888;resize:vertical" loading="lazy"></iframe>'
    )
