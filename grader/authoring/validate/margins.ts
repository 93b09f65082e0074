import type { AssignmentSpec, Calibration, Threshold } from '../../spec/index.ts';
import { MARGIN } from '../calibrate/index.ts';
import { type SubmissionsManifest, tierOf } from '../submissions.ts';
import type { Flaw } from './proof.ts';

/** Speeds of example submissions on one GPU, as measured now or as a calibration keeps them. */
export interface Speeds {
  readonly gpu: string;
  readonly dims: Readonly<Record<string, number>>;
  readonly referenceMs: number | null;
  readonly measured: readonly Pick<Calibration['measured'][number], 'file' | 'ms' | 'ratio'>[];
}

export interface Margins {
  /** How far the accepted submission that is nearest to its threshold is above it: 0.2 for 20 %; null without any. */
  readonly above: number | null;
  /** How far the slow one that is nearest is below. */
  readonly below: number | null;
  /** Tiers that ask for a share of the GPU's bandwidth or peak, which such speeds do not tell. */
  readonly untold: readonly string[];
  readonly flaws: readonly Flaw[];
}

/**
 * Accepted submissions must be inside the tier that they declare by {@link MARGIN}, slow ones outside the one that they
 * miss, and all of them must have been measured at the timed size. Accepted ones in Python need not be measured unless
 * they declare a tier.
 * @param where - the file, or what the speeds are called
 */
export function marginsOf(
  spec: Pick<AssignmentSpec, 'timing'>,
  { gpu, dims, referenceMs, measured }: Speeds,
  thresholds: readonly Threshold[],
  { accepted, slow }: Pick<SubmissionsManifest, 'accepted' | 'slow'>,
  where: string,
): Margins {
  const flaws: Flaw[] = [];
  const again = 'Measure again on a quiet GPU: grade calibrate --write';
  const sizes = (of: Readonly<Record<string, number>> = {}) => JSON.stringify(Object.entries(of).sort());
  if (sizes(dims) !== sizes(spec.timing?.dims)) {
    flaws.push({ where, message: 'it is of another size than assignment.yaml times', mend: again });
  }
  const examples = [
    ...accepted.flatMap((entry) => {
      const tier = tierOf(entry, thresholds[0]?.name ?? '');
      return tier === undefined ? [] : [{ file: `accepted/${entry.file}`, tier, kind: 'accepted' }];
    }),
    ...slow.map(({ file, misses }) => ({ file: `slow/${file}`, tier: misses, kind: 'slow' })),
  ];
  for (const { file } of measured) {
    if (examples.some((example) => example.file === file)) continue;
    flaws.push({ where, message: `${file} was measured and is not in the manifest`, mend: again });
  }
  const untold = new Set<string>();
  let above: number | null = null;
  let below: number | null = null;
  for (const { file, tier, kind } of examples) {
    const threshold = thresholds.find(({ name }) => name === tier);
    const speed = measured.find((one) => one.file === file);
    if (!threshold) continue;
    if (!speed) {
      flaws.push({ where, message: `${file} was not measured`, mend: again });
      continue;
    }
    const value = speedOf(threshold, speed, referenceMs);
    if (value === null) {
      untold.add(tier);
      continue;
    }
    const margin = (kind === 'accepted' ? value / threshold.minRatio : threshold.minRatio / value) - 1;
    if (kind === 'accepted') above = Math.min(above ?? margin, margin);
    else below = Math.min(below ?? margin, margin);
    if (margin >= MARGIN) continue;
    const verb = kind === 'accepted' ? 'reach' : 'miss';
    const message = `on ${gpu} ${file} must ${verb} ${tier} (${threshold.minRatio}) with ${MARGIN * 100} % to spare, and is at ${value.toPrecision(3)}: ${(margin * 100).toFixed(0)} %`;
    flaws.push({
      where,
      message,
      mend: `Declare another tier in the manifest, or move the threshold: grade calibrate`,
    });
  }
  return { above, below, untold: [...untold], flaws };
}

function speedOf({ of }: Threshold, { ms, ratio }: { ms: number; ratio: number }, referenceMs: number | null) {
  if (of === 'baseline') return ratio;
  if (of === 'reference') return referenceMs === null ? null : referenceMs / ms;
  return null;
}
