// https://github.com/NVIDIA/cuda-samples: those samples of four of its chapters that are one file besides the helpers of
// its folder Common. Their own test, run_tests.py, asks for the exit status 0; so is it here.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { madeSmaller, withSmallerConstant } from './made-smaller.mjs';
import { byItsOwnWords, endsWell } from './own-words.mjs';

const CHAPTERS = ['0_Introduction', '2_Concepts_and_Techniques', '3_CUDA_Features', '6_Performance'];
const SOURCE = /\.(?:cu|cpp|c|cuh|h|hpp)$/;

/** Small sizes, where a sample takes any. */
const ARGUMENTS = {
  globalToShmemAsyncCopy: ['-wA=128', '-hA=128', '-wB=128', '-hB=128'],
  radixSortThrust: ['-n=100000', '-iterations=2'],
  matrixMul: ['-wA=64', '-hA=64', '-wB=64', '-hB=64'],
  reductionMultiBlockCG: ['--n=65536'],
  simpleHyperQ: ['--nstreams=2'],
  transpose: ['-dimX=64', '-dimY=64'],
};

/** Square matrices of this many tiles a side. The sample's own comparison, off as it comes, is turned on. */
const tiles = (from, to) => [
  ...['M', 'N', 'K'].map((side) => [`#define ${side}_TILES ${from}`, `#define ${side}_TILES ${to}`]),
  ['#define CPU_DEBUG 0', '#define CPU_DEBUG 1'],
];

/** Those with a size in their source that is too large here, and what it is made: only sizes and numbers of repetitions. */
const SMALLER = {
  alignedTypes: [
    ['MEM_SIZE       = 50000000', 'MEM_SIZE       = 5000000'],
    ['NUM_ITERATIONS = 32', 'NUM_ITERATIONS = 2'],
  ],
  bf16TensorCoreGemm: tiles(512, 16),
  cudaTensorCoreGemm: tiles(256, 16),
  dmmaTensorCoreGemm: tiles(1024, 16),
  graphMemoryFootprint: [['bytes  = 64 * 1024 * 1024', 'bytes  = 64 * 1024']],
  immaTensorCoreGemm: tiles(256, 16),
  simpleAttributes: [
    ['blocks(deviceProp.maxGridSize[1], 1)', 'blocks(4, 1)'],
    ['0xAFFFF', '0xAFF'],
  ],
  simplePitchLinearTexture: [['NUM_REPS 100', 'NUM_REPS 2']],
  simpleStreams: [['n           = 16 * 1024 * 1024', 'n           = 64 * 1024']],
  tf32TensorCoreGemm: tiles(512, 16),
};

/** What a sample prints of a wrong element, where it ends with status 0 all the same. */
const MISMATCH = { good: /^/, bad: /mismatch/ };

/** Those that ask for more memory than `grade run` gives by itself, and those whose kernels launch kernels. */
const OPTIONS = {
  cdpBezierTessellation: ['-rdc=true'],
  cdpQuadtree: ['-rdc=true'],
  cdpSimplePrint: ['-rdc=true'],
  cdpSimpleQuicksort: ['-rdc=true'],
  StreamPriorities: ['--device-memory', '1100', '--host-memory', '1100'],
  warpAggregatedAtomicsCG: ['--device-memory', '500'],
};

/**
 * @param folder the repository's
 * @param scratch where copies with a smaller constant go
 */
export function cudaSamples(folder, scratch) {
  return CHAPTERS.flatMap((chapter) =>
    readdirSync(join(folder, 'Samples', chapter), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name: id }) => {
        const cwd = join(folder, 'Samples', chapter, id);
        const sources = readdirSync(cwd, { recursive: true }).filter((name) => SOURCE.test(name));
        const [file = ''] = sources;
        if (sources.length !== 1 || !file.endsWith('.cu')) return [];
        const smaller = SMALLER[id];
        const options = [...(OPTIONS[id] ?? []), '--include', join(folder, 'Common'), '--dir', cwd];
        return {
          id,
          kind: smaller ? withSmallerConstant(chapter) : chapter,
          file: smaller ? madeSmaller(join(cwd, file), smaller, join(scratch, id)) : file,
          cwd,
          args: ARGUMENTS[id] ?? [],
          options,
          expected: smaller ? byItsOwnWords(MISMATCH) : endsWell,
        };
      }),
  );
}
