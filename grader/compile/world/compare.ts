import type { Preprocessed } from '../program.ts';
import { firstDifference, firstLineOfOne } from './tokens.ts';

/** The C++ library and the nvcc that the recorded macros are from (`native/emulator/nvcc/macros.json`). */
const RECORDED = { library: '12', nvcc: /^13\.0\b/ } as const;

/**
 * Compares what the preprocessors left of a submission. Macros of other headers than the recorded ones have other
 * texts: then lines count, and not their tokens.
 * @param there - what nvcc's left, and its versions
 * @returns the first line of the submission that is not the same program for both; null if there is none
 */
export function differenceOfPrograms(
  here: Preprocessed,
  there: Preprocessed & { readonly library: string; readonly nvcc: string },
): number | null {
  const isRecorded = there.library === RECORDED.library && RECORDED.nvcc.test(there.nvcc);
  const compare = isRecorded ? firstDifference : firstLineOfOne;
  for (const side of ['host', 'device'] as const) {
    if (firstDifference(here[side], there[side]) === null) continue;
    const line = compare(here[side], there[side]);
    if (line !== null) return line;
  }
  return null;
}
