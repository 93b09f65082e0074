// https://github.com/sgrauerg/polybenchGpu, folder CUDA: kernels of linear algebra and stencils that compare with the host.
// Their sizes are macros that a compiler's option sets; where these need not be multiples of a block, 64 is enough.
import { dirname, join } from 'node:path';
import { basename } from 'node:path/posix';
import { filesUnder } from './files-under.mjs';
import { byItsOwnWords } from './own-words.mjs';

const SIZES = ['M', 'N', 'NI', 'NJ', 'NK', 'NL', 'NM', 'NX', 'NY'];
/** Grids of these are quotients without a remainder: with less than a block they have no threads. */
const WHOLE_BLOCKS = { correlation: 256, covariance: 256, gemver: 256, lu: 256 };

/** Programs that are left out, and why. */
export const POLYBENCH_LEFT_OUT = {
  doitgen: 'calls rtclock, which it declares nowhere: nvcc refuses it too',
};

const WORDS = { good: /Non-Matching CPU-GPU Outputs[^:]*: 0\b|Number of misses: 0\b/, bad: /(?!)/ };

/** @param folder the repository's */
export function polybench(folder) {
  return filesUnder(join(folder, 'CUDA'), '.cu').flatMap((file) => {
    const id = basename(file, '.cu');
    if (id in POLYBENCH_LEFT_OUT) return [];
    const size = WHOLE_BLOCKS[id] ?? 64;
    return {
      id,
      kind: 'compares with the host',
      file,
      cwd: dirname(file),
      options: [...SIZES.map((name) => `-D${name}=${size}`), '-DTSTEPS=20', '-DTMAX=20'],
      expected: byItsOwnWords(WORDS),
    };
  });
}
