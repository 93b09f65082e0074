import type { SourcePosition } from '../program.ts';

/**
 * Places that survive optimisation. An access that is hoisted, merged or moved loses its debug location; an
 * `!annotation` stays with it (https://llvm.org/docs/LangRef.html#annotation-metadata). It holds line and column.
 */
export class Marks {
  /** Definitions of the annotations, for the end of the module. */
  readonly metadata: string[] = [];
  readonly #known = new Map<string, string>();

  /** @param place - the instruction's own place, in the submission */
  mark(line: string, { line: row, column }: Pick<SourcePosition, 'line' | 'column'>): string {
    if (!MARKED.test(line)) return line;
    const text = `${PREFIX}${row}.${column}`;
    let id = this.#known.get(text);
    if (id === undefined) {
      id = String(FIRST_NODE + this.#known.size);
      this.#known.set(text, id);
      this.metadata.push(`!${id} = !{!"${text}"}`);
    }
    return `${line}, !annotation !${id}`;
  }
}

const PREFIX = 'emu.';
const MARKED = /^\s+(?:%\S+ = )?(?:tail )?(?:load|store|atomicrmw|cmpxchg|call void @llvm\.mem(?:cpy|set|move)\b)/;
/** Far above Clang's own numbers. */
const FIRST_NODE = 800_000_000;

/** Annotations of a module by node number: what {@link Marks} wrote before optimisation. */
export function readMarks(lines: readonly string[]): Map<string, Pick<SourcePosition, 'line' | 'column'>> {
  const marks = new Map<string, Pick<SourcePosition, 'line' | 'column'>>();
  for (const text of lines) {
    const match = /^!(\d+) = !\{(?:!"[^"]*", )*!"emu\.(\d+)\.(\d+)"/.exec(text);
    if (match?.[1]) marks.set(match[1], { line: Number(match[2]), column: Number(match[3]) });
  }
  return marks;
}
