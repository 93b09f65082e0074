// Programs of books and courses. Each is one source tree with its own data. What is left out has its reason as data:
// `leftOut` of a suite, from a pattern of the path to the reason.
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { filesUnder } from './files-under.mjs';
import { madeSmaller, withSmallerConstant } from './made-smaller.mjs';
import { byItsOwnWords, endsWell } from './own-words.mjs';

const square = (from, to) => ['nx', 'ny'].map((side) => [`int ${side} = 1 << ${from};`, `int ${side} = 1 << ${to};`]);
const elements = (name, from, to) => [[`int ${name} = 1 << ${from};`, `int ${name} = 1 << ${to};`]];
const side = (from, to, type = 'int') => [[`const ${type} DSIZE = ${from};`, `const ${type} DSIZE = ${to};`]];
const millions = (from, to) => [[`N = ${from}ULL*1024ULL*1024ULL;`, `N = ${to};`]];

/** Lists the programs below a folder that are one file, without those that are left out. */
function singleFiles({ folder, scratch, under = '', leftOut = {}, options = {}, args = {}, smaller = {}, words = {} }) {
  return filesUnder(join(folder, under), '.cu').flatMap((path) => {
    const id = relative(join(folder, under), path).replace(/\.cu$/, '');
    if (Object.keys(leftOut).some((pattern) => new RegExp(pattern).test(id))) return [];
    const cwd = dirname(path);
    const changes = smaller[id];
    const own = Object.entries(options).flatMap(([part, list]) => (id.includes(part) ? list : []));
    return {
      id,
      kind: changes ? withSmallerConstant('programs') : 'programs',
      file: changes ? smallerCopy(path, changes, join(scratch, dirname(id))) : basename(path),
      cwd,
      args: ['--', ...(args[id] ?? [])],
      options: [...own, '--include', cwd, '--dir', cwd],
      expected: words[id] ? byItsOwnWords(words[id]) : endsWell,
    };
  });
}

/** Writes a copy with smaller constants, beside a copy of the folder `common` that headers of books are in. */
function smallerCopy(path, changes, folder) {
  const common = join(dirname(path), '..', 'common');
  if (existsSync(common)) cpSync(common, join(folder, '..', 'common'), { recursive: true });
  return madeSmaller(path, changes, folder);
}

/** https://github.com/CodedK/CUDA-by-Example-source-code-for-the-book-s-examples- at 0824fae. */
export function booksByExample(folder, scratch) {
  return singleFiles({
    folder,
    scratch,
    leftOut: {
      'chapter07/heat': 'texture references, which CUDA 12 removed',
      'chapter08/': 'OpenGL reads buffers of CUDA (cuda_gl_interop.h)',
      'chapter11/multidevice': 'two GPUs',
      'chapter11/portable': 'two GPUs',
    },
    options: {
      hashtable_cpu: ['--host-memory', '1200'],
      hashtable_gpu: ['--host-memory', '1000', '--device-memory', '1000'],
    },
    smaller: {
      'appendix_a/hashtable_cpu': [['(100*1024*1024)', '(1024*1024)']],
      'appendix_a/hashtable_gpu': [['(100*1024*1024)', '(1024*1024)']],
      'chapter09/hist_cpu': [['(100*1024*1024)', '(1024*1024)']],
      'chapter09/hist_gpu_gmem_atomics': [['(100*1024*1024)', '(1024*1024)']],
      'chapter09/hist_gpu_shmem_atomics': [['(100*1024*1024)', '(1024*1024)']],
      'chapter10/copy_timed': [['(64*1024*1024)', '(1024*1024)']],
    },
  });
}

/** https://github.com/deeperlearning/professional-cuda-c-programming at ee58310. */
export function professionalCuda(folder, scratch) {
  return singleFiles({
    folder,
    scratch,
    leftOut: {
      'chapter08/cuda-openacc': 'OpenACC',
      cusparse: 'cuSPARSE',
      'chapter08/cufft-multi': 'cuFFT of several GPUs',
      simpleMultiGPU: 'two GPUs',
      simple2DFD: 'two GPUs',
      PingPong: 'two GPUs',
      'chapter10/crypt': 'input that another program has to generate',
      'examples/chapter03/nestedReduce': 'cudaDeviceSynchronize in a kernel, which CUDA 12 removed',
      'solutions/chapter03/nestedHelloWorld': 'solutions without an input of their own',
    },
    options: { nestedHelloWorld: ['-rdc=true'] },
    args: {
      'examples/chapter03/simpleDivergence': ['64', '6400'],
      'examples/chapter05/checkSmemSquare': ['1'],
      'examples/chapter05/checkSmemRectangle': ['1'],
      'examples/chapter05/reduceIntegerShfl': ['16'],
      'examples/chapter05/transposeRectangle': ['0', '256', '256'],
      'examples/chapter04/sumArrayZerocpy': ['14'],
      'examples/chapter04/sumMatrixGPUManaged': ['8'],
      'examples/chapter04/sumMatrixGPUManual': ['8'],
      'examples/chapter04/transpose': ['6', '16', '16', '256', '256'],
      'examples/chapter06/simpleCallback': ['4'],
      'examples/chapter10/sumMatrixGPU': ['8'],
      'examples/chapter10/sumMatrixGPU_nvToolsExt': ['8'],
      'solutions/chapter04/transpose': ['6', '16', '16', '256', '256'],
      'solutions/chapter04/memTransfer': ['4'],
      'solutions/chapter04/pinMemTransfer': ['4'],
      'solutions/chapter04/sumArrayZerocpyUVA': ['14'],
      'solutions/chapter05/reduceInteger': ['128', '16'],
      'solutions/chapter05/checkSmemSquare': ['1'],
      'solutions/chapter05/checkSmemRectangle': ['1'],
    },
    smaller: {
      'examples/chapter02/sumArraysOnGPU-timer': elements('nElem', 24, 18),
      'examples/chapter02/sumMatrixOnGPU-1D-grid-1D-block': square(14, 9),
      'examples/chapter02/sumMatrixOnGPU-2D-grid-1D-block': square(14, 9),
      'examples/chapter02/sumMatrixOnGPU-2D-grid-2D-block': square(14, 9),
      'examples/chapter02/sumMatrixOnGPU': square(14, 9),
      'examples/chapter03/reduceInteger': elements('size', 24, 18),
      'examples/chapter03/sumMatrix': square(14, 9),
      'examples/chapter05/constantReadOnly': elements('isize', 24, 18),
      'examples/chapter05/constantStencil': elements('isize', 24, 18),
      'examples/chapter05/reduceInteger': elements('size', 24, 18),
      'examples/chapter06/asyncAPI': elements('num', 24, 18),
      'examples/chapter06/simpleHyperqBreadth': [['#define N 300000', '#define N 300']],
      'examples/chapter06/simpleHyperqDependence': [['#define N 300000', '#define N 300']],
      'examples/chapter06/simpleHyperqDepth': [['#define N 300000', '#define N 300']],
      'examples/chapter06/simpleHyperqOpenmp': [['#define N 300000', '#define N 300']],
      'solutions/chapter02/sumMatrixOnGPU-2D-grid-1D-block-two': square(13, 9),
      'solutions/chapter02/sumMatrixOnGPU-2D-grid-2D-block-integer': square(13, 9),
      'solutions/chapter03/reduceFloatGpu': elements('size', 24, 18),
      'solutions/chapter03/reduceInteger-16': elements('size', 24, 18),
      'solutions/chapter03/reduceInteger-8-new': elements('size', 24, 18),
      'solutions/chapter03/reduceInteger-sync': elements('size', 24, 18),
      'solutions/chapter05/constantReadOnlyGlobal': elements('isize', 24, 18),
    },
  });
}

/** https://github.com/olcf/cuda-training-series at 9cd77d5. Tasks with places to fill in do not compile as they are. */
export function olcfTraining(folder, scratch) {
  const chunked = [['ds = 1024*1024*chunks', 'ds = 4096*chunks']];
  const hw13 = ['Solutions/axpy_cublas_solution', 'Solutions/axpy_stream_capture_solution'];
  hw13.push('axpy_stream_capture_timer', 'axpy_stream_capture_from_scratch');
  const hw8 = ['task1/task1_solution', 'task2/task2_solution', 'task3/task3', 'task3/task3_solution'];
  return singleFiles({
    folder,
    scratch,
    under: 'exercises',
    leftOut: {
      '^hw1/(hello|matrix_mul|vector_add)$': 'a task with places to fill in',
      '^hw2/(matrix_mul_shared|stencil_1d)$': 'a task with places to fill in',
      '^hw[34]/(vector_add|matrix_sums)$': 'a task with places to fill in',
      '^hw7/overlap$': 'a task with places to fill in',
      '^hw7/multi': 'four GPUs',
      '^hw8/task[12]/task[12]$': 'a task with places to fill in',
      '^hw9/task[12]$': 'a task with places to fill in',
      'with_fixme$|axpy_cublas_from_scratch$': 'a task with places to fill in',
    },
    options: { hw11: ['-DNO_MPI'] },
    args: { 'hw11/test': ['10000'] },
    smaller: {
      'hw1/matrix_mul_solution': side(8192, 128),
      ...Object.fromEntries(
        ['hw7/overlap_solution', 'hw10/streams', 'hw10/streams_solution'].map((id) => [id, chunked]),
      ),
      ...Object.fromEntries(hw13.map((id) => [`hw13/${id}`, [['#define N 500000', '#define N 500']]])),
      ...Object.fromEntries(hw8.map((id) => [`hw8/${id}`, [['#define SIZE 4096', '#define SIZE 128']]])),
      'hw2/matrix_mul_shared_solution': side(8192, 128),
      'hw3/vector_add_solution': side('32*1048576', 1048576),
      'hw4/matrix_sums_solution': side(16384, 256, 'size_t'),
      'hw5/matrix_sums': side(16384, 256, 'size_t'),
      'hw5/matrix_sums_solution': side(16384, 256, 'size_t'),
      'hw5/max_reduction': millions(8, 65536),
      'hw5/max_reduction_solution': millions(8, 65536),
      'hw5/reductions': millions(8, '163840ULL'),
    },
  });
}

/**
 * Assignment 3 of Stanford CS149, solved: https://github.com/liang-wei-tan/cs149_asst3 at bc46be3. The starter code of
 * https://github.com/stanford-cs149/asst3 at 43bf472 runs with the same list, and has null pointers and races on purpose.
 */
export function cs149(folder) {
  const renderer = [
    'benchmark.cu',
    'main.cpp',
    'display.cpp',
    'refRenderer.cpp',
    'noise.cpp',
    'ppm.cpp',
    'sceneLoader.cpp',
  ];
  const programs = [
    ['saxpy', 'saxpy.cu', ['main.cpp'], ['-n', '100000']],
    ['scan', 'scan.cu', ['main.cpp'], ['-m', 'scan', '-i', 'random', '-n', '5000']],
    ['scan', 'scan.cu', ['main.cpp'], ['-m', 'find_repeats', '-i', 'random', '-n', '5000']],
    ['render', 'cudaRenderer.cu', renderer, ['-r', 'cuda', '-s', '64', 'rgb']],
  ];
  return programs.map(([id, file, more, args]) => ({
    ...{ id: `${id} ${args.join(' ')}`, kind: id, file, cwd: join(folder, id) },
    args: [...more, '--', ...args],
    options: ['--dir', join(folder, id)],
    expected: endsWell,
  }));
}

/**
 * https://github.com/eedalong/ECE408 at aa2a529: solutions of the labs, on small data that this function writes. The
 * expected pictures of mp6 and mp7 are not computed: their input stands in for them, so that only findings count.
 */
export function ece408(folder, scratch) {
  const write = (name, text) => writeFileSync(join(scratch, name), text);
  const raw = (name, rows) => {
    const header = rows[0].length === 1 ? `${rows.length}` : `${rows.length} ${rows[0].length}`;
    write(`${name}.raw`, `${[header, ...rows.map((row) => row.join(' '))].join('\n')}\n`);
  };
  const matrix = (height, width) =>
    Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => ((x + 2 * y) % 5) - 1));
  mkdirSync(scratch, { recursive: true });
  const list = Array.from({ length: 1000 }, (_, i) => (i % 7) + 0.5);
  const [a, b] = [matrix(40, 50), matrix(50, 30)];
  const product = a.map((row) => b[0].map((_, x) => row.reduce((sum, value, k) => sum + value * b[k][x], 0)));
  let sum = 0;
  const sums = list.map((value) => (sum += value));
  const column = (values) => values.map((value) => [value]);
  for (const [name, rows] of Object.entries({ a, b, product, mask: matrix(5, 5) })) raw(name, rows);
  for (const [name, values] of Object.entries({ list, sums, total: [sum], twice: list.map((value) => 2 * value) }))
    raw(name, column(values));
  const pixels = Array.from({ length: 40 * 30 * 3 }, (_, i) => (i * 37) % 256);
  write('picture.ppm', Buffer.concat([Buffer.from('P6\n40 30\n255\n'), Buffer.from(pixels)]));
  const labs = [
    [1, 'list.raw,list.raw', 'twice.raw', 'vector'],
    [2, 'a.raw,b.raw', 'product.raw', 'matrix'],
    [3, 'a.raw,b.raw', 'product.raw', 'matrix'],
    [4, 'list.raw', 'total.raw', 'vector'],
    [5, 'list.raw', 'sums.raw', 'vector'],
    [6, 'picture.ppm,mask.raw', 'picture.ppm', 'image'],
    [7, 'picture.ppm', 'picture.ppm', 'image'],
    [8, 'list.raw,list.raw', 'twice.raw', 'vector'],
  ];
  return labs.map(([number, inputs, output, type]) => ({
    ...{ id: `mp${number}`, kind: 'labs', file: join(folder, `mp${number}_implement.cu`), cwd: scratch },
    args: ['--', '-i', inputs, '-e', output, '-t', type],
    options: ['--dir', scratch],
    expected: type === 'image' ? endsWell : byItsOwnWords({ good: /Solution is correct|The solution is correct/i }),
  }));
}

/** https://github.com/psmarter/PMPP-Learning at fe07c6b: each exercise is a solution and its test. */
export function pmppLearning(folder) {
  const leftOut = { 'Chapter20/Exercise01': 'MPI' };
  return filesUnder(join(folder, 'Exercises'), 'Makefile').flatMap((makefile) => {
    const cwd = dirname(makefile);
    const id = relative(join(folder, 'Exercises'), cwd);
    if (leftOut[id]) return [];
    const sources = ['.cu', '.cpp'].flatMap((ending) => filesUnder(cwd, ending)).map((path) => relative(cwd, path));
    const options = id.startsWith('Chapter21') ? ['-rdc=true'] : [];
    return {
      ...{ id, kind: 'exercises', file: sources[0], cwd },
      args: [...sources.slice(1), '--'],
      options: [...options, '-I', 'include', '-I', join(folder, 'Common'), '--dir', cwd],
      expected: endsWell,
    };
  });
}

/** https://github.com/R100001/Programming-Massively-Parallel-Processors at a972fb5: its labs; the others need NVBench. */
export function pmppLabs(folder, scratch) {
  const sizes = {
    array_add_on_device: '20 30 16 16',
    basic_matrix_mul: '40 50 50 30',
    convolution: '40 30 3',
    image_blur: '16 40 30',
    image_color_to_grayscale: '16 40 30',
    matrix_addition: '50',
    mat_vec_mul: '50',
    rectangular_tiles_mat_mul: '64 64 64 64',
    sparse_matrix_comp: '40 40 0.5 0',
    stencil: '20 20 20',
    tiled_matrix_mul_shared_mem: '40 50 50 30',
    vector_add: '256 1000',
  };
  const program = ({ id, args, ...rest }) => {
    const given = sizes[basename(id)] ?? (/thrust|histogram|reduction|scan/.test(basename(id)) ? '1000' : '');
    return { id: basename(id), ...rest, args: [...args, ...given.split(' ').filter(Boolean)] };
  };
  return singleFiles({ folder, scratch, under: 'Chapters' }).map(program);
}
