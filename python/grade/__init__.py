"""Grades CUDA exercises and runs CUDA programs with no GPU.

``submit`` grades a solution of an exercise, ``run`` compiles and runs a program with every check on. Both start the
program ``grade``, which needs Node 20 or later. In a notebook, ``%load_ext grade`` adds ``%%grade``, ``%%cuda`` and
``%grade_trace``. ``grade.simulator`` has the loops over blocks and threads of the course's first step.
"""

from .program import GradeError, submit, run
from .results import Check, Finding, Grade, Run

__all__ = ["Check", "Finding", "Grade", "GradeError", "Run", "load_ipython_extension", "run", "submit"]
__version__ = "0.2.0"


def load_ipython_extension(ipython):
    """Adds the magics to IPython, for ``%load_ext grade``."""
    from .magics import GradeMagics

    ipython.register_magics(GradeMagics)
