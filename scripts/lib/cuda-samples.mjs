// https://github.com/NVIDIA/cuda-samples: those samples of four of its chapters that are one file besides the helpers of
// its folder Common. Their own test, run_tests.py, asks for the exit status 0; so is it here.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { endsWell } from './own-words.mjs';

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

/** Those that ask for more memory than `grade run` gives by itself. */
const OPTIONS = {
  StreamPriorities: ['--device-memory', '1100', '--host-memory', '1100'],
  warpAggregatedAtomicsCG: ['--device-memory', '500'],
};

/** @param folder the repository's */
export function cudaSamples(folder) {
  return CHAPTERS.flatMap((chapter) =>
    readdirSync(join(folder, 'Samples', chapter), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name: id }) => {
        const cwd = join(folder, 'Samples', chapter, id);
        const sources = readdirSync(cwd, { recursive: true }).filter((name) => SOURCE.test(name));
        const [file = ''] = sources;
        if (sources.length !== 1 || !file.endsWith('.cu')) return [];
        const options = [...(OPTIONS[id] ?? []), '--include', join(folder, 'Common'), '--dir', cwd];
        return { id, kind: chapter, file, cwd, args: ARGUMENTS[id] ?? [], options, expected: endsWell };
      }),
  );
}
