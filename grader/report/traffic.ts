import { wordNumber, wordTraffic, wordTrafficKind } from '../explain/index.ts';
import type { CountedLaunch, SolutionCount } from '../spec/index.ts';
import { type Label, LEFT, LINE, label, RIGHT, WIDTH } from './drawn.ts';

/** What the launches of one visible case moved, beside what the baseline and the reference solution moved there. */
export interface Traffic {
  readonly kind: 'loads' | 'stores' | 'wavefronts' | 'conflicts';
  readonly yours: number;
  readonly baseline: number | null;
  readonly reference: number | null;
  /** Sectors of all inputs, or of all outputs; null where that says nothing. */
  readonly least: number | null;
}

const SECTOR = 32;
/** A factor to the baseline from which text says so. */
const CLEAR = 1.5;

type Counters = Readonly<Record<string, number>>;

/**
 * @param counters - of all launches
 * @param bytes - of the case's inputs and outputs
 */
export function trafficOf(
  counters: readonly Counters[],
  {
    baseline,
    solution,
  }: { readonly baseline: readonly CountedLaunch[] | null; readonly solution: SolutionCount | null },
  bytes: { readonly inputs: number; readonly outputs: number },
): Traffic[] {
  const mine = (...names: string[]) =>
    names.reduce((sum, name) => counters.reduce((all, counter) => all + (counter[name] ?? 0), sum), 0);
  const sites = baseline?.flatMap((launch) => launch.sites) ?? null;
  const theirs = (amount: (site: CountedLaunch['sites'][number]) => number) =>
    sites?.reduce((sum, site) => sum + amount(site), 0) ?? null;
  const sectors = (stores: 0 | 1) => theirs((site) => ('sectors' in site && site.stores === stores ? site.sectors : 0));
  const all: Traffic[] = [
    {
      kind: 'loads',
      yours: mine('globalLoadSectors'),
      baseline: sectors(0),
      reference: solution?.globalLoadSectors ?? null,
      least: Math.ceil(bytes.inputs / SECTOR) || null,
    },
    {
      kind: 'stores',
      yours: mine('globalStoreSectors'),
      baseline: sectors(1),
      reference: solution?.globalStoreSectors ?? null,
      least: Math.ceil(bytes.outputs / SECTOR) || null,
    },
    {
      kind: 'wavefronts',
      yours: mine('sharedLoadWavefronts', 'sharedStoreWavefronts'),
      baseline: theirs((site) => ('wavefronts' in site ? site.wavefronts : 0)),
      reference: solution?.sharedWavefronts ?? null,
      least: null,
    },
    {
      kind: 'conflicts',
      yours: mine('sharedLoadBankConflicts', 'sharedStoreBankConflicts'),
      baseline: theirs((site) => ('wavefronts' in site ? site.bankConflicts : 0)),
      reference: solution?.sharedBankConflicts ?? null,
      least: null,
    },
  ];
  return all.filter(({ yours, baseline: other }) => yours > 0 || (other ?? 0) > 0);
}

/** Those that differ clearly from the baseline: what text says in a line each. */
export function clearTraffic(traffic: readonly Traffic[]): Traffic[] {
  return traffic.filter(({ kind, yours, baseline }) => {
    if (baseline === null || kind === 'wavefronts') return false;
    if (kind === 'conflicts' && baseline === 0) return yours > 0;
    return yours >= CLEAR * baseline || baseline >= CLEAR * yours;
  });
}

/** Bars from zero, one for each program. */
export interface Bars {
  readonly title: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly bars: readonly { readonly kind: string; readonly path: string }[];
  readonly labels: readonly Label[];
}

const BAR = 14;

export function drawTraffic(traffic: readonly Traffic[]): Bars[] {
  return traffic.map((one) => {
    const rows = [
      { kind: 'submission', name: 'yours', value: one.yours },
      ...(one.baseline === null ? [] : [{ kind: 'baseline', name: 'baseline', value: one.baseline }]),
      ...(one.reference === null ? [] : [{ kind: 'reference', name: 'reference solution', value: one.reference }]),
      ...(one.least === null ? [] : [{ kind: 'ideal', name: 'each byte once', value: one.least }]),
    ];
    const most = Math.max(...rows.map(({ value }) => value));
    const height = (index: number) => index * (BAR + LINE + 3);
    return {
      title: wordTrafficKind(one.kind),
      alt: `${wordTraffic(one)}.`,
      width: WIDTH,
      height: height(rows.length),
      bars: rows.map(({ kind, value }, index) => {
        const length = Math.max(1, Math.round(((RIGHT - LEFT) * value) / most));
        return { kind, path: `M${LEFT} ${height(index) + LINE}h${length}v${BAR}h${-length}z` };
      }),
      labels: rows.map(({ name, value }, index) =>
        label('name', LEFT, height(index) + LINE - 4, 'start', `${name}: ${wordNumber(value)}`),
      ),
    };
  });
}
