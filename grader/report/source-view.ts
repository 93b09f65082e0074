import { highlightLines } from './highlight.ts';
import type { ShownFinding } from './model.ts';

/** A remark under a line; with the lines of the other ends. */
interface Note {
  readonly severity: string;
  readonly text: string;
  readonly ends: readonly number[];
}

/** A line has links to at most so many others. */
const MOST_ENDS = 4;
const STRENGTH = ['error', 'warning', 'note'];

/** The source in colour, with what was found at its lines; the ends of a race lead to each other. */
export function sourceView(source: string, findings: readonly ShownFinding[]): object[] {
  const notes = new Map<number, Map<string, { severity: string; isOtherEnd: boolean; ends: Set<number> }>>();
  const add = (line: number | undefined, rule: string, severity: string, end?: number, isOtherEnd = false) => {
    if (line === undefined) return;
    const here = notes.get(line) ?? new Map();
    const text = isOtherEnd ? `${rule}, other end` : rule;
    const note = here.get(text) ?? { severity, isOtherEnd, ends: new Set() };
    if (end !== undefined && end !== line) note.ends.add(end);
    notes.set(line, here.set(text, note));
  };
  const lines = highlightLines(source.replace(/^\uFEFF/, '').replace(/\r?\n$/, ''));
  const known = (line: number | undefined) => (line !== undefined && line <= lines.length ? line : undefined);
  for (const { line, rule, severity, related = [] } of findings.flatMap((one) => [one, ...one.also])) {
    const others = related.map((other) => known(other.line));
    add(line, rule, severity);
    for (const other of others) add(line, rule, severity, other);
    for (const other of others) add(other, rule, severity, known(line), other !== line);
  }
  return lines.map((tokens, index) => {
    const all = [...(notes.get(index + 1) ?? [])];
    const here = all.map(
      ([text, { severity, ends }]): Note => ({
        severity,
        text: `↑ ${text}`,
        ends: [...ends].sort((a, b) => a - b).slice(0, MOST_ENDS),
      }),
    );
    const marked = all.filter(([, { isOtherEnd }]) => !isOtherEnd).map(([, { severity }]) => severity);
    return {
      number: index + 1,
      tokens,
      severity: STRENGTH.find((strength) => marked.includes(strength)) ?? null,
      notes: here,
    };
  });
}

/** A sentence of ours in parts: those that name a line of the source lead there. */
export function linkLines(sentence: string, lines: number): { text: string; line: number | null }[] {
  return sentence.split(/(\bline \d+(?:,\d{3})*)/).flatMap((text, index) => {
    if (text === '') return [];
    const line = index % 2 === 1 ? Number(text.replace(/[^\d]/g, '')) : 0;
    return [{ text, line: line > 0 && line <= lines ? line : null }];
  });
}
