"""Runs magics and the ready notebooks in a Jupyter kernel."""

import copy
import re
import unittest

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from .notebook_cells import EXERCISES, ROOT, notebook

ACCEPTED = {"grayscale": "lecture-256.cu", "matmul-2d": "one-thread-per-element.cu", "matmul-tiled": "lecture-tile.cu"}


def executed(content):
    """Runs a notebook in a kernel of its own. Returns it with its outputs."""
    node = nbformat.from_dict(copy.deepcopy(content))
    NotebookClient(node, timeout=120, resources={"metadata": {"path": str(ROOT / "python")}}).execute()
    return node


def of_cells(*sources):
    """Returns a notebook with these code cells."""
    return {
        "cells": [
            {"cell_type": "code", "id": f"c{at}", "metadata": {}, "execution_count": None, "outputs": [], "source": text}
            for at, text in enumerate(["%load_ext grade", *sources])
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def said(cell):
    """Returns what a cell printed and the plain form of its results."""
    parts = []
    for output in cell["outputs"]:
        parts.append(output.get("text", "") or output.get("data", {}).get("text/plain", ""))
        parts.extend(output.get("traceback", []))
    return re.sub(r"\x1b\[[\d;]*m", "", "\n".join(parts))


def pages(cell):
    """Returns the HTML of a cell's results."""
    return [output["data"]["text/html"] for output in cell["outputs"] if "text/html" in output.get("data", {})]


class ReadyNotebooks(unittest.TestCase):
    def test_run_from_loop_to_grade(self):
        for exercise in EXERCISES:
            with self.subTest(exercise):
                content = notebook(exercise)
                (graded,) = [one for one in content["cells"] if one["source"].startswith("%%grade ")]
                accepted = ROOT / "assignments" / exercise / "submissions" / "accepted" / ACCEPTED[exercise]
                starter = (ROOT / "assignments" / exercise / "starter.cu").read_text("utf-8")
                self.assertEqual(graded["source"], f"%%grade {exercise}\n{starter}".rstrip("\n"))
                graded["source"] = f"%%grade {exercise}\n{accepted.read_text('utf-8')}"
                cells = executed(content)["cells"]
                by_start = {cell["source"].split("\n")[0]: cell for cell in cells if cell["cell_type"] == "code"}
                simulated = next(cell for start, cell in by_start.items() if start.startswith("launch, out = "))
                self.assertRegex(said(simulated), r"(?s)\d+ threads in \d+ blocks: \d+ stored, .*\bTrue")
                wrong = next(cell for cell in cells if "raises-exception" in cell["metadata"].get("tags", []))
                self.assertRegex(said(wrong), r"OutOfBounds: Thread .* of block|BarrierError: \d of the")
                report = by_start[f"%%grade {exercise}"]
                self.assertRegex(said(report), r"(\d+) of \1 points")
                self.assertEqual(len(pages(report)), 1)
                (trace,) = pages(by_start[f"%grade_trace {exercise}"])
                self.assertIn("<iframe", trace)


class Magics(unittest.TestCase):
    def test_grade_names_lines_of_the_cell(self):
        source = (ROOT / "assignments" / "grayscale" / "submissions" / "rejected" / "guard-missing.cu").read_text("utf-8")
        cells = executed(of_cells(f"%%grade grayscale --seed 1\n{source}", "print(_.findings[0].line, _.findings[0].file)"))
        line = next(at for at, text in enumerate(source.split("\n"), 2) if "out[" in text)
        self.assertIn("70 of 90 points", said(cells["cells"][1]))
        self.assertIn(f"{line} cell-2.cu", said(cells["cells"][2]))

    def test_grade_takes_python_with_cuda_in_it(self):
        source = (ROOT / "assignments" / "grayscale" / "submissions" / "accepted" / "lecture-256.cu").read_text("utf-8")
        cell = f"%%grade grayscale\nsource = r'''\n{source}'''\nload_inline('gray', '', cuda_sources=source)\n"
        self.assertRegex(said(executed(of_cells(cell))["cells"][1]), r"(\d+) of \1 points")

    def test_grade_takes_kernels_in_numba(self):
        source = (ROOT / "assignments" / "grayscale" / "submissions" / "rejected" / "guard-missing.py").read_text("utf-8")
        cells = executed(of_cells(f"%%grade grayscale --seed 1\n{source}", "print(_.findings[0].line, _.findings[0].file)"))
        line = next(at for at, text in enumerate(source.split("\n"), 2) if "out[i]" in text)
        self.assertIn(f"{line} cell-2.py", said(cells["cells"][2]))

    def test_cuda_prints_output_and_findings(self):
        program = """%%cuda -DN=3 -- 7
#include <cstdio>
__global__ void fill(int *x) { x[threadIdx.x] = 1; }
int main(int argc, char **argv) {
  int *x;
  cudaMalloc(&x, 8);
  fill<<<1, N>>>(x);
  cudaDeviceSynchronize();
  printf("argument %s", argv[1]);
  cudaFree(x);
}"""
        text = said(executed(of_cells(program))["cells"][1])
        self.assertIn("argument 7", text)
        self.assertRegex(text, r"cell-2\.cu:3:\d+: error: out-of-bounds-write: Thread 2 of block 0")

    def test_trace_shows_the_kernel_of_a_cell(self):
        source = (ROOT / "assignments" / "grayscale" / "submissions" / "rejected" / "guard-missing.cu").read_text("utf-8")
        cells = executed(
            of_cells(
                f"%%grade grayscale\n{source}",
                "%grade_trace grayscale",
                "%grade_trace grayscale --simulator",
                f"%%grade_trace grayscale --case one-pixel --block 0\n{source}",
                "%%grade_trace\n__global__ void k(int *x) { x[threadIdx.x] = 7; }\n"
                "int main() { int *d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); cudaDeviceSynchronize(); cudaFree(d); }",
            )
        )["cells"][2:]
        (own,), (simulator,), (cell,), (main,) = [pages(one) for one in cells]
        self.assertIn("Trace of cell-2.cu", own)
        self.assertIn("out-of-bounds-read", own)
        self.assertIn("Trace of the simulator", simulator)
        self.assertIn("Trace of cell-5.cu", cell)
        self.assertIn("Trace of cell-6.cu", main)

    def test_tells_mistakes_in_a_sentence(self):
        cells = executed(of_cells("%%grade grayscal\nx", "%grade grayscale", "%%grade\nx", "%grade_trace", "%%grade grayscale --seed x\nx"))
        texts = [said(cell) for cell in cells["cells"][1:]]
        self.assertIn("did you mean grayscale?", texts[0])
        self.assertIn("%grade needs an exercise and a file", texts[1])
        self.assertIn("%grade needs an exercise, e.g. %%grade grayscale.", texts[2])
        self.assertIn("%grade_trace needs an exercise", texts[3])
        self.assertIn("--seed is x, and is a whole number.", texts[4])
        self.assertNotIn("Traceback", "".join(texts))

    def test_notebook_errors_are_seen_by_these_tests(self):
        with self.assertRaises(CellExecutionError):
            executed(of_cells("1 / 0"))


if __name__ == "__main__":
    unittest.main()
