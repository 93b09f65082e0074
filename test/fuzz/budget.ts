/**
 * How much is fuzzed: without a word, the same few cases each time; with `npm run fuzz` (scripts/fuzz.mjs), new ones
 * until the time is over, or the one that failed.
 */
const { FUZZ_SEED, FUZZ_SECONDS, FUZZ_PATH } = process.env;

/** Of the default run, which is the same everywhere. */
const FIXED_SEED = 20_260_101;

export const SEED = FUZZ_SEED ? Number(FUZZ_SEED) : FIXED_SEED;
/** fast-check's path to a failing case, shrunk; null: generate. */
export const PATH = FUZZ_PATH || null;
const SECONDS = FUZZ_SECONDS ? Number(FUZZ_SECONDS) : null;

/** Milliseconds that a test may take: a case that has begun, and its shrinking, come on top. */
export const TIMEOUT_MS = (SECONDS ?? 0) * 1000 + 600_000;

/** A seed for each round of cases: one, or as many as there is time for. */
export function* rounds(): Generator<number> {
  const end = SECONDS === null ? 0 : performance.now() + SECONDS * 1000;
  let seed = SEED;
  do yield seed++;
  while (PATH === null && performance.now() < end);
}

/** How to see a failure again. */
export function replay(only: string, seed: number, path: string | null | undefined): string {
  return `npm run fuzz -- --only ${only} --seed ${seed}${path ? ` --path ${path}` : ''}`;
}
