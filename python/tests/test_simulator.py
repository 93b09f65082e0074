import doctest
import json
import unittest

import grade.simulator
from grade.simulator import (
    BarrierError,
    OutOfBounds,
    SimulationError,
    blk_kernel,
    blk_kernel2d,
    blk_kernel2d_shar,
    cdiv,
    dim3,
    guard,
    run_kernel,
)

from .notebook_cells import ROOT, simulator


class Numbers(unittest.TestCase):
    """The table that the tests of the TypeScript simulator read too."""

    def test_counts_what_the_typescript_simulator_counts(self):
        rows = json.loads((ROOT / "test" / "simulator" / "numbers.json").read_text("utf-8"))["launches"]
        self.assertGreater(len(rows), 5)
        for row in rows:
            with self.subTest(row["exercise"], dims=row["dims"]):
                inputs = [
                    [one["factor"] * at % one["modulus"] for at in range(one["count"])] for one in row["inputs"].values()
                ]
                threads = row["block"][0] if row["exercise"] == "grayscale" else tuple(row["block"])
                launch, out = simulator(row["exercise"])(*inputs, *row["dims"].values(), threads=threads)
                self.assertEqual(out, row["out"])
                self.assertEqual({name: getattr(launch, name) for name in row["seen"]}, row["seen"])


class Documentation(unittest.TestCase):
    def test_examples_hold(self):
        failed, tried = doctest.testmod(grade.simulator)
        self.assertEqual((failed, tried > 0), (0, True))


class Launches(unittest.TestCase):
    def test_names_threads_that_did_nothing(self):
        def kernel(block, thread, size, out, n):
            i = block * size + thread
            if guard(i < n):
                out[i] = i

        launch = blk_kernel(kernel, cdiv(5, 4), 4, [0] * 5, 5)
        self.assertEqual(
            repr(launch),
            "8 threads in 2 blocks: 5 stored, 3 did nothing: thread 1 of block 1, thread 2 of block 1, "
            "thread 3 of block 1. Guards: 5 yes, 3 no.",
        )

    def test_runs_x_fastest(self):
        seen = []
        blk_kernel2d(lambda b, t, d: seen.append((b.x, b.y, t.x, t.y)), dim3(2), (1, 2))
        self.assertEqual(seen, [(0, 0, 0, 0), (0, 0, 0, 1), (1, 0, 0, 0), (1, 0, 0, 1)])

    def test_names_block_and_thread_of_an_index_that_is_not_there(self):
        def past(block, thread, size, x):
            x[block * size + thread] = 1

        for index in (past, lambda block, thread, size, x: x.__setitem__(block - 2, 1)):
            with self.assertRaises(OutOfBounds) as raised:
                blk_kernel(index, 2, 2, [0, 0, 0])
            self.assertRegex(str(raised.exception), r"^Thread \d of block \d stores x\[")

    def test_takes_no_index_below_zero_for_the_last_element(self):
        with self.assertRaisesRegex(OutOfBounds, r"Thread 0 loads x\[-1\], and the index goes from 0 to 2"):
            run_kernel(lambda i, x: x[i - 1] and None, 3, [1, 2, 3])

    def test_watches_two_dimensions(self):
        class Table:
            shape = (2, 3)

            def __getitem__(self, index):
                return 0

        with self.assertRaisesRegex(OutOfBounds, r"x\[0, 3\], and the index goes from 0 to 2"):
            run_kernel(lambda i, x: x[0, i] or None, 4, Table())

    def test_refuses_launches_that_a_gpu_refuses(self):
        for blocks, threads in ((1, 1025), (1, 0), (2.5, 4), (-1, 4)):
            with self.subTest(blocks=blocks, threads=threads), self.assertRaises(SimulationError):
                blk_kernel(lambda *_: None, blocks, threads)

    def test_refuses_a_kernel_that_returns_something(self):
        with self.assertRaisesRegex(SimulationError, "A kernel returns nothing"):
            run_kernel(lambda i: i + 1, 1)


class Barriers(unittest.TestCase):
    def test_lets_each_thread_see_what_the_others_stored(self):
        def reverse(block, thread, size, syncb, shared, x, out):
            shared[thread.x] = x[thread.x]
            syncb.wait()
            out[thread.x] = shared[size.x - 1 - thread.x]

        out = [0] * 8
        launch = blk_kernel2d_shar(reverse, dim3(1), dim3(8), 8, list(range(8)), out)
        self.assertEqual((out, launch.barriers), ([7, 6, 5, 4, 3, 2, 1, 0], 1))

    def test_names_the_thread_that_loads_too_early(self):
        def early(block, thread, size, syncb, shared):
            shared[thread.x] = 1
            shared[size.x - 1 - thread.x] + 1

        with self.assertRaisesRegex(SimulationError, r"Thread \(0, 0\) of block \(0, 0\) loads shared\[3\], and no thread"):
            blk_kernel2d_shar(early, dim3(1), dim3(4), 4)

    def test_reports_threads_that_never_come(self):
        def leaves(block, thread, size, syncb, shared):
            if thread.x < 2:
                syncb.wait()

        with self.assertRaisesRegex(BarrierError, r"2 of the 3 threads of block \(0, 0\) wait"):
            blk_kernel2d_shar(leaves, dim3(1), dim3(3), 1)

    def test_raises_what_a_thread_raises_and_leaves_no_thread(self):
        import threading

        def fails(block, thread, size, syncb, shared):
            syncb.wait()
            raise KeyError(thread.x)

        before = threading.active_count()
        with self.assertRaises(KeyError):
            blk_kernel2d_shar(fails, dim3(1), dim3(5), 1)
        self.assertEqual(threading.active_count(), before)


if __name__ == "__main__":
    unittest.main()
