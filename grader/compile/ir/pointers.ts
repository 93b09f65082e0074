import { endOfType, layoutOf, type NamedTypes, splitList, structLayout } from './types.ts';

/** Where a pointer comes from, as far as its definition tells. */
export interface Origin {
  /** `%alloca` or `@symbol`; the pointer itself where the trail ends. */
  readonly root: string;
  readonly kind: 'local' | 'global' | 'unknown';
  /** Bytes from the root, or null where an index is not constant. */
  readonly offset: number | null;
  /** Size of a local variable. */
  readonly bytes: number | null;
}

/** Follows address arithmetic inside one function back to local variables and global symbols. */
export class Pointers {
  readonly #definitions = new Map<string, string>();
  readonly #types: NamedTypes;
  readonly #byValue = new Map<string, number>();

  constructor(header: string, body: readonly string[], types: NamedTypes) {
    this.#types = types;
    for (const line of body) {
      const match = /^\s+(%(?:"[^"]*"|[-\w.$]+)) = (alloca|getelementptr) (.*)$/.exec(line);
      if (match?.[1]) this.#definitions.set(match[1], `${match[2]} ${match[3]}`);
    }
    for (const match of header.matchAll(/byval\(/g)) {
      const typeStart = match.index + match[0].length;
      const typeEnd = endOfType(header, typeStart);
      const name = /^\)(?: \w+(?:\([^)]*\))?(?: \d+)?)*? (%[-\w.]+)(?=[,)])/.exec(header.slice(typeEnd))?.[1];
      if (name) this.#byValue.set(name, layoutOf(header.slice(typeStart, typeEnd), types).bytes);
    }
  }

  origin(pointer: string): Origin {
    if (pointer.startsWith('@')) return { root: pointer, kind: 'global', offset: 0, bytes: null };
    const byValue = this.#byValue.get(pointer);
    if (byValue !== undefined) return { root: pointer, kind: 'local', offset: 0, bytes: byValue };
    const expression = /^getelementptr(.*?)\((.*)\)$/.exec(pointer);
    if (expression) return this.#element(splitList(expression[2] ?? ''));
    const definition = this.#definitions.get(pointer);
    if (!definition) return { root: pointer, kind: 'unknown', offset: 0, bytes: null };
    if (definition.startsWith('alloca ')) {
      const start = definition.startsWith('alloca inalloca ') ? 16 : 7;
      const end = endOfType(definition, start);
      const count = /^, i\d+ (\d+)/.exec(definition.slice(end));
      const { bytes } = layoutOf(definition.slice(start, end), this.#types);
      return { root: pointer, kind: 'local', offset: 0, bytes: bytes * (count ? Number(count[1]) : 1) };
    }
    const operands = splitList(definition.replace(/^getelementptr (?:(?:inbounds|nuw|nusw) )*/, '').replace(/, !dbg .*$/, ''));
    return this.#element(operands);
  }

  /** @param operands - `type`, `ptr base`, then indexes `i32 n` */
  #element([type = '', base = '', ...indexes]: readonly string[]): Origin {
    const from = this.origin(base.replace(/^ptr /, ''));
    const offset = from.offset === null ? null : this.#offset(type, indexes);
    return { ...from, offset: offset === null || from.offset === null ? null : from.offset + offset };
  }

  #offset(type: string, indexes: readonly string[]): number | null {
    let total = 0;
    let current = type;
    for (const [position, index] of indexes.entries()) {
      const constant = /^(?:inrange )?i\d+ (-?\d+)$/.exec(index);
      if (!constant) return null;
      const value = Number(constant[1]);
      if (position === 0) {
        total += value * layoutOf(current, this.#types).bytes;
        continue;
      }
      const body = this.#types.get(current) ?? current;
      const sequence = /^[[<]\d+ x (.*)[\]>]$/.exec(body);
      const struct = /^<?\{(.*)\}>?$/.exec(body);
      if (struct) {
        const fields = splitList(struct[1] ?? '');
        total += structLayout(fields, body.startsWith('<{'), this.#types).offsets[value] ?? 0;
        current = fields[value] ?? '';
      } else if (sequence) {
        current = sequence[1] ?? '';
        total += value * layoutOf(current, this.#types).bytes;
      } else return null;
    }
    return total;
  }
}
