import type { Beyond, BufferFacts, Finding, FindingDetail, Spot } from '../result/index.ts';

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
      return detail.by === 'thread' ? detail.isNull : [detail.by, detail.given];
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

/** The fields that only a hint or a number depends on. */
const BESIDES: ReadonlySet<string> = new Set([
  ...['launch', 'exchanged', 'warnedLine', 'nvccOnly', 'isCount', 'severalLaunches', 'first', 'cases', 'elements'],
  ...[
    'isDynamic',
    'laid',
    'byBlocks',
    'launched',
    'launchedByGrader',
    'movedByHost',
    'maxError',
    'allocatedAt',
    'lane',
    'mask',
  ],
]);

/** The reasons of an access outside a buffer that only its hint depends on. */
const HINTED: ReadonlySet<unknown> = new Set(['bytes-for-elements', 'own-element', 'many-blocks', 'one-block']);
/** The fields with text, which can have numbers in it. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'what', 'reason']);

/**
 * Returns a key that findings of several submissions share if they say the same, whatever their numbers are. Texts of
 * compilers and tools are other programs' words: without the names in quotes and the numbers they are a key.
 */
export function sayingKey({ rule, detail, message }: Finding): string {
  if (!detail) return JSON.stringify([rule, message]);
  return JSON.stringify([rule, detail], (name, value: unknown) => {
    if (BESIDES.has(name)) return undefined;
    if (typeof value === 'number') return 0;
    if (name === 'reason' && HINTED.has(value)) return undefined;
    if (TEXTS.has(name) && typeof value === 'string') return textKey(value);
    return isOwnBuffer(value) ? { ...value, name: '' } : value;
  });
}

/** A buffer of the submission, whose name is the number of its allocation. */
function isOwnBuffer(value: unknown): value is BufferFacts {
  return typeof value === 'object' && value !== null && 'role' in value && value.role === 'student';
}

/** A text of another program without what differs from one student to the next: numbers, and names in quotes. */
export function textKey(text: string): string {
  return text
    .replace(/(['`\u2018\u201c])[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*(['`\u2019\u201d])/g, '$1name$2')
    .replace(/(?<![A-Za-z_])\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?(?:st|nd|rd|th)?/gi, '#')
    .replace(/\(#(?:, #)*\)|#(?: × #)+/g, '#')
    .replace(/# (\w+?)s\b/g, '# $1');
}
