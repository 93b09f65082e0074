/** Times of an assignment's example submissions on one GPU, and the thresholds that they propose. */
export interface MeasuredSubmission {
  /** Path from the submissions folder, e.g. `accepted/lecture-256.cu`. */
  readonly file: string;
  /** accepted: the tier that it must reach; slow: the best one that it must miss. */
  readonly tier: string;
  readonly kind: 'accepted' | 'slow';
  /** Baseline's time over its own. */
  readonly ratio: number;
}

export interface ProposedTier {
  readonly name: string;
  readonly minRatio: number;
  /** How far the slowest that must reach it is above it: 0.2 for 20 % faster than it asks. */
  readonly above: number;
  /** How far the fastest that must miss it is below it; null where nothing has to. */
  readonly below: number | null;
}

export interface Proposal {
  /** Best first. */
  readonly tiers: readonly ProposedTier[];
  /** What stands in the way of margins, one sentence each. */
  readonly problems: readonly string[];
}

/** What must lie between a threshold and every submission on either side of it. */
export const MARGIN = 0.15;
/** Where there is room for it: at the very margin every second measurement would find too little. */
const AMPLE_MARGIN = 0.17;

/**
 * Thresholds in the middle (on a logarithmic scale) between the slowest submission that must reach a tier and the
 * fastest that should not: a slow one, or one that declares a lower tier. A lower tier's submission that is too near may
 * reach the better one as well; then the threshold lies as high as an ample margin allows.
 * @param names - tiers, best first
 */
export function proposeTiers(names: readonly string[], measured: readonly MeasuredSubmission[]): Proposal {
  const problems: string[] = [];
  const tiers: ProposedTier[] = [];
  for (const [index, name] of names.entries()) {
    const slowest = extreme(
      measured.filter(({ kind, tier }) => kind === 'accepted' && tier === name),
      (a, b) => a < b,
    );
    if (!slowest) {
      problems.push(`No accepted submission declares the tier ${name}: its threshold cannot be placed.`);
      continue;
    }
    const own = ({ tier }: MeasuredSubmission) => names.indexOf(tier);
    const fastest = extreme(
      measured.filter((one) => one.kind === 'slow' && own(one) >= index),
      (a, b) => a > b,
    );
    const lower = extreme(
      measured.filter((one) => one.kind === 'accepted' && own(one) > index),
      (a, b) => a > b,
    );
    const minRatio = between(slowest.ratio, fastest?.ratio ?? null, lower?.ratio ?? null);
    const above = slowest.ratio / minRatio - 1;
    const below = fastest ? minRatio / fastest.ratio - 1 : null;
    tiers.push({ name, minRatio, above, below });
    if (above < MARGIN || (below !== null && below < MARGIN)) {
      problems.push(
        `${name}: ${slowest.file} (${slowest.ratio.toFixed(2)}) must reach it and ${fastest?.file} (${fastest?.ratio.toFixed(2)}) must not; a threshold needs ${MARGIN * 100} % on either side.`,
      );
    }
  }
  return { tiers, problems };
}

/**
 * @param missing - the fastest that must miss it
 * @param lower - the fastest that declares a lower tier
 */
function between(reaching: number, missing: number | null, lower: number | null): number {
  const room = (1 + MARGIN) ** 2;
  const limit = Math.max(missing ?? 0, lower ?? 0);
  if (limit > 0 && reaching / limit >= room) return rounded(Math.sqrt(reaching * limit));
  // Rounded down: the margin above must hold.
  const highest = Math.floor((1000 * reaching) / (1 + AMPLE_MARGIN)) / 1000;
  const middle = missing === null ? 0 : Math.sqrt(reaching * missing);
  return Math.max(highest, Math.round(1000 * middle) / 1000);
}

function extreme(
  all: readonly MeasuredSubmission[],
  before: (a: number, b: number) => boolean,
): MeasuredSubmission | null {
  return all.reduce<MeasuredSubmission | null>(
    (best, one) => (best === null || before(one.ratio, best.ratio) ? one : best),
    null,
  );
}

/** To three digits: more would say more than was measured. */
function rounded(ratio: number): number {
  return Number(ratio.toPrecision(3));
}
