import type { Rule } from '../result/index.ts';

/** What each rule means, a paragraph of Markdown. Written from docs/rules/ by `npm run schemas`. */
export const RULE_MEANINGS: Readonly<Record<Rule, string>> = {
  'barrier-divergence':
    'Some threads of a block wait at `__syncthreads()`, and others will never come there: they returned early, or the barrier stands inside an `if` or a loop that not all of them enter. A barrier is for the whole block. A thread without work has to go there too. The same holds for `grid.sync()` and the threads of the whole grid. Functions of a warp (`__shfl_sync`, `__ballot_sync`, `__syncwarp` and their like) are barriers for the lanes that their mask names: each of them has to come to the same function with the same mask, and no other may. Those of `mma.h` (`load_matrix_sync`, `mma_sync`) are for all 32 lanes of a warp.',
  'compile-error':
    'The compiler does not understand what is written. Its messages stand in the order of the source: mend the first one and compile again, for the others may only follow from it. Where the place that is marked looks right, what is missing is often at the end of the line before.',
  'compile-warning':
    'The program compiles, but this line probably does not do what it seems to do, or it has no effect here. For instance, a `main` that the grader does not call, a comma in parentheses that is an operator, or a function that CUDA no longer has. A warning does not affect points.',
  'device-assert':
    'A kernel says with `assert` what it takes for granted, and it was not so; or it ended itself with `__trap()`. The assertion is right most of the time: look for how the value came to be.',
  'double-free':
    'The same pointer is given to `cudaFree` a second time, or one that `cudaMalloc` never gave. Who frees a buffer has to be clear: the function that allocated it, as a rule.',
  'global-race':
    'Two threads touch the same element of global memory, at least one of them stores, and nothing orders them: no barrier, for they may be in different blocks, and no atomic operation. Reading, adding and storing are three steps, between which others do the same.',
  'host-device-pointer':
    "The host's memory and the GPU's are two memories. A kernel was given a pointer to the host's, or host code follows a pointer to the GPU's. `cudaMalloc` makes room on the GPU, and `cudaMemcpy` carries data over and back.",
  'host-fault':
    'The program crashed on the host, outside of any kernel: it divided by zero, left its own memory or was aborted. What the kernels did before does not count any more.',
  'host-race':
    'A launch returns at once, and the kernel runs beside host code. Managed memory, and page-locked memory that is mapped, belongs to both: host code that reads or writes there what the kernel writes has to wait for it first. Copies with `cudaMemcpy` wait by themselves; a plain `x[i]` does not. An asynchronous copy (`cudaMemcpyAsync`) from or to page-locked memory also returns at once. Host code must not overwrite the source, and must not use the destination, before it has waited for the copy. A function that returns results in page-locked memory must wait for the copy before it returns.',
  'launch-error':
    'The launch, or another call of CUDA, was refused, and so nothing ran. A block may have at most 1,024 threads and 48 KB of shared memory, a grid must have at least one block, and sizes of copies must fit their buffers. A refused launch says nothing by itself: `cudaGetLastError()` after it does. Memory that `cudaMalloc` could not give out is told here, too, for what uses its pointer goes wrong later and elsewhere.',
  leak: 'The program allocated memory on the GPU and ended without giving it back. It takes no points. In a program that goes on, or a function that is called again and again, the GPU is full one day. A program that ends with a failure, or after a failed call, is not reported.',
  'local-out-of-bounds':
    'A thread uses an index that its own, local array does not have. Such an array belongs to one thread; beyond its end lie other variables of that thread.',
  'misaligned-access':
    'An address is not a multiple of the size of what is read or written there. A GPU loads 4, 8 or 16 bytes at once only from addresses that are multiples of 4, 8 or 16. It happens where a pointer is cast to one of a larger type, such as `float4`. The tiles of `load_matrix_sync` and `store_matrix_sync` begin at multiples of 32 bytes, and the stride of their rows is a multiple of 16.',
  'missing-technique':
    'The kernel does not do what this exercise is about: tiles in shared memory, a grid of two dimensions, many threads instead of one. The handout says what is asked. The check measures what the technique is for. With tiles, the kernel loads less from global memory, and the outputs follow from values that threads of a block load for each other. A value in shared memory that changes no output does not count. Only launches that write the final values count.',
  'modified-input':
    'Inputs are there to be read. The code that calls a function with a `const` pointer can use the data again afterwards. A cast can remove the `const`, but the data then still belongs to the caller. This also applies to results that replace an input, and to an input that a kernel clears. The grader compares inputs with what they were after each launch that stores to them, and when the function returns. So a kernel that changes an input is reported even if a later launch restores it. A store of the value that is already there changes nothing and is not reported.',
  'needs-review':
    'The emulator runs what Clang compiles, and a GPU runs what nvcc compiles. The grader compares both programs after their preprocessors. In this line they differ, so neither result says anything about the other. The grade stays open until your course staff decide.',
  'order-dependent-output':
    'CUDA does not define the order in which the threads of a block, or the blocks of a grid, run. The grader runs a program with atomic functions a second time, with threads and blocks in the reverse order. In one of the two runs the output is right, and in the other one it is wrong. An atomic function makes a single update safe. It does not wait until other threads have made theirs. A program that reads `clock()` or `clock64()` also runs a second time, and the clock then has other values. A kernel may measure time and wait, but its outputs must not depend on the clock. Work in two streams has no order unless an event or a synchronization orders it. The grader repeats a program with several streams in other orders that CUDA allows. If an output is then wrong, the finding names two calls. The second call can run before the first one is done. `cudaMallocAsync` and `cudaFreeAsync` are work of their stream, like copies and kernels. Another stream can use the memory only after the allocation and before the free.',
  'out-of-bounds-read':
    'A thread loads an element that its array does not have. A launch makes whole blocks, so there are nearly always more threads than elements; a guard has to keep those that are left over from touching memory. A guard with `<=`, with the wrong size, or behind the access does not.',
  'out-of-bounds-write':
    'A thread stores to an element that its array does not have. A launch makes whole blocks, so there are nearly always more threads than elements; a guard has to keep those that are left over from touching memory.',
  'policy-violation':
    "The program uses something that this exercise, or the grader, does not allow, for instance machine code in `asm`. It is no error of CUDA. What is allowed is what can be judged, and what the exercise is about. Attributes, pragmas and vector types that only the grader's compiler follows are not allowed either: with nvcc they are another program.",
  'shared-alias':
    'A kernel uses two `extern __shared__` arrays, and both are the same memory: a block has one piece of dynamic shared memory, as large as the third number of the launch says, and each `extern __shared__` array is another name for its beginning. What a thread stores to one array it stores to the other. It takes no points, for now and then it is meant so; what follows from it, as a rule wrong outputs, does.',
  'shared-out-of-bounds':
    "A thread reads or writes beyond an array in shared memory. The array's size is fixed where it is declared, or, if it is `extern`, by the third number of the launch, in bytes. It has to fit the block: often the block was made larger and the array was not.",
  'shared-race':
    'Two threads of a block touch the same element of shared memory, at least one of them stores, and no barrier lies between the two. Which of them comes first is then not defined. `__syncthreads()` belongs between storing a tile and using what others stored, and again between using it and storing the next one.',
  'signature-mismatch':
    'The grader calls one function of yours by its name and gives it the parameters that the exercise names, in their order. If your function takes others, or is called otherwise, there is nothing that could be called.',
  'size-difference':
    'The emulator is a machine of 32 bits: `long`, `size_t` and pointers have 4 bytes there and 8 with nvcc on Linux. The program counts on the larger size, so the emulator could not compute what a GPU would. On Windows `long` has 32 bits with nvcc as well.',
  'stack-overflow':
    'A thread called functions too deeply, or keeps too much in local arrays: its stack is full. A thread on a GPU has a stack of about a kilobyte, where a thread on a CPU has megabytes. Deep recursion does not fit there.',
  timeout:
    'A thread went around a loop so often that it will hardly come to an end: the variable that is tested never changes, changes in the wrong direction, or the thread waits for something that nobody does. The grader counts turns of loops, not seconds, so that a slow machine is no reason for this.',
  'too-slow':
    'The result is right, and on a GPU it takes longer than the exercise asks: it does not reach the lowest tier, or not the one that you see above yours. Times are compared with a baseline in the same run. What costs most is, nearly always, memory: neighbouring threads that touch elements far apart, and the same element fetched again and again.',
  'uninitialized-read':
    'A thread reads memory that nothing has written since it was allocated. New memory holds whatever was there before: neither zeros nor anything that you could count on. An accumulator needs a first value, and a tile in shared memory has to be filled in all its elements, those beyond the edge included. A fragment of `mma.h` is such an accumulator: `fill_fragment` gives it its first value.',
  'unsupported-feature':
    'The program uses a part of CUDA that the emulator cannot run, such as a library that comes with the CUDA toolkit, mipmapped arrays or thread block clusters. That is no mistake of yours. On a machine with a GPU it is judged there; without one the grade stays open. Textures and surfaces run on the emulator alone: there it is a GPU that leaves the grade open.',
  'unwritten-output':
    'Some elements of an output hold what was in memory before: no thread stored anything there. Most often there are too few threads, because a division rounded down or a dimension of the grid was forgotten, or a guard keeps out threads that have work to do.',
  'use-after-free':
    'A kernel uses memory that was already given back with `cudaFree`. The pointer still looks the same; what it points at belongs to nobody, or to somebody else by now.',
  'wrong-output':
    'The kernel ran and stored a value in every element, and some of them are not what the exercise defines, by more than the tolerance. The report says how many, which one comes first, and what the wrong ones have in common: the last column, every second row, one block. That pattern tells more than the values.',
  'wrong-shape':
    "An exercise with PyTorch's tensors asks for a result of a certain shape and element type, on the GPU. Whatever its values are, a tensor of another shape cannot be compared with it. The finding says what was expected and what came.",
};
