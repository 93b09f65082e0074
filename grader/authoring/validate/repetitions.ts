import type { TimingEvidence } from '../../timing/index.ts';

/** Timings of one submission that must agree on its tier, where nothing else is asked for. */
export const REPETITIONS = 10;
/** Timings that an unsteady GPU may spoil; each is made once more. */
const SPOILT = 3;

/** Times each of the files once, and tells of each as it ends. */
export type Pass = (files: readonly string[], onTimed: (file: string, timing: TimingEvidence) => void) => Promise<void>;

/** What many timings of one submission came to. */
export interface Repeated {
  readonly file: string;
  readonly timings: readonly TimingEvidence[];
  /** Why it was not measured as often as wanted; null where it was. */
  readonly trouble: string | null;
}

/** One timing, as it ends. */
export interface Timed {
  readonly file: string;
  readonly timing: TimingEvidence;
  /** Timings of this submission that count, this one included if it does. */
  readonly count: number;
}

/**
 * Times programs again and again, pass by pass: whatever ends it early, each of them was measured about as often, and
 * the timings of one lie far apart.
 * @param onTimed - told of each timing, whatever came of it
 */
export async function repeatTimings(
  files: readonly string[],
  repetitions: number,
  pass: Pass,
  onTimed: (timed: Timed) => void = () => undefined,
): Promise<Repeated[]> {
  const all = files.map((file) => ({
    file,
    timings: [] as TimingEvidence[],
    spoilt: 0,
    trouble: null as string | null,
  }));
  const unfinished = () => all.filter(({ timings, trouble }) => trouble === null && timings.length < repetitions);
  for (let left = unfinished(); left.length > 0; left = unfinished()) {
    await pass(
      left.map(({ file }) => file),
      (file, timing) => {
        const one = left.find((own) => own.file === file);
        if (!one) throw new Error(`${file} was not to be timed`);
        const { status } = timing.outcome;
        if (status === 'measured') one.timings.push(timing);
        else if (status === 'unsteady') one.spoilt += 1;
        if (status !== 'measured' && (status !== 'unsteady' || one.spoilt > SPOILT)) one.trouble = reasonOf(timing);
        onTimed({ file, timing, count: one.timings.length });
      },
    );
  }
  return all.map(({ file, timings, trouble }) => ({ file, timings, trouble }));
}

export function reasonOf({ outcome }: TimingEvidence): string {
  if ('reason' in outcome) return outcome.reason;
  return 'message' in outcome ? outcome.message : outcome.status;
}
