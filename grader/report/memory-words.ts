import { WARP_WORDS, wordRemark, wordRequest, wordTraffic, wordWarp, wordWarpAccess } from '../explain/index.ts';
import type { MemoryView, WarpAccess } from './memory.ts';
import type { ReportInput } from './model.ts';
import { neighbours, type WarpRequest, wantedElements } from './requests.ts';
import { linkLines } from './source-view.ts';
import { clearTraffic, drawTraffic } from './traffic.ts';
import { drawBanks, drawSectors, type WarpDrawing } from './warp-drawing.ts';

const LANES = 32;

/** What the page shows of one place. */
export interface AccessWords {
  readonly sentence: ReturnType<typeof linkLines>;
  readonly figures: readonly (WarpDrawing & {
    readonly caption: string;
    readonly alt: string;
    readonly viewWidth: number;
    readonly viewHeight: number;
  })[];
}

/** The page's section about memory. */
export interface MemoryWords {
  readonly title: string;
  readonly allWell: string | null;
  readonly accesses: readonly AccessWords[];
  readonly legend: readonly string[];
  readonly traffic: ReturnType<typeof drawTraffic>;
}

export function memoryWords({ accesses, traffic }: MemoryView, lines: number): MemoryWords {
  const wasteful = accesses.some((access) => access.wasteful);
  const kinds = new Set(accesses.map(({ memory }) => memory));
  return {
    title: WARP_WORDS.title,
    allWell: wasteful ? null : WARP_WORDS.allWell,
    accesses: accesses.map((access) => accessWords(access, lines)),
    legend: [
      ...(kinds.has('global') ? [WARP_WORDS.global] : []),
      ...(kinds.has('shared') ? [WARP_WORDS.shared] : []),
      WARP_WORDS.lanes,
    ],
    traffic: drawTraffic(traffic),
  };
}

function accessWords(access: WarpAccess, lines: number): AccessWords {
  const { sample, memory, block } = access;
  const own = figure(access, sample, `${WARP_WORDS.yours}, ${warpOf(access)}`, access.sampleUnits);
  const good = figure(access, neighbours(sample), WARP_WORDS.good, access.fewest);
  return {
    sentence: linkLines(wordWarpAccess(access), lines),
    figures: access.wasteful ? [own, good] : [own],
  };

  function warpOf({ sample: { warp, block: at } }: WarpAccess): string {
    const threads = block[0] * block[1] * block[2];
    const thread = (number: number) =>
      [
        number % block[0],
        Math.floor(number / block[0]) % block[1],
        Math.floor(number / (block[0] * block[1])),
      ] as const;
    return wordWarp(at, thread(LANES * warp), thread(Math.min(threads, LANES * (warp + 1)) - 1), block);
  }

  function figure(of: WarpAccess, request: WarpRequest, title: string, units: number) {
    const drawing = memory === 'global' ? drawSectors(request) : drawBanks(request, of.access === 'load');
    const caption = `${title}: ${wordRequest(memory, units, wantedElements(request).length * request.bytes)}.`;
    return { ...drawing, viewWidth: drawing.width + 2, viewHeight: drawing.height + 2, caption, alt: caption };
  }
}

/** What has a remark on speed already is not said a second time. */
export function memoryLines({ memory, result, timing }: ReportInput): string[] {
  if (!memory) return [];
  const said = new Set(timing ? [] : result.estimate?.remarks);
  const is = (id: string, wanted: string) => result.checks.some((check) => check.id === id && check.status === wanted);
  return [
    ...memory.accesses
      .filter((access) => access.wasteful && !said.has(remarkOf(access)))
      .map((access) => wordWarpAccess(access)),
    ...clearTraffic(memory.traffic)
      .filter(({ kind }) => !(is('technique', 'failed') && kind === 'loads'))
      // Where something is wrong, less traffic may come of less work.
      .filter(({ yours, baseline }) => yours > (baseline ?? 0) || is('correctness', 'passed'))
      .map((one) => `${wordTraffic(one)}.`),
  ];
}

/** Remarks on speed that the section about memory does not make with a picture. */
export function otherRemarks({ memory, result }: ReportInput): string[] {
  const shown = new Set(memory?.accesses.filter(({ wasteful }) => wasteful).map(remarkOf));
  return (result.estimate?.remarks ?? []).filter((remark) => !shown.has(remark));
}

/** As an estimate of speed says it of this place. */
function remarkOf({ access, memory, line, units, requests, fewest }: WarpAccess): string {
  const at = line === null ? {} : { line };
  const average = Math.round(units / requests);
  return wordRemark(
    memory === 'global'
      ? { kind: 'scattered', access, sectors: average, needed: 4, ...at }
      : { kind: 'bank-conflicts', access, wavefronts: average, needed: fewest, ...at },
  );
}
