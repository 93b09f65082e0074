import type { SyntaxNode } from './tree.ts';

/** Text in the place of `start` up to `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One bug: edits that do not overlap. */
export type Change = readonly Edit[];

export function applyEdits(source: string, change: Change): string {
  let text = source;
  for (const { start, end, text: by } of [...change].sort((a, b) => b.start - a.start || b.end - a.end)) {
    text = text.slice(0, start) + by + text.slice(end);
  }
  return text;
}

export function replace({ start, end }: SyntaxNode, text: string): Edit {
  return { start, end, text };
}

export function swap(one: SyntaxNode, other: SyntaxNode): Change {
  return [replace(one, other.text), replace(other, one.text)];
}

/** The sign of a binary operator becomes another; null where a macro hides it. */
export function replaceSign(source: string, { slots, opcode }: SyntaxNode, sign: string): Edit | null {
  const [left, right] = slots;
  if (!left || !right) return null;
  const at = source.slice(left.end, right.start).indexOf(opcode);
  return at < 0 ? null : { start: left.end + at, end: left.end + at + opcode.length, text: sign };
}

/** Returns the range of a statement's text with its semicolon. */
export function statementRange(source: string, { start, end }: SyntaxNode): { start: number; end: number } {
  if (/[;}]$/.test(source.slice(start, end))) return { start, end };
  const semicolon = /^\s*;/.exec(source.slice(end));
  return { start, end: end + (semicolon?.[0].length ?? 0) };
}

/** Takes a statement away: its whole line, where nothing else stands on it. */
export function dropStatement(source: string, statement: SyntaxNode): Edit {
  const { start, end } = statementRange(source, statement);
  if (statement.parent?.kind !== 'CompoundStmt') return { start, end, text: ';' };
  const before = source.lastIndexOf('\n', start - 1) + 1;
  const after = source.indexOf('\n', end);
  const isAlone = source.slice(before, start).trim() === '' && source.slice(end, after).trim() === '';
  return isAlone && after >= 0 ? { start: before, end: after + 1, text: '' } : { start, end, text: '' };
}

/** A text as an operand of any operator. */
export function operand(node: SyntaxNode): string {
  const isSimple = /^[\w.]+$/.test(node.text) || /^\(.*\)$/s.test(node.text) || node.kind === 'ArraySubscriptExpr';
  return isSimple ? node.text : `(${node.text})`;
}
