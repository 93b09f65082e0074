import type { SourcePosition } from '../program.ts';
import type { SourceNames } from '../source-file.ts';

/**
 * Places that survive optimisation. An access that is hoisted, merged or moved loses its debug location; an
 * `!annotation` stays with it (https://llvm.org/docs/LangRef.html#annotation-metadata). It holds file, line and column.
 */
export class Marks {
  /** Definitions of the annotations, for the end of the module. */
  readonly metadata: string[] = [];
  readonly #known = new Map<string, string>();
  readonly #files: readonly string[];

  /** @param names - of the submission's files */
  constructor(names: SourceNames) {
    this.#files = [...names.values()];
  }

  /** @param place - the instruction's own place, in the submission */
  mark(line: string, { file, line: row, column }: SourcePosition): string {
    if (!MARKED.test(line)) return line;
    const text = `${PREFIX}${this.#files.indexOf(file)}.${row}.${column}`;
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
export function readMarks(lines: readonly string[], names: SourceNames): Map<string, SourcePosition> {
  const files = [...names.values()];
  const marks = new Map<string, SourcePosition>();
  for (const text of lines) {
    const match = /^!(\d+) = !\{(?:!"[^"]*", )*!"emu\.(\d+)\.(\d+)\.(\d+)"/.exec(text);
    const file = files[Number(match?.[2])];
    if (match?.[1] && file !== undefined)
      marks.set(match[1], { file, line: Number(match[3]), column: Number(match[4]) });
  }
  return marks;
}
