import type { SourcePosition } from '../program.ts';
import type { SourceNames } from '../source-file.ts';
import { calleeOf, type Line, type MetadataNode } from './read/index.ts';

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

  /**
   * Returns the text of a line, with a mark if it is an access.
   * @param place - the instruction's own place, in the submission
   */
  mark(line: Line, { file, line: row, column }: SourcePosition): string {
    if (!isMarked(line)) return line.text;
    const text = `${PREFIX}${this.#files.indexOf(file)}.${row}.${column}`;
    let id = this.#known.get(text);
    if (id === undefined) {
      id = String(FIRST_NODE + this.#known.size);
      this.#known.set(text, id);
      this.metadata.push(`!${id} = !{!"${text}"}`);
    }
    return `${line.text}, !annotation !${id}`;
  }
}

const PREFIX = 'emu.';
/** Far above Clang's own numbers. */
const FIRST_NODE = 800_000_000;

const MARKED: ReadonlySet<Line['kind']> = new Set(['load', 'store', 'atomicrmw', 'cmpxchg']);
const COPIES: readonly string[] = ['memcpy', 'memset', 'memmove'];

function isMarked(line: Line): boolean {
  if (MARKED.has(line.kind)) return true;
  const [machine, operation = ''] = calleeOf(line)?.split('.') ?? [];
  return machine === 'llvm' && COPIES.includes(operation);
}

/** Annotations of a module by node number: what {@link Marks} wrote before optimisation. */
export function readMarks(nodes: readonly MetadataNode[], names: SourceNames): Map<string, SourcePosition> {
  const files = [...names.values()];
  const marks = new Map<string, SourcePosition>();
  for (const node of nodes) {
    const mark = node.strings.findLast((string) => string.startsWith(PREFIX));
    if (mark === undefined) continue;
    const [file, line, column] = mark.slice(PREFIX.length).split('.').map(Number);
    const name = files[file ?? -1];
    if (name !== undefined && line !== undefined && column !== undefined)
      marks.set(node.number, { file: name, line, column });
  }
  return marks;
}
