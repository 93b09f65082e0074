import type { Document } from './document.ts';
import { studentKey } from './fingerprints.ts';
import type { Reading } from './tokens.ts';

/**
 * What two students have in common, nobody else has, and no compiler asks for. It takes no part in the score: in programs
 * of twenty lines it is the better evidence, but it goes with one pass of an editor.
 */
export interface Signals {
  /** The same comment, in the same words. */
  readonly comments: readonly string[];
  /** The same name for a variable, function or type. */
  readonly names: readonly string[];
  /** The same text in quotation marks. */
  readonly texts: readonly string[];
  /** The same line with the same oddity of white space: blanks at its end, tabs among blanks, several blanks in a row. */
  readonly lines: readonly string[];
}

type Kind = keyof Signals;
const KINDS: readonly Kind[] = ['comments', 'names', 'texts', 'lines'];

/** What more students have than two, or one in twenty, is not unusual. */
const UNUSUAL_ONE_IN = 20;
/** A comment like `// out` is nobody's own. */
const COMMENT_WORDS = 3;
/** Words of identical unusual comments for which a pair is shown whatever its score. */
const TELLING_WORDS = 8;
const SHORTEST_NAME = 2;
/** Of one line; longer ones are tables. */
const LONGEST_LINE = 300;

export interface SignalIndex {
  /** What both have and hardly anyone else. */
  between(left: number, right: number): Signals;
  /** Pairs of documents with telling comments in common, as `left * documents + right`, left first. */
  readonly telling: ReadonlySet<number>;
}

export function indexSignals(
  documents: readonly Document[],
  given: readonly { readonly source: string; readonly reading: Reading }[],
): SignalIndex {
  const known = new Set(given.flatMap(({ source, reading }) => itemsOf([source], [reading]).map(keyOf)));
  const own = documents.map(({ submission, readings }) => {
    const sources = submission.files.map(({ source }) => source);
    const items = itemsOf(sources, readings).map((item) => [keyOf(item), item] as const);
    return new Map(items.filter(([key]) => !known.has(key)));
  });
  const students = new Set(documents.map(studentKey)).size;
  const holders = new Map<string, number[]>();
  for (const [number, items] of own.entries()) {
    for (const key of items.keys()) holders.get(key)?.push(number) ?? holders.set(key, [number]);
  }
  const limit = Math.max(2, Math.floor(students / UNUSUAL_ONE_IN));
  const unusual = (key: string): boolean =>
    new Set((holders.get(key) ?? []).map((number) => studentKey(documents[number]!))).size <= limit;
  return {
    between(left, right) {
      const signals: Record<Kind, string[]> = { comments: [], names: [], texts: [], lines: [] };
      for (const [key, { kind, text }] of own[left] ?? []) {
        if (own[right]?.has(key) && unusual(key)) signals[kind].push(text);
      }
      return signals;
    },
    telling: tellingPairs(holders, unusual, documents.length),
  };
}

function tellingPairs(
  holders: ReadonlyMap<string, readonly number[]>,
  unusual: (key: string) => boolean,
  count: number,
): Set<number> {
  const words = new Map<number, number>();
  for (const [key, numbers] of holders) {
    if (!key.startsWith('comments:') || numbers.length < 2 || !unusual(key)) continue;
    for (const [at, left] of numbers.entries()) {
      for (const right of numbers.slice(at + 1)) {
        const pair = left * count + right;
        words.set(pair, (words.get(pair) ?? 0) + key.split(' ').length);
      }
    }
  }
  return new Set([...words].flatMap(([pair, total]) => (total >= TELLING_WORDS ? [pair] : [])));
}

interface Item {
  readonly kind: Kind;
  readonly text: string;
}

function keyOf({ kind, text }: Item): string {
  return `${kind}:${kind === 'comments' ? text.toLowerCase() : text}`;
}

function itemsOf(sources: readonly string[], readings: readonly Reading[]): Item[] {
  const found: Record<Kind, readonly string[]> = {
    comments: readings.flatMap(({ comments }) => comments.filter((text) => text.split(' ').length >= COMMENT_WORDS)),
    names: readings.flatMap(({ names }) => [...names].filter((name) => name.length >= SHORTEST_NAME)),
    texts: readings.flatMap(({ texts }) => texts),
    lines: sources.flatMap((source) => source.split(/\r?\n/).filter(isOdd)),
  };
  return KINDS.flatMap((kind) => found[kind].map((text) => ({ kind, text })));
}

/** Comments at the end of a line are often set off by blanks, and continued lines of macros too: that is no oddity. */
function isOdd(line: string): boolean {
  if (line.trim().length < 3 || line.length > LONGEST_LINE) return false;
  const code = line.replace(/\s*(?:\/\/.*|\\)$/, '');
  return /[ \t]$/.test(line) || /^(?: +\t|\t+ )/.test(line) || /\S {2,}\S/.test(code);
}
