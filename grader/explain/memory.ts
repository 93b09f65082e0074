import { dimensionsOf, index, number, plural } from './text.ts';

/** What the warps do at one place, in numbers. */
export interface WarpAccessFacts {
  readonly line: number | null;
  readonly access: 'load' | 'store';
  readonly memory: 'global' | 'shared';
  readonly label: string | null;
  readonly requests: number;
  readonly units: number;
  readonly fewest: number;
  readonly sampleUnits: number;
  readonly stride: number | null;
  readonly wasteful: boolean;
}

/** `Each warp’s load of m in line 14 touches 32 sectors instead of 4: …` */
export function wordWarpAccess(facts: WarpAccessFacts): string {
  const { access, memory, label, line, requests, units, fewest, stride, wasteful } = facts;
  const average = Number((units / requests).toFixed(1));
  const of = label === null ? '' : access === 'load' ? ` of ${label}` : ` to ${label}`;
  const who = `Each warp\u2019s ${access}${of}${line === null ? '' : ` in line ${number(line)}`}`;
  const does = memory === 'global' ? `touches ${plural(average, 'sector')}` : `takes ${plural(average, 'wavefront')}`;
  const few = average <= 1.3 * fewest ? ', about as few as it can' : '';
  if (!wasteful) return `${who} ${does}${few}: ${good(memory, stride)}.`;
  return `${who} ${does} instead of ${number(fewest)}: ${memory === 'global' ? scattered(stride) : conflicting(stride)}`;
}

function good(memory: WarpAccessFacts['memory'], stride: number | null): string {
  if (stride === 0) return 'its threads use the same element';
  if (memory === 'shared') return 'its threads use different banks, or the same words';
  return Math.abs(stride ?? 0) === 1
    ? 'neighboring threads use neighboring elements'
    : 'its threads use elements that are close together';
}

function scattered(stride: number | null): string {
  const apart =
    stride === null
      ? 'its threads use elements that are far apart'
      : `neighboring threads use elements that are ${number(Math.abs(stride))} apart, as down a column`;
  return `${apart}. A GPU moves whole sectors of 32 bytes, so neighboring threads should use neighboring elements.`;
}

/** An odd distance leads to different banks: then something else is the reason, as where the warp begins another row. */
function conflicting(stride: number | null): string {
  const apart =
    !stride || stride % 2 !== 0 ? '' : ` Neighboring threads use elements that are ${number(Math.abs(stride))} apart.`;
  return `its threads use different words of one bank and wait for each other.${apart} Words whose distance is a multiple of 32 words share a bank.`;
}

type Triple = readonly [number, number, number];

/** `block (0, 0), threads (0, 0) to (15, 1)` */
export function wordWarp(block: Triple, first: Triple, last: Triple, extents: Triple): string {
  const dimensions = dimensionsOf(extents);
  return `block ${index(block)}, threads ${index(first, dimensions)} to ${index(last, dimensions)}`;
}

/** What a picture of a request shows. */
export function wordRequest(memory: 'global' | 'shared', units: number, wantedBytes: number): string {
  return memory === 'global'
    ? `${plural(units, 'sector')}: ${number(wantedBytes)} of ${plural(32 * units, 'byte')} are used`
    : `${plural(units, 'wavefront')} of 32 banks`;
}

export const WARP_WORDS = {
  title: 'How warps use memory',
  allWell: 'How warps use memory: no access stands out',
  yours: 'Yours',
  good: 'For comparison, the same threads at neighboring elements',
  global:
    'Each box is a sector of 32 bytes that moves as a whole, in the order of addresses; filled is what threads use.',
  shared: 'Each column is a bank, each row a wavefront; filled are the words that threads use.',
  lanes: 'The numbers are lanes: threads of the warp.',
} as const;

/** A kind of traffic, of all launches of a case. */
export interface TrafficFacts {
  readonly kind: 'loads' | 'stores' | 'wavefronts' | 'conflicts';
  readonly yours: number;
  readonly baseline: number | null;
  /** The reference solution's. */
  readonly reference: number | null;
  /** What it takes to touch each input or output once; null where that says nothing. */
  readonly least: number | null;
}

const TRAFFIC: Readonly<Record<TrafficFacts['kind'], string>> = {
  loads: 'Sectors loaded from global memory',
  stores: 'Sectors stored to global memory',
  wavefronts: 'Wavefronts of shared memory',
  conflicts: 'Bank conflicts in shared memory',
};

export function wordTrafficKind(kind: TrafficFacts['kind']): string {
  return TRAFFIC[kind];
}

/** `Sectors loaded from global memory: 19,000, 7.5 times fewer than the baseline’s 141,881; the reference solution has 18,412; …` */
export function wordTraffic({ kind, yours, baseline, reference, least }: TrafficFacts): string {
  const beside = baseline === null ? '' : `, ${compared(yours, baseline)}`;
  const solution =
    reference === null ? '' : `; the reference solution has ${reference === 0 ? 'none' : number(reference)}`;
  const once =
    least === null ? '' : `; ${number(least)} would touch each ${kind === 'loads' ? 'input' : 'output'} once`;
  return `${TRAFFIC[kind]}: ${number(yours)}${beside}${solution}${once}`;
}

function compared(yours: number, baseline: number): string {
  const than = `the baseline\u2019s ${number(baseline)}`;
  if (yours === baseline) return 'as many as the baseline';
  if (baseline === 0) return 'where the baseline has none';
  if (yours === 0) return `where the baseline has ${number(baseline)}`;
  const factor = yours > baseline ? yours / baseline : baseline / yours;
  const times = Number(factor.toPrecision(2));
  if (times < 1.1) return `about ${than}`;
  return yours > baseline ? `${number(times)} times ${than}` : `${number(times)} times fewer than ${than}`;
}
