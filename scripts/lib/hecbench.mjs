// https://github.com/zjin-lcf/HeCBench: its CUDA programs that are one file and need nothing but CUDA's runtime and the
// C++ library, each with small arguments; and some that use Thrust or cuBLAS. Those that need another library, headers of
// others or data that is not in the repository are not in this list.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { madeSmaller, withSmallerConstant } from './made-smaller.mjs';
import { byItsOwnWords, endsWell } from './own-words.mjs';

/** Those that compare their result and say `PASS`: a folder without `-cuda` → its arguments. */
const JUDGING = {
  'aligned-types': '',
  atomicAggregate: '1',
  atomicCost: '1 1',
  'bezier-surface': '-n 32',
  'bitonic-sort': '8 2',
  bscan: '1',
  cmembench: '2',
  colorwheel: '10 64 2',
  concurrentKernels: '2',
  convolution1D: '4096 1',
  cooling: '1000 2',
  cross: '1000 2',
  'dense-embedding': '400 16 1',
  f16max: '1',
  filter: '10000 256 2',
  floydwarshall: '32 2 16',
  fpc: '256 1',
  graphExecution: '',
  haccmk: '1',
  heat2d: '64 64 4',
  inversek2j: '../inversek2j-sycl/coord_in.txt 1',
  jacobi: '',
  'jenkins-hash': '256 4096 1',
  knn: '1',
  layout: '1',
  lfib4: '1100000',
  libor: '1',
  lombscargle: '1',
  'matrix-rotate': '64 2',
  matrixT: '64 64 1',
  maxpool3d: '64 64 4 1',
  md5hash: '1 1',
  mixbench: '16 1',
  murmurhash3: '100 1',
  overlap: '',
  p2p: '2',
  popcount: '4096 1',
  prefetch: '1',
  present: '256 1',
  randomAccess: '1',
  reverse: '2',
  rfs: '2 10000',
  ring: '1 4096 2',
  scan: '65536 1',
  secp256k1: '1',
  shuffle: '2 2',
  softmax: '100 784 0 1',
  stencil1d: '65536 1',
  streamOrderedAllocation: '',
  tensorT: '1',
  threadcpy: '1',
  threadfence: '2 100000',
  tissue: '8 1',
  tsp: 'd493.tsp 4 1',
  unfold: '1000 2',
  vadd: '64 256 2',
  zerocopy: '2',
};

/** Those whose comparison has other words: what has to be printed, and what must not be. */
const OWN_WORDS = {
  assert: ['', { good: /Device assert failed as expected/ }],
  atan2: ['1000 1', { good: /(?:RMSE: 0\.0\d*[\s\S]*){3}/ }],
  atomicSystemWide: ['10', { good: /returned OK/ }],
  bsearch: ['4096 2', { good: /bs4/, bad: /incorrect result/ }],
  collision: ['1', { good: /\S/, bad: /Error:/ }],
  fhd: ['64 512 1', { good: /RMSE = 0\.0/ }],
  langevin: ['4096 2', { good: /Error statistics for the kernels:\n(?:0\.0\d* ){3}/ }],
  langford: ['', { good: /MATCHES previously/, bad: /MISMATCHES/ }],
  match: ['1', { good: /Number of incorrect matches: 0/, bad: /Number of incorrect matches: [1-9]/ }],
  nqueen: ['9 4 1', { good: /Number of solutions found: 352\b/ }],
  spm: ['16 2', { good: /Maximum difference 0/ }],
};

/** Those that compare nothing: that they compile and end is all that can be told. */
const ENDING = {
  addBiasQKV: '',
  aobench: '1',
  aop: '-runs 1 -paths 32 -timesteps 4',
  babelstream: '-s 4096 -n 2',
  clock: '',
  conversion: '4096 1',
  ddbp: '',
  dispatch: '',
  doh: '48 64 1',
  f16atomic: '1024 1',
  heat: '64 4',
  hungarian: 'output.txt',
  'intrinsics-cast': '1000 1',
  'intrinsics-simd': '1000 1',
  kernelLaunch: '10',
  'lid-driven-cavity': '',
  mallocFree: '65536',
  memcpy: '2',
  michalewicz: '1000 1',
  ne: '64 64 1',
  nms: 'detections.txt output.txt 1',
  pathfinder: '1000 20 5',
  pitch: '2',
  pointerchase: '',
  resize: '32 32 16 16 4 1',
  rodrigues: '1000 2',
  sheath: '',
  streamCreateCopyDestroy: '',
  bh: '256 2',
  jaccard: '32 16 2',
  stencil3d: '32 2',
  quantAQLM: '',
  vmc: '1',
  zmddft: '1',
};

/** Those with a size in their source that is too large here, and what it is made: only sizes and numbers of repetitions. */
const SMALLER = {
  addBiasQKV: [['int repeat = 1000', 'int repeat = 1']],
  'aligned-types': [
    ['MEM_SIZE = 50000000', 'MEM_SIZE = 500000'],
    ['NUM_ITERATIONS = 1000', 'NUM_ITERATIONS = 4'],
  ],
  atomicCost: [['length = 922521600', 'length = 921600']],
  bscan: [['grid_size = 12*7*8*9*10', 'grid_size = 12']],
  cmembench: [['4096*VECTOR_SIZE', '8*VECTOR_SIZE']],
  ddbp: [
    ['nPixX = 1996', 'nPixX = 62'],
    ['nPixY = 2457', 'nPixY = 77'],
    ['nSlices = 78', 'nSlices = 8'],
    ['nDetX = 1664', 'nDetX = 52'],
    ['nDetY = 2048', 'nDetY = 64'],
  ],
  dispatch: [['BATCH_SIZE 1000', 'BATCH_SIZE 50']],
  f16max: [['NUM_OF_BLOCKS 1048576', 'NUM_OF_BLOCKS 1024']],
  graphExecution: [
    ['maxBlocks = 512', 'maxBlocks = 16'],
    ['size <= 1<<27', 'size <= 1<<18'],
  ],
  hungarian: [
    ['user_n = 1000', 'user_n = 100'],
    ['n_tests = 10;', 'n_tests = 1;'],
  ],
  jacobi: [['#define N 2048', '#define N 64']],
  langford: [
    ['kLimit = 100000000', 'kLimit = 100000'],
    ['kNumLogicalThreads = 16383', 'kNumLogicalThreads = 255'],
    ['  run_gpu<15>(known_results);\n', ''],
  ],
  'lid-driven-cavity': [
    ['#define NUM 512', '#define NUM 64'],
    ['BLOCK_SIZE 128', 'BLOCK_SIZE 32'],
  ],
  match: [['NPTS (2048*8)', 'NPTS (256)']],
  md5hash: [['{10, 35, 25, 70}', '{4, 6, 5, 8}']],
  prefetch: [['numElements = 64 * 1024 * 1024', 'numElements = 64 * 1024']],
  randomAccess: [['1024*1024*512', '1024*1024']],
  sheath: [
    ['NUM_IONS 500000', 'NUM_IONS 5000'],
    ['NUM_ELECTRONS 500000', 'NUM_ELECTRONS 5000'],
    ['NUM_TS 1000', 'NUM_TS 50'],
  ],
  shuffle: [['total = 1 << 27', 'total = 1 << 17']],
  streamCreateCopyDestroy: [['{1, 100, 1000, 5000}', '{1, 10, 100, 500}']],
  streamOrderedAllocation: [['nelem = 33554432', 'nelem = 32768']],
  tensorT: [['d5 = 76, d6 = 50', 'd5 = 8, d6 = 5']],
  threadcpy: [['numel = 1024 * 1024 * 256 + 2', 'numel = 1024 * 16 + 2']],
  vmc: [
    ['NBLOCK  = 56*4', 'NBLOCK  = 56'],
    ['Neq = 100000', 'Neq = 100'],
    ['Ngen_per_block = 5000', 'Ngen_per_block = 50'],
  ],
  zerocopy: [['nelem <= (1024*1024*64)', 'nelem <= (1024*1024)']],
};

/** Those that use Thrust or cuBLAS: their arguments, and where they do not say `PASS` their own words, or null for none. */
const LIBRARIES = {
  coordinates: ['10000 2'],
  geam: ['64 64 2'],
  kurtosis: ['10000 2', null],
  minmax: ['1000 2'],
  mtf: ['256 2'],
  radixsort2: ['-n=10000 -iterations=2'],
  remap: ['10000 2', null],
  rowwiseMoments: ['4 4 8 8 2 1', null],
  scatterThrust: ['10000 2'],
  'segment-reduce': ['2 1', { good: /segment_size/, bad: /does not agree/ }],
  sort: ['1 1'],
  sortKV: ['10000 2'],
  streamUM: ['2 64 1'],
};

/** Those that ask for more memory than `grade run` gives by itself, or nvcc for an option. */
const OPTIONS = {
  atan2: ['--expt-relaxed-constexpr'],
  nqueen: ['--host-memory', '2400'],
  zmddft: ['--device-memory', '1100', '--host-memory', '600'],
};

/**
 * @param folder the repository's
 * @param scratch where copies with a smaller constant go
 */
export function hecbench(folder, scratch) {
  const programs = [
    ...Object.entries(JUDGING).map(([name, args]) => [name, args, 'says PASS', byItsOwnWords()]),
    ...Object.entries(OWN_WORDS).map(([name, [args, words]]) => [
      name,
      args,
      'compares in other words',
      byItsOwnWords(words),
    ]),
    ...Object.entries(LIBRARIES).map(([name, [args, words]]) => [
      name,
      args,
      'uses Thrust or cuBLAS',
      words === null ? endsWell : byItsOwnWords(words),
    ]),
    ...Object.entries(ENDING).map(([name, args]) => [name, args, 'compares nothing', endsWell]),
  ];
  return programs.map(([id, args, kind, expected]) => {
    const cwd = join(folder, 'src', `${id}-cuda`);
    const source = readdirSync(cwd).find((name) => name.endsWith('.cu'));
    const smaller = SMALLER[id];
    return {
      id,
      kind: smaller ? withSmallerConstant(kind) : kind,
      file: smaller ? madeSmaller(join(cwd, source), smaller, join(scratch, id)) : source,
      cwd,
      expected,
      args: args.split(' ').filter(Boolean),
      options: [...(OPTIONS[id] ?? []), '--dir', join(folder, 'src')],
    };
  });
}
