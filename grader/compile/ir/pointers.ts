import {
  type Alloca,
  attribute,
  bodyOf,
  type ElementAddress,
  type FunctionHeader,
  type Line,
  layoutOf,
  type NamedTypes,
  structLayout,
  type Type,
  type TypedValue,
  type Value,
} from './read/index.ts';

/** The variable that a pointer comes from, as far as its definition shows. */
export interface Origin {
  /** `%alloca` or `@symbol`; the pointer itself where the trail ends. */
  readonly root: string;
  readonly kind: 'local' | 'global' | 'unknown';
  /** Bytes from the root, or null where an index is not constant. */
  readonly offset: number | null;
  /** Size of a local variable. */
  readonly bytes: number | null;
}

/** An address that is computed from another one. */
interface Element {
  readonly sourceType: Type;
  readonly base: Value;
  readonly indexes: readonly TypedValue[];
}

/** A pointer that is one of several. */
interface Choice {
  readonly among: readonly Value[];
}

/** Follows address arithmetic inside one function back to local variables and global symbols. */
export class Pointers {
  readonly #variables = new Map<string, Alloca>();
  readonly #elements = new Map<string, Element>();
  readonly #choices = new Map<string, Choice>();
  readonly #types: NamedTypes;
  readonly #byValue = new Map<string, number>();

  constructor(header: FunctionHeader, body: readonly Line[], types: NamedTypes) {
    this.#types = types;
    for (const line of body) if (line.result !== null) this.#define(line.result, line);
    for (const { name, attributes } of header.parameters) {
      const type = attribute(attributes, 'byval')?.type;
      if (type) this.#byValue.set(name, layoutOf(type, types).bytes);
    }
  }

  #define(name: string, line: Line): void {
    switch (line.kind) {
      case 'alloca':
        this.#variables.set(name, line);
        break;
      case 'getelementptr':
        this.#elements.set(name, elementOf(line));
        break;
      case 'phi':
        if (line.type.kind === 'pointer') this.#choices.set(name, { among: line.incoming.map(({ value }) => value) });
        break;
      case 'select':
        this.#choices.set(name, { among: line.operands.slice(1).map(({ value }) => value) });
        break;
      case 'freeze':
        if (line.operand.type.kind === 'pointer') this.#choices.set(name, { among: [line.operand.value] });
    }
  }

  origin(pointer: Value): Origin {
    const element = elementIn(pointer);
    return element ? this.#element(element) : this.originOf(pointer.text);
  }

  /** @param name - of a value or a symbol, with its sigil */
  originOf(name: string): Origin {
    if (name.startsWith('@')) return { root: name, kind: 'global', offset: 0, bytes: null };
    const byValue = this.#byValue.get(name);
    if (byValue !== undefined) return { root: name, kind: 'local', offset: 0, bytes: byValue };
    const unknown: Origin = { root: name, kind: 'unknown', offset: 0, bytes: null };
    const variable = this.#variables.get(name);
    if (variable) {
      const { bytes } = layoutOf(variable.type, this.#types);
      const count = variable.count === null ? 1 : numberIn(variable.count.value);
      // An array of variable length: the runtime knows the thread's stack.
      return count === null ? unknown : { root: name, kind: 'local', offset: 0, bytes: bytes * count };
    }
    const element = this.#elements.get(name);
    if (element) return this.#element(element);
    if (!this.#choices.has(name)) return unknown;
    // A choice among pointers into one variable is an unknown place in that variable.
    const [only, ...others] = this.#rootsOf([name]);
    if (only === undefined || others.length > 0) return unknown;
    const { kind, bytes } = this.originOf(only);
    return { root: only, kind, offset: null, bytes };
  }

  /** All variables that a pointer may point into; a value whose definition says nothing stands for itself. */
  roots(pointer: Value): Set<string> {
    return this.#rootsOf([baseOf(pointer)]);
  }

  /** @param name - of a value or a symbol, with its sigil */
  rootsOf(name: string): Set<string> {
    return this.#rootsOf([name]);
  }

  #rootsOf(todo: string[]): Set<string> {
    const roots = new Set<string>();
    const seen = new Set<string>();
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const choice = this.#choices.get(next);
      const element = this.#elements.get(next);
      if (choice) todo.push(...choice.among.map(baseOf));
      else if (element) todo.push(baseOf(element.base));
      else roots.add(next);
    }
    for (const nothing of ['undef', 'poison']) roots.delete(nothing);
    return roots;
  }

  #element({ sourceType, base, indexes }: Element): Origin {
    const from = this.origin(base);
    const offset = from.offset === null ? null : this.#offset(sourceType, indexes);
    return { ...from, offset: offset === null || from.offset === null ? null : from.offset + offset };
  }

  #offset(type: Type, indexes: readonly TypedValue[]): number | null {
    let total = 0;
    let current: Type | undefined = type;
    for (const [position, index] of indexes.entries()) {
      const value = index.value.kind === 'integer' ? Number(index.value.text) : null;
      if (value === null || current === undefined) return null;
      if (position === 0) {
        total += value * layoutOf(current, this.#types).bytes;
        continue;
      }
      const body: Type = bodyOf(current, this.#types);
      if (body.kind === 'struct') {
        total += structLayout(body, this.#types).offsets[value] ?? 0;
        current = body.fields[value];
      } else if (body.kind === 'array' || body.kind === 'vector') {
        current = body.element;
        total += value * layoutOf(current, this.#types).bytes;
      } else return null;
    }
    return total;
  }
}

function elementOf({ sourceType, base, indexes }: ElementAddress): Element {
  return { sourceType, base: base.value, indexes };
}

/** Returns the address that a constant expression computes; `null` for other values. */
export function elementIn(value: Value): Element | null {
  if (value.kind !== 'expression' || value.sourceType === null) return null;
  const [base, ...indexes] = value.operands;
  return base ? { sourceType: value.sourceType, base: base.value, indexes } : null;
}

/** Returns what a constant address is computed from, and the names of other values. */
function baseOf(value: Value): string {
  const element = elementIn(value);
  return element ? baseOf(element.base) : value.text;
}

/** Returns the number that a value is; `null` for other values and for negative numbers. */
export function numberIn(value: Value): number | null {
  const number = value.kind === 'integer' ? Number(value.text) : -1;
  return number >= 0 ? number : null;
}
