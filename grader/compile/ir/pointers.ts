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

const VALUE = String.raw`[%@](?:"[^"]*"|[-\w.$]+)`;

/** Follows address arithmetic inside one function back to local variables and global symbols. */
export class Pointers {
  readonly #definitions = new Map<string, string>();
  readonly #types: NamedTypes;
  readonly #byValue = new Map<string, number>();

  constructor(header: string, body: readonly string[], types: NamedTypes) {
    this.#types = types;
    for (const line of body) {
      const match = /^\s+(%(?:"[^"]*"|[-\w.$]+)) = ((?:alloca|getelementptr|phi ptr|select i1|freeze ptr) .*)$/.exec(
        line,
      );
      if (match?.[1]) this.#definitions.set(match[1], match[2] ?? '');
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
    const definition = this.#definitions.get(pointer) ?? '';
    const unknown: Origin = { root: pointer, kind: 'unknown', offset: 0, bytes: null };
    if (definition.startsWith('alloca ')) {
      const start = 'alloca '.length;
      const end = endOfType(definition, start);
      const { bytes } = layoutOf(definition.slice(start, end), this.#types);
      const count = /^, i\d+ ([^,]+)/.exec(definition.slice(end))?.[1] ?? '1';
      // An array of variable length: the runtime knows the thread's stack.
      return /^\d+$/.test(count) ? { root: pointer, kind: 'local', offset: 0, bytes: bytes * Number(count) } : unknown;
    }
    if (definition.startsWith('getelementptr ')) {
      const operands = definition.replace(/^getelementptr (?:(?:inbounds|nuw|nusw) )*/, '').replace(/, !.*$/, '');
      return this.#element(splitList(operands));
    }
    if (definition === '') return unknown;
    // A choice among pointers into one variable is an unknown place in that variable.
    const [only, ...others] = this.roots(pointer);
    if (only === undefined || others.length > 0) return unknown;
    const { kind, bytes } = this.origin(only);
    return { root: only, kind, offset: null, bytes };
  }

  /** All variables that a pointer may point into; a value whose definition says nothing stands for itself. */
  roots(pointer: string): Set<string> {
    const roots = new Set<string>();
    const seen = new Set<string>();
    const todo = [pointer];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const definition = this.#definitions.get(next) ?? '';
      const choice = /^(?:phi ptr|freeze ptr|select i1) (.*)$/.exec(definition)?.[1];
      if (choice === undefined) {
        const { root } = this.#trail(next, definition);
        if (root === next) roots.add(root);
        else todo.push(root);
        continue;
      }
      if (definition.startsWith('phi')) {
        for (const incoming of choice.matchAll(/\[ (.*?), %/g)) todo.push(incoming[1] ?? '');
      } else if (definition.startsWith('freeze')) todo.push(new RegExp(`^${VALUE}`).exec(choice)?.[0] ?? '');
      else
        todo.push(
          ...splitList(choice.replace(/, !.*$/, ''))
            .slice(1)
            .map((operand) => operand.replace(/^ptr /, '')),
        );
    }
    for (const nothing of ['', 'undef', 'poison']) roots.delete(nothing);
    return roots;
  }

  /** Like origin, one address computation at a time. */
  #trail(pointer: string, definition: string): { readonly root: string } {
    const expression = /^getelementptr(?:.*?)\((.*)\)$/.exec(pointer)?.[1];
    const operands = expression ?? /^getelementptr (?:(?:inbounds|nuw|nusw) )*(.*)$/.exec(definition)?.[1];
    if (operands === undefined) return { root: pointer };
    return { root: (splitList(operands)[1] ?? '').replace(/^ptr /, '') };
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
