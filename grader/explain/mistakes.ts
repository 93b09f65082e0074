import type { Beyond, Finding, FindingDetail, Spot } from '../result/index.ts';

/** True if two findings of one rule say the same, but for which thread it was, which element and how far. */
export function isSameMistake(first: Finding, other: Finding): boolean {
  const [one, two] = [mistakeKey(first), mistakeKey(other)];
  return one !== null && one === two;
}

/** Returns what a finding says besides its thread, its element and its distance, as a key; null if unknown. */
function mistakeKey({ detail, related, count }: Finding): string | null {
  if (!detail) return null;
  const [other] = related ?? [];
  const parts = detail.kind === 'stale-cache' ? [other?.block, other?.thread, other?.detail] : [];
  return JSON.stringify([detail.kind, mistakeOf(detail), ...parts, detail.kind === 'sanitizer' ? count : null]);
}

function mistakeOf(detail: FindingDetail): unknown {
  switch (detail.kind) {
    case 'use-after-free': {
      const { by, buffer, memory, access } = detail;
      return [by, buffer, memory, by === 'host-code' && access];
    }
    case 'foreign-pointer':
      return detail.by === 'thread' ? detail.isNull : detail.by;
    case 'uninitialized':
      return placeOf(detail.spot);
    case 'unfilled-fragment':
      return [detail.part, detail.part === 'sum' && detail.access === 'write'];
    case 'texture-object':
      return [detail.reason, detail.reason === 'no-object' && detail.access === 'write'];
    case 'stale-cache':
      return [detail.cache, placeOf(detail.spot), detail.writer];
    case 'shared-out-of-bounds':
      return sideOf(detail.beyond);
    case 'tile-out-of-bounds':
      return [sideOf(detail.beyond), detail.access === 'write'];
    case 'block-barrier': {
      const { reason, waiting } = detail;
      return [reason, waiting?.of, reason === 'other-barrier' && waiting?.threads];
    }
    case 'not-in-mask':
      return [detail.lane, detail.mask];
    case 'mask-not-reached':
      return [detail.waiting, detail.mask];
    case 'partial-warp': {
      const { waiting } = detail;
      return waiting && [waiting.lanes, waiting.threads < 32 && waiting.threads, waiting.alive < 32];
    }
    case 'tile-arguments':
      return null;
    default:
      return detail;
  }
}

/** A place without its index. */
function placeOf({ buffer, unit }: Spot): unknown {
  return [buffer, unit === 'byte' ? 'element' : unit];
}

/** The side of a buffer on which an access is; before its start also how far. */
function sideOf({ buffer, where, bytes }: Beyond): unknown {
  return [buffer, where, where === 'before' ? bytes : bytes === undefined];
}
