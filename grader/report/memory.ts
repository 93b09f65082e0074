import type { DeviceProgram } from '../compile/index.ts';
import type { RequestSample } from '../device/index.ts';
import type { Graded } from '../pipeline/grade/index.ts';
import { fewestSectors, neighbours, sectorsOf, strideOf, wavefrontsOf } from './requests.ts';
import { type Traffic, trafficOf } from './traffic.ts';

/** What the warps of one visible case ask of memory. */
export interface MemoryView {
  readonly case: string;
  /** Worst first. */
  readonly accesses: readonly WarpAccess[];
  readonly traffic: readonly Traffic[];
}

/** All accesses of one kind in one line, and of them one request of a warp. */
export interface WarpAccess {
  readonly kernel: string;
  readonly line: number | null;
  readonly access: 'load' | 'store';
  readonly memory: 'global' | 'shared';
  /** Of the array, where it has one that the student knows. */
  readonly label: string | null;
  /** Of all warps. */
  readonly requests: number;
  /** Sectors that they touch, or wavefronts that they take. */
  readonly units: number;
  readonly sample: RequestSample;
  readonly block: readonly [number, number, number];
  /** Sectors or wavefronts of the sample, and as few as they could be. */
  readonly sampleUnits: number;
  readonly fewest: number;
  /** Elements from a thread to the next; null where that differs. */
  readonly stride: number | null;
  /** The warps ask for clearly more than they have to. */
  readonly wasteful: boolean;
}

type Launches = Graded['evidence']['cases'][number]['run']['launches'];
type Counted = Omit<WarpAccess, 'sampleUnits' | 'fewest' | 'stride' | 'wasteful'>;

/** An access is wasteful from so many times what it needs, and so many sectors or wavefronts more, on average. */
const FACTOR = 2;
const MORE = 3;
/** One with a smaller part in all of its kind of memory is not worth a picture. */
const WORTH = 0.05;
const MOST_WASTEFUL = 3;

/** @returns null where nothing was counted */
export function memoryView(
  name: string,
  launches: Launches,
  program: DeviceProgram,
  { bytes, ...others }: Parameters<typeof trafficOf>[1] & { readonly bytes: Parameters<typeof trafficOf>[2] },
): MemoryView | null {
  const places = new Map<string, Counted>();
  for (const { kernel, block, outcome } of launches) {
    const counted = new Map(outcome.siteCounters.map(({ site, counters }) => [site, counters]));
    for (const sample of outcome.siteSamples ?? []) {
      const counters = counted.get(sample.site);
      if (!counters) continue;
      const line = program.sites[sample.site]?.position?.line ?? null;
      const access = counters.stores === 1 ? 'store' : 'load';
      const memory = sample.shared ? 'shared' : 'global';
      const label = sample.buffer && LABELLED.has(sample.buffer.role) ? sample.buffer.label : null;
      const key = [kernel, line, access, memory, label].join('|');
      const known = places.get(key);
      places.set(key, {
        ...{ kernel, line, access, memory, label },
        requests: (known?.requests ?? 0) + (counters.requests ?? 0),
        units: (known?.units ?? 0) + (counters.sectors ?? counters.wavefronts ?? 0),
        ...(known && lanesOf(known.sample) >= lanesOf(sample)
          ? { sample: known.sample, block: known.block }
          : { sample, block }),
      });
    }
  }
  const accesses = chosen([...places.values()].map(judged));
  const counters = launches.map(({ outcome }) => outcome.counters);
  return accesses.length > 0 ? { case: name, accesses, traffic: trafficOf(counters, others, bytes) } : null;
}

/** What a submission allocates itself has names of ours. */
const LABELLED: ReadonlySet<string> = new Set(['input', 'output', 'shared', 'variable']);

function lanesOf({ offsets }: RequestSample): number {
  return offsets.filter((offset) => offset !== null).length;
}

function judged(counted: Counted): WarpAccess {
  const { sample, access, memory, requests, units } = counted;
  const ofSectors = memory === 'global';
  const sampleUnits = ofSectors ? sectorsOf(sample).length : wavefrontsOf(sample, access === 'load').length;
  const fewest = ofSectors ? fewestSectors(sample) : wavefrontsOf(neighbours(sample), access === 'load').length;
  const average = units / requests;
  const wasteful = average >= FACTOR * fewest && average >= fewest + (ofSectors ? MORE : 1);
  return { ...counted, sampleUnits, fewest, stride: strideOf(sample), wasteful };
}

/** The worst of those that waste something, and of each kind of memory the busiest of those that do not. */
function chosen(accesses: readonly WarpAccess[]): WarpAccess[] {
  const all = (memory: WarpAccess['memory']) =>
    accesses.reduce((sum, access) => sum + (access.memory === memory ? access.units : 0), 0);
  const excess = ({ units, requests, fewest, memory }: WarpAccess) => (units - requests * fewest) / all(memory);
  const wasteful = accesses
    .filter((access) => access.wasteful && access.units >= WORTH * all(access.memory))
    .sort((a, b) => excess(b) - excess(a))
    .slice(0, MOST_WASTEFUL);
  const busiest = (memory: WarpAccess['memory']) =>
    accesses
      .filter((access) => access.memory === memory && !access.wasteful)
      .sort((a, b) => lanesOf(b.sample) - lanesOf(a.sample) || b.units - a.units || (a.line ?? 0) - (b.line ?? 0))
      .slice(0, 1);
  return [...wasteful, ...busiest('global'), ...busiest('shared')];
}
