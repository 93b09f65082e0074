import { parseMemory } from './instruction.ts';
import { endOfType, endOfValue, layoutOf, type NamedTypes, splitList } from './types.ts';

/**
 * Accesses to shared arrays and device variables by their own type's alignment. In `*(float4 *)&tile[i]` Clang knows
 * what `tile` is and promises no more than its alignment; nvcc takes the cast at its word, and a GPU stops where the
 * address is none for a float4. Members of packed structs keep the alignment that they have.
 */
export class NaturalAlignment {
  readonly #types: NamedTypes;
  /** Type of each global variable, by `@symbol`. */
  readonly #globals = new Map<string, string>();
  /** Addresses of the current function that lie in a global variable, and every type on the way. */
  #addresses = new Map<string, string>();

  constructor(types: NamedTypes, lines: readonly string[]) {
    this.#types = types;
    for (const line of lines) {
      const global = /^(@(?:"[^"]*"|[-\w.$]+)) = (?:[a-z_]+(?:\([^)]*\))? )*?(?:global|constant) /.exec(line);
      if (global?.[1]) this.#globals.set(global[1], line.slice(global[0].length, endOfType(line, global[0].length)));
    }
  }

  /** Another function begins. */
  enter(): void {
    this.#addresses = new Map();
  }

  edit(line: string): string {
    const element = /^\s+(%\S+) = getelementptr (?:(?:inbounds|nuw|nusw) )*/.exec(line);
    if (element?.[1]) {
      const types = this.#typesOnTheWay(splitList(line.slice(element[0].length).replace(/, !.*$/, '')));
      if (types !== null) this.#addresses.set(element[1], types);
      return line;
    }
    if (line.includes('@llvm.memcpy.')) return this.#copy(line);
    const memory = /, align \d+/.test(line) ? parseMemory(line) : null;
    if (memory === null || memory.kind === 'copy' || memory.align === null || !this.#isWhole(memory.pointer))
      return line;
    const { align } = layoutOf(memory.type, this.#types);
    return memory.align < align ? line.replace(/, align \d+/, `, align ${align}`) : line;
  }

  /** A struct of 8 or 16 bytes that is aligned at one end is so at the other, which has the same type. */
  #copy(line: string): string {
    const ends = [...line.matchAll(/ptr (?:\w+ )*?align (\d+)(?: dereferenceable\(\d+\))? /g)];
    const bytes = Number(/, i32 (8|16), i1 false\)/.exec(line)?.[1] ?? 0);
    if (bytes === 0 || ends.length !== 2 || !ends.some(([, align]) => Number(align) >= bytes)) return line;
    return ends.reduceRight((edited, [text, align], i) => {
      const at = ends[i]?.index ?? 0;
      const from = at + text.length;
      if (Number(align) >= bytes || !this.#isWhole(line.slice(from, endOfValue(line, from)))) return edited;
      return edited.slice(0, at) + text.replace(`align ${align}`, `align ${bytes}`) + edited.slice(from);
    }, line);
  }

  /** In a global variable, and in no packed struct. */
  #isWhole(pointer: string): boolean {
    const types = this.#typesOf(pointer);
    return types !== null && !this.#isPacked(types);
  }

  #typesOf(pointer: string): string | null {
    const constant = /^getelementptr(?: (?:inbounds|nuw|nusw))* \((.*)\)$/.exec(pointer)?.[1];
    if (constant !== undefined) return this.#typesOnTheWay(splitList(constant));
    return this.#globals.get(pointer) ?? this.#addresses.get(pointer) ?? null;
  }

  #typesOnTheWay([type = '', base = '']: readonly string[]): string | null {
    const before = this.#typesOf(base.replace(/^ptr /, ''));
    return before === null ? null : `${before} ${type}`;
  }

  #isPacked(types: string, seen: ReadonlySet<string> = new Set()): boolean {
    if (types.includes('<{')) return true;
    const names = (types.match(/%(?:"[^"]*"|[-\w.$]+)/g) ?? []).filter((name) => !seen.has(name));
    return names.some((name) => this.#isPacked(this.#types.get(name) ?? '', new Set([...seen, ...names])));
  }
}
