import type { Rule } from '../result/index.ts';

/** What each rule means, a paragraph of Markdown. Written from docs/rules/ by `npm run schemas`. */
export const RULE_MEANINGS: Readonly<Record<Rule, string>> = {
  'barrier-divergence':
    'Some threads of a block wait at `__syncthreads()`, but other threads never reach it. They returned early, or the barrier is inside an `if` or a loop that not all threads enter. All threads of the block must reach a barrier, also those without work. The same holds for `grid.sync()` and all threads of the grid, and for `cluster.sync()` and all threads of the cluster. Functions of a warp, such as `__shfl_sync`, `__ballot_sync` and `__syncwarp`, are barriers for the lanes that their mask names. Each of these lanes must call the same function with the same mask, and no other lane may call it. Functions of `mma.h` (`load_matrix_sync`, `mma_sync`) need all 32 lanes of a warp.',
  'compile-error':
    'The compiler cannot parse or check the program. Its messages are in the order of the source. Fix the first one and compile again, because it can cause the others. If the marked place looks right, check the end of the line before it.',
  'compile-warning':
    'The program compiles, but this line probably does not do what it seems to do, or it has no effect here. Examples are a `main` that the grader does not call, and a comma operator in parentheses. Another one is a function that CUDA has removed. A warning does not affect points.',
  'device-assert':
    'The kernel states a condition with `assert`, and the condition is false for this thread; or the kernel called `__trap()`. Most often the assertion is right and an earlier value is wrong. Find out how the value was computed.',
  'double-free':
    'The program passes the same pointer to `cudaFree` twice, or a pointer that `cudaMalloc` did not return. Decide which function frees each buffer. Usually it is the function that allocates it.',
  'global-race':
    'Two threads access the same element of global memory without any order, and at least one of them writes. No barrier orders them, because they can be in different blocks, and no atomic operation is used. Reading, adding and writing are three steps, and another thread can run between them. Two calls in different streams can race too. They use the same bytes, one of them writes, and no event or synchronization orders them. The finding names both calls, their streams, and the bytes.',
  'host-device-pointer':
    'Host memory and device memory are separate. A kernel received a pointer to host memory, or host code uses a pointer to device memory. `cudaMalloc` allocates memory on the GPU, and `cudaMemcpy` copies data in both directions.',
  'host-fault':
    'The program crashed on the host, outside any kernel. It divided by zero, accessed memory out of bounds, or was aborted. The results of earlier kernels do not count.',
  'host-race':
    'A launch returns at once, and the kernel runs at the same time as host code. Host and GPU share managed memory and mapped page-locked memory. Host code must wait for the kernel before it accesses elements that the kernel writes. Copies with `cudaMemcpy` wait automatically; a plain `x[i]` does not. An asynchronous copy (`cudaMemcpyAsync`) from or to page-locked memory also returns at once. Host code must not overwrite the source, and must not use the destination, before it has waited for the copy. A function that returns results in page-locked memory must wait for the copy before it returns.',
  'launch-error':
    'The launch, or another CUDA call, failed, so its work was not done. A block can have at most 1,024 threads and 48 KB of shared memory. A grid must have at least one block, and sizes of copies must fit their buffers. A failed launch prints nothing: call `cudaGetLastError()` after it. This rule also reports a `cudaMalloc` that fails, because the use of its pointer fails later in another line. In `grade run`, any other call that fails is a warning, unless the program calls `cudaGetLastError()` afterwards: a program may expect the error.',
  leak: 'The program allocated memory on the GPU and ended without freeing it. This does not affect points. In a long program, or in a function that is called many times, the memory of the GPU runs out. If the program ends with a failure, or after a failed call, a leak is not reported.',
  'local-out-of-bounds':
    'A thread uses an index outside its local array. Such an array belongs to one thread, and other variables of that thread can follow its end.',
  'misaligned-access':
    'An address is not a multiple of the size of the access. A GPU loads 4, 8 or 16 bytes at once only from addresses that are multiples of 4, 8 or 16. This happens if a pointer is cast to a pointer to a larger type, such as `float4`. The tiles of `load_matrix_sync` and `store_matrix_sync` begin at multiples of 32 bytes, and the stride of their rows is a multiple of 16.',
  'missing-technique':
    'The kernel does not use the technique of this exercise, such as tiles in shared memory, a grid of two dimensions, or many threads. The handout describes the technique. The check measures the effect of the technique. With tiles, the kernel loads less from global memory, and the outputs follow from values that threads of a block load for each other. A value in shared memory that changes no output does not count. Only launches that write the final values count.',
  'modified-input':
    'Programs must only read their inputs. The code that calls a function with a `const` pointer can use the data again afterwards. A cast can remove the `const`, but the data then still belongs to the caller. This also applies to results that replace an input, and to an input that a kernel clears. The grader compares inputs with their original values after each launch that writes them, and when the function returns. So a kernel that changes an input is reported even if a later launch restores it. A write of the value that is already there changes nothing and is not reported.',
  'needs-review':
    'The emulator runs what Clang compiles, and a GPU runs what nvcc compiles. The grader compares both programs after their preprocessors. In this line they differ, so neither result says anything about the other. The grade stays open until your course staff decide.',
  'order-dependent-output':
    'CUDA does not define the order in which the threads of a block, or the blocks of a grid, run. The grader runs a program with atomic functions a second time, with threads and blocks in the reverse order. In one of the two runs the output is right, and in the other one it is wrong. An atomic function makes a single update safe. It does not wait until other threads have made theirs. A program that reads `clock()` or `clock64()` also runs a second time, and the clock then has other values. A kernel may measure time and wait, but its outputs must not depend on the clock. Work in two streams has no order unless an event or a synchronization orders it. The grader repeats a program with several streams in other orders that CUDA allows. If an output is then wrong, the finding names two calls. The second call can run before the first one is done. `cudaMallocAsync` and `cudaFreeAsync` are work of their stream, like copies and kernels. Another stream can use the memory only after the allocation and before the free.',
  'out-of-bounds-read':
    'A thread reads an element past the end of an array or before its start. A grid consists of whole blocks, so it usually has more threads than elements. A guard must keep the extra threads from accessing memory. A guard with `<=`, with the wrong size, or after the access does not do this. A copy from host memory can also be too large: it reads past the end of a host array.',
  'out-of-bounds-write':
    'A thread writes an element past the end of an array or before its start. A grid consists of whole blocks, so it usually has more threads than elements. A guard must keep the extra threads from accessing memory. A copy to host memory can also be too large: it writes past the end of a host array.',
  'policy-violation':
    "The program uses a feature that this exercise or the grader does not allow, for instance machine code in `asm`. It can be valid CUDA. Allowed are features that the grader can judge and that fit the exercise. Attributes, pragmas and vector types that only the grader's compiler supports are not allowed either, because nvcc compiles another program.",
  'shared-alias':
    'A kernel uses two `extern __shared__` arrays, and both are the same memory. A block has one piece of dynamic shared memory; the third number of the launch is its size. Each `extern __shared__` array is another name for its start, so a write to one array changes the other. This finding does not affect points, because a program can use it on purpose. Its effects, usually wrong outputs, cost points.',
  'shared-out-of-bounds':
    'A thread reads or writes past the end of an array in shared memory, or before its start. The declaration fixes the size of the array. If the array is `extern`, the third number of the launch is its size in bytes. The size must fit the block. Often the block was made larger and the array was not.',
  'shared-race':
    "Two threads of a block access the same element of shared memory, and at least one of them writes. No barrier is between the two accesses, so their order is undefined. Call `__syncthreads()` after the threads store a tile and before they read it. Call it again after they read it and before they store the next tile. Lanes of one warp race too. Code from before Volta uses `volatile` in place of `__syncwarp()`. It works only while lanes run together, which CUDA no longer promises. `grade run` warns about it, and an exercise reports an error unless it allows it. Blocks of a cluster can access each other's shared memory through `map_shared_rank`. Only `cluster.sync()` orders these accesses, and also `barrier_arrive()` with `barrier_wait()`. `__syncthreads()` orders the threads of one block only. The shared memory of a block exists only while the block runs. So `cluster.sync()` must come before the first access to the memory of another block, and after the last one.",
  'signature-mismatch':
    'The grader calls one function by its name and passes the parameters of the exercise, in their order. If the parameters or the name differ, the grader cannot call your function.',
  'stack-overflow':
    'The stack of a thread is full, because functions call each other too deeply or local arrays are too large. A thread on a GPU has a stack of about a kilobyte; a thread on a CPU has megabytes. Deep recursion does not fit there.',
  timeout:
    'A thread exceeded the limit of loop iterations. Most such loops are infinite. The variable of the condition never changes, or changes in the wrong direction, or no thread makes the change that this thread waits for. A finite loop with very many iterations exceeds the limit too. `grade run` then ends with exit status 3, and `--timeout` gives the program more time. The grader counts iterations, not seconds, so a slow machine cannot cause this finding.',
  'too-slow':
    'The result is right, but the program needs more time on a GPU than the exercise allows. It does not reach the lowest tier, or the tier above the one that you see. Times are compared with a baseline in the same run. Memory accesses usually cost most: neighboring threads that access distant elements, or an element that is loaded many times.',
  'undefined-arithmetic':
    'A thread divides an integer by zero, or computes an integer modulo zero. The result is undefined, and a GPU does not stop. The same holds if the smallest integer is divided by -1, because the result does not fit. A shift by a negative amount, or by the width of the type or more, is undefined in C++. This finding is a warning and does not affect points. It can explain wrong outputs.',
  'uninitialized-read':
    'A thread reads memory that is not initialized: nothing has written it since its allocation. The contents of new memory are undefined, and not always zero. An accumulator needs a first value. All elements of a tile in shared memory must be written, also those outside the matrix. A fragment of `mma.h` is such an accumulator: `fill_fragment` sets its first value. If a local variable is not set on one path only, this is a warning: the program may never take the path.',
  'unsupported-feature':
    'The program uses a part of CUDA that the emulator cannot run. Examples are the libraries of the CUDA toolkit, mipmapped arrays and the tensor memory accelerator (TMA). This is not a mistake in your program. A machine with a GPU can judge it; without a GPU, the grade stays open. Textures and surfaces run only on the emulator, so a GPU leaves the grade open. In `grade run`, a program that needs more memory than the emulator has gets this finding too. The run stops there, and the message names the option that raises the limit.',
  'unwritten-output':
    'Some elements of an output still hold the old contents of the memory, because no thread wrote them. Most often there are too few threads: a division rounded down, or a dimension of the grid is missing. A guard can also stop threads that have an element.',
  'use-after-free':
    'A kernel uses memory that the program has already freed with `cudaFree`. The pointer is unchanged, but the memory can belong to another allocation.',
  'wrong-output':
    'The kernel wrote every element, but some values differ from the definition of the exercise by more than the tolerance. The report shows how many elements are wrong, the first of them, and their common pattern: the last column, every second row, one block. The pattern helps more than the values.',
  'wrong-shape':
    'An exercise with PyTorch tensors requires a result of a given shape and element type, on the GPU. A tensor of another shape cannot be compared with the expected one. The finding shows the expected shape and the actual one.',
};
