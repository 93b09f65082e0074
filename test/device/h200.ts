import { readFileSync } from 'node:fs';
import { Bench, LIMITS } from '../host/bench.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/gpu/${name}`, import.meta.url), 'utf8');

/** Counters in the order of the tables, by the names of docs/counters.md. */
export const COUNTERS = [
  'globalLoadRequests',
  'globalLoadSectors',
  'globalStoreRequests',
  'globalStoreSectors',
  'sharedLoadWavefronts',
  'sharedStoreWavefronts',
  'sharedLoadBankConflicts',
  'sharedStoreBankConflicts',
  'sharedLoadInstructions',
  'sharedStoreInstructions',
] as const;
export type Counter = (typeof COUNTERS)[number];

/** What an H200 counted at one launch of counter-kernels.cu. */
export type Measured = Readonly<Record<Counter, number>> & { readonly kernel: string };

/** Where the emulator counts otherwise, and why. */
export interface Difference {
  readonly launch: number;
  readonly counter: Counter;
  readonly emulator: number;
  readonly gpu: number;
  readonly reason: string;
}

export function measured(): readonly Measured[] {
  return JSON.parse(fixture('h200-counters.json')) as Measured[];
}

export function knownDifferences(): readonly Difference[] {
  const { reasons, differences } = JSON.parse(fixture('differences.json')) as {
    reasons: Readonly<Record<string, string>>;
    differences: readonly Difference[];
  };
  return differences.map((difference) => ({ ...difference, reason: reasons[difference.reason] ?? '' }));
}

/** What it counted of shared memory at each launch of wide-shared.cu. */
export function measuredWide(): readonly (Readonly<Record<string, number | string>> & { readonly kernel: string })[] {
  return JSON.parse(fixture('wide-shared.json'));
}

/** Counters of every launch of a program, in the emulator. @param rules - of findings that the program is made to have */
export async function emulated(
  name: string,
  rules: readonly string[] = ['leak'],
): Promise<readonly Readonly<Record<string, number>>[]> {
  const bench = await Bench.open(fixture(name), null, 2 ** 26);
  try {
    const limits = { ...LIMITS, deviceSteps: 1e9, wallMs: 120_000, launches: 100 };
    const { launches, faults, host } = await bench.run({ counters: true, limits });
    if (host.status !== 'returned' || host.value !== 0) throw new Error(JSON.stringify(host));
    if (faults.some(({ rule }) => !rules.includes(rule))) throw new Error(JSON.stringify(faults));
    return launches.map(({ outcome }) => outcome.counters);
  } finally {
    await bench.close();
  }
}
