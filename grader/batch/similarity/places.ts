import type { Side } from './compare.ts';

/** Where a run of tokens stands; lines are 1-based and both in it. */
export interface Place {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** Tokens of a loop's head are compared in another order than they stand in: the place is from the first to the last. */
export function placeOf({ document }: Side, first: number, length: number): Place {
  const tokens = document.tokens.slice(first, first + length);
  const file = document.submission.files[tokens[0]?.file ?? 0];
  const source = file?.source ?? '';
  const start = Math.min(...tokens.map((token) => token.start));
  const end = Math.max(...tokens.map((token) => token.end));
  return {
    file: file?.name ?? '',
    startLine: lineAt(source, start),
    endLine: lineAt(source, Math.max(start, end - 1)),
  };
}

function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** A piece of a line that is shown in one way. */
export interface Piece {
  readonly text: string;
  /** Number of the match that it is in, from 1, or null. */
  readonly match: number | null;
  /** It is the first of its match in this document. */
  readonly first: boolean;
  /** Starter code, or what most of the class has. */
  readonly leftOut: boolean;
}

/**
 * The lines of a file in pieces.
 * @param starts - by match, from 1: its first token and how many there are, on this side
 */
export function linesOf(
  { document, leftOut }: Side,
  file: number,
  starts: readonly { readonly first: number; readonly length: number }[],
): Piece[][] {
  const source = document.submission.files[file]?.source ?? '';
  const numbers = new Int32Array(document.tokens.length);
  for (const [index, { first, length }] of starts.entries()) numbers.fill(index + 1, first, first + length);
  const tokens = document.tokens
    .map((token, index) => ({ ...token, match: numbers[index] ?? 0, leftOut: !numbers[index] && leftOut[index] === 1 }))
    .filter((token) => token.file === file && token.end > token.start)
    .sort((a, b) => a.start - b.start);
  const spans: { start: number; end: number; match: number; leftOut: boolean }[] = [];
  for (const { start, end, match, leftOut } of tokens) {
    const before = spans.at(-1);
    // Blanks and brackets between two tokens of a match belong to it.
    if (before && before.match === match && before.leftOut === leftOut) before.end = end;
    else spans.push({ start, end, match, leftOut });
  }
  return inLines(source, spans);
}

function inLines(
  source: string,
  spans: readonly { start: number; end: number; match: number; leftOut: boolean }[],
): Piece[][] {
  const lines: Piece[][] = [[]];
  const seen = new Set<number>();
  const add = (text: string, match: number, leftOut: boolean): void => {
    for (const [index, part] of text.split(/\r?\n/).entries()) {
      if (index > 0) lines.push([]);
      // What a line is set in by is nobody's.
      const blanks = index > 0 ? (/^\s*/.exec(part)?.[0] ?? '') : '';
      const rest = part.slice(blanks.length);
      if (blanks !== '') lines.at(-1)?.push({ text: blanks, match: null, first: false, leftOut: false });
      if (rest === '') continue;
      const first = match > 0 && !seen.has(match);
      if (first) seen.add(match);
      lines.at(-1)?.push({ text: rest, match: match > 0 ? match : null, first, leftOut });
    }
  };
  let at = 0;
  for (const { start, end, match, leftOut } of spans) {
    add(source.slice(at, start), 0, false);
    add(source.slice(start, end), match, leftOut);
    at = end;
  }
  add(source.slice(at).replace(/\r?\n$/, ''), 0, false);
  return lines;
}
