import { applyEdits, type SyntaxNode, walk } from '../../syntax/index.ts';
import { fitsAnyLaunch } from './any-launch.ts';
import type { Operator } from './operator.ts';

/** An accepted submission with one bug in it. */
export interface Mutant {
  /** Name of the submission. */
  readonly file: string;
  readonly operator: string;
  /** 1-based, the first that is changed. */
  readonly line: number;
  /** The changed lines as they were, without indentation; empty where lines only come in. */
  readonly before: string;
  /** The changed lines as they are. */
  readonly after: string;
  readonly source: string;
  /** True if it launches the same grid-stride loops in another size: the same program, if it passes. */
  readonly isLaunchOnly: boolean;
}

/** Names a mutant from one run to the next. */
export function keyOf({ file, operator, line, before, after }: Omit<Mutant, 'source' | 'isLaunchOnly'>): string {
  return [file, operator, line, before, after].join('\0');
}

/**
 * Every bug that operators make in a source, in the order of operators and of the source. What differs in nothing but
 * white space is one.
 */
export function makeMutants(
  { file, source, tree }: { readonly file: string; readonly source: string; readonly tree: SyntaxNode },
  operators: readonly Operator[],
): Mutant[] {
  const known = new Set([squeezed(source)]);
  const nodes = [...walk(tree)];
  const anyLaunch = fitsAnyLaunch(tree);
  return operators.flatMap((operator) => {
    const made: Mutant[] = [];
    for (const node of nodes) {
      for (const change of operator.changes(node, source)) {
        const mutated = applyEdits(source, change);
        const text = squeezed(mutated);
        if (known.has(text)) continue;
        known.add(text);
        const isLaunchOnly = anyLaunch && operator.sizesLaunch === true;
        made.push({ file, operator: operator.name, ...changedLines(source, mutated), source: mutated, isLaunchOnly });
      }
    }
    return made.sort((a, b) => a.line - b.line);
  });
}

function squeezed(source: string): string {
  return source.replace(/\s+/g, ' ');
}

export function changedLines(source: string, mutated: string): Pick<Mutant, 'line' | 'before' | 'after'> {
  const old = source.split('\n');
  const now = mutated.split('\n');
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const trimmed = (lines: string[]) =>
    lines
      .slice(head, lines.length - tail)
      .map((line) => line.trim())
      .join('\n');
  return { line: head + 1, before: trimmed(old), after: trimmed(now) };
}
