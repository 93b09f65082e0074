import type { Finding } from '../result/index.ts';
import { BARRIER_PLACES } from './barriers.ts';
import { list, number } from './text.ts';

/** Findings that one change mends. */
export interface Cause<F extends Finding> {
  readonly first: F;
  /** The others, in their order. */
  readonly also: readonly F[];
}

interface Gap {
  readonly kind: keyof typeof BARRIER_PLACES;
  readonly after: number;
  readonly before: number;
}

/**
 * Races that one barrier ends are one problem, however many lines it shows at: where each says that one is missing, and
 * there is a place that lies between the two ends of all. Everything else stands alone.
 */
export function causesOf<F extends Finding>(findings: readonly F[]): Cause<F>[] {
  const causes: { first: F; also: F[]; gap: Gap | null }[] = [];
  for (const finding of findings) {
    const gap = gapOf(finding);
    const known = gap && causes.find((cause) => cause.gap && isSame(cause.first, finding) && meet(cause.gap, gap));
    if (known) {
      known.also.push(finding);
      known.gap = meet(known.gap, gap);
    } else causes.push({ first: finding, also: [], gap });
  }
  return causes.map(({ first, also }) => ({ first, also }));
}

function isSame(a: Finding, b: Finding): boolean {
  return a.rule === b.rule && a.severity === b.severity && a.kernel === b.kernel && a.file === b.file;
}

/** The lines between which a barrier is said to be missing. */
function gapOf({ line, related, message }: Finding): Gap | null {
  const other = related?.[0]?.line;
  if (line === undefined || other === undefined || related?.length !== 1) return null;
  const [after, before] = [Math.min(line, other), Math.max(line, other)];
  for (const kind of ['between', 'end-of-loop'] as const) {
    if (message.includes(` A __syncthreads() ${BARRIER_PLACES[kind](after, before)}`)) return { kind, after, before };
  }
  return null;
}

/** What lies between the ends of both; null where nothing does. */
function meet(a: Gap | null, b: Gap | null): Gap | null {
  if (!a || !b) return null;
  const [after, before] = [Math.max(a.after, b.after), Math.min(a.before, b.before)];
  return a.kind === b.kind && after < before ? { kind: a.kind, after, before } : null;
}

/** `The same barrier is missing for line 17 with line 21, and line 18 with line 21.` */
export function wordAlso(also: readonly Finding[]): string | null {
  if (also.length === 0) return null;
  const places = also.map(
    ({ line = 0, related }) => `line ${number(line)} with line ${number(related?.[0]?.line ?? 0)}`,
  );
  return `The same barrier is missing for ${list([...new Set(places)])}.`;
}
