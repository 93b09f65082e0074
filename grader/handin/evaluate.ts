import type { Node } from 'web-tree-sitter';
import { at, joined, type Place, type Placed, replaced, sliced } from './origin.ts';
import { literalOf, unescaped } from './python-text.ts';

/** A value that is known without executing anything. */
export type Value =
  | { readonly kind: 'text'; readonly placed: Placed }
  | { readonly kind: 'number'; readonly value: number; readonly isFloat: boolean }
  | { readonly kind: 'list'; readonly items: readonly (Value | null)[] };

/** A call whose arguments may be CUDA source. */
export interface Call {
  /** True if the value of an argument is known only when the program runs. */
  readonly isOpen: boolean;
  /** The last part of what is called, e.g. `load_inline`. */
  readonly name: string;
  /** 1-based line of the call. */
  readonly place: Place;
  readonly positional: readonly (Value | null)[];
  readonly named: ReadonlyMap<string, Value | null>;
}

/** The calls and texts of a program, in the order in which it would run them. */
export interface Found {
  readonly calls: readonly Call[];
  /** Values of assignments and of other expressions that are text. */
  readonly texts: readonly Placed[];
  /** Decorators of functions, e.g. `cuda.jit`. */
  readonly decorators: ReadonlySet<string>;
}

/** Longer texts are no source. */
const MAX_TEXT = 2 ** 20;

/** Walks through statements and evaluates texts that constants make. Nothing is executed. */
export class Evaluator {
  readonly #names: Map<string, Value | null>[] = [new Map()];
  readonly #calls: Call[] = [];
  readonly #texts: Placed[] = [];
  readonly #decorators = new Set<string>();
  /** The values that functions return; `null` if they are not known. */
  readonly #returns = new Map<string, Value | null>();
  /** Files that cells write, by name. */
  readonly #files = new Map<string, Placed>();
  /** Functions of the program that hand a parameter on to a function that compiles it. */
  readonly #wrappers = new Map<string, { readonly to: string; readonly index: number; readonly parameter: string }>();
  #function: { readonly name: string; readonly parameters: readonly string[] } | null = null;
  #unit = 0;
  /** The line of the unit that the first line of the tree is, less 1. */
  #offset = 0;

  get found(): Found {
    return { calls: this.#calls, texts: this.#texts, decorators: this.#decorators };
  }

  /** Evaluates a module or a cell; what was assigned before is still known. */
  run(root: Node, unit: number, offset = 0): void {
    this.#unit = unit;
    this.#offset = offset;
    this.#block(root);
  }

  /** Adds a text that is no Python: a cell for CUDA. */
  add(text: Placed): void {
    this.#texts.push(text);
  }

  /** Makes a file known that a cell writes. */
  write(name: string, text: Placed): void {
    this.#files.set(name, text);
  }

  /** Functions that hand a source on, by name: to what, and which parameter it is. */
  get wrappers(): ReadonlyMap<string, { readonly to: string; readonly index: number; readonly parameter: string }> {
    return this.#wrappers;
  }

  #block(node: Node): void {
    for (const child of node.namedChildren) if (child) this.#statement(child);
  }

  #statement(node: Node): void {
    switch (node.type) {
      case 'function_definition':
        this.#define(node);
        return;
      case 'class_definition':
        this.#names.push(new Map());
        this.#rest(node);
        this.#names.pop();
        return;
      case 'return_statement': {
        const [value] = node.namedChildren.filter(isNode);
        const known = value ? this.#value(value) : null;
        this.#text(known);
        if (this.#function) this.#returns.set(this.#function.name, known);
        return;
      }
      case 'if_statement':
        if (node.childForFieldName('condition')?.type === 'false') {
          for (const part of node.childrenForFieldName('alternative')) if (part) this.#rest(part);
          return;
        }
        this.#rest(node);
        return;
      case 'expression_statement': {
        // A text alone is a comment.
        const [only] = node.namedChildren.filter(isNode);
        if (only && /^(?:concatenated_)?string$/.test(only.type)) return;
        this.#rest(node);
        return;
      }
      case 'decorator':
        this.#decorators.add(
          node.text
            .replace(/^@\s*/, '')
            .replace(/\s*\([\s\S]*$/, '')
            .trim(),
        );
        return;
      case 'assignment':
        this.#assign(node);
        return;
      case 'augmented_assignment':
        this.#augment(node);
        return;
      case 'call':
      case 'string':
      case 'concatenated_string':
      case 'binary_operator':
        this.#text(this.#value(node));
        return;
      default:
        this.#rest(node);
    }
  }

  #define(node: Node): void {
    const name = node.childForFieldName('name')?.text ?? '';
    const parameters = (node.childForFieldName('parameters')?.namedChildren ?? []).filter(isNode).map((one) => {
      const named =
        one.type === 'identifier'
          ? one
          : (one.childForFieldName('name') ?? one.namedChildren.find((child) => child?.type === 'identifier'));
      return named?.text ?? '';
    });
    const before = this.#function;
    this.#function = { name, parameters };
    // A parameter hides a name of the module.
    this.#names.push(new Map(parameters.map((parameter) => [parameter, null])));
    this.#rest(node);
    this.#names.pop();
    this.#function = before;
  }

  /** Statements in a statement, and calls in an expression. */
  #rest(node: Node): void {
    for (const child of node.namedChildren) if (child) this.#statement(child);
  }

  #assign(node: Node): void {
    const left = node.childForFieldName('left');
    const right = node.childForFieldName('right');
    if (!right) return;
    if (right.type === 'assignment') this.#assign(right);
    const value = right.type === 'assignment' ? this.#lookedUp(right.childForFieldName('left')) : this.#value(right);
    this.#text(value);
    if (left?.type === 'identifier') this.#names.at(-1)?.set(left.text, value);
    else if (left && /list|tuple/.test(left.type)) {
      const items = value?.kind === 'list' ? value.items : [];
      for (const [index, name] of left.namedChildren.entries()) {
        if (name?.type === 'identifier') this.#names.at(-1)?.set(name.text, items[index] ?? null);
      }
    }
  }

  #augment(node: Node): void {
    const left = node.childForFieldName('left');
    const right = node.childForFieldName('right');
    if (left?.type !== 'identifier' || !right) return;
    const operator = node.childForFieldName('operator')?.text.replace(/=$/, '') ?? '';
    const value = this.#operation(operator, this.#lookedUp(left), this.#value(right));
    this.#text(value);
    this.#names.at(-1)?.set(left.text, value);
  }

  #text(value: Value | null): void {
    if (value?.kind === 'text') this.#texts.push(value.placed);
    if (value?.kind === 'list') for (const item of value.items) this.#text(item);
  }

  #lookedUp(node: Node | null): Value | null {
    if (node?.type !== 'identifier') return null;
    return this.#names.findLast((names) => names.has(node.text))?.get(node.text) ?? null;
  }

  #value(node: Node): Value | null {
    switch (node.type) {
      case 'string':
        return this.#string(node);
      case 'concatenated_string':
        return allText(
          node.namedChildren
            .filter(isNode)
            .filter(({ type }) => type === 'string')
            .map((one) => this.#string(one)),
        );
      case 'parenthesized_expression': {
        const [inner] = node.namedChildren.filter(isNode).filter(({ type }) => type !== 'comment');
        return inner ? this.#value(inner) : null;
      }
      case 'identifier':
        return this.#lookedUp(node);
      case 'integer': {
        const value = Number(node.text.replace(/_/g, ''));
        return Number.isSafeInteger(value) ? { kind: 'number', value, isFloat: false } : null;
      }
      case 'float':
        return { kind: 'number', value: Number(node.text.replace(/_/g, '')), isFloat: true };
      case 'unary_operator': {
        const argument = node.childForFieldName('argument');
        const value = argument ? this.#value(argument) : null;
        return value?.kind === 'number' && node.text.startsWith('-') ? { ...value, value: -value.value } : null;
      }
      case 'binary_operator': {
        const [left, right] = ['left', 'right'].map((name) => node.childForFieldName(name));
        const operator = node.childForFieldName('operator')?.text ?? '';
        return this.#operation(operator, left ? this.#value(left) : null, right ? this.#value(right) : null);
      }
      case 'list':
      case 'tuple':
        return {
          kind: 'list',
          items: node.namedChildren
            .filter(isNode)
            .filter(({ type }) => type !== 'comment')
            .map((one) => this.#value(one)),
        };
      case 'call':
        return this.#call(node);
      case 'named_expression': {
        const value = node.childForFieldName('value');
        return value ? this.#value(value) : null;
      }
      case 'await':
      case 'conditional_expression':
      case 'lambda':
      case 'dictionary':
      case 'attribute':
      case 'subscript':
        this.#rest(node);
        return null;
      default:
        return null;
    }
  }

  #string(node: Node): Value | null {
    const start = node.namedChildren.filter(isNode).find(({ type }) => type === 'string_start');
    const end = node.namedChildren.filter(isNode).find(({ type }) => type === 'string_end');
    if (!start || !end) return null;
    const { isRaw, isBytes, isFormatted } = literalOf(start.text);
    const parts: (Value | null)[] = [];
    let from = start.endIndex;
    let line = start.endPosition.row;
    const whole = node.text;
    const piece = (to: number): string => whole.slice(from - node.startIndex, to - node.startIndex);
    const add = (text: string): void => {
      const plain = isFormatted ? text.replace(/\{\{|\}\}/g, (braces) => braces[0] ?? '') : text;
      parts.push({ kind: 'text', placed: unescaped(plain, isRaw, this.#placeOf(line)) });
    };
    for (const child of node.namedChildren.filter(isNode)) {
      if (child.type !== 'interpolation') continue;
      add(piece(child.startIndex));
      parts.push(this.#interpolation(child));
      from = child.endIndex;
      line = child.endPosition.row;
    }
    add(piece(end.startIndex));
    return isBytes && isFormatted ? null : allText(parts);
  }

  #interpolation(node: Node): Value | null {
    const expression = node.childForFieldName('expression');
    const value = expression ? this.#value(expression) : null;
    if (value === null || node.namedChildren.some((child) => child?.type === 'format_specifier')) return null;
    return asText(value, this.#placeOf(node.startPosition.row));
  }

  #placeOf(row: number): Place {
    return { unit: this.#unit, line: row + 1 + this.#offset };
  }

  #operation(operator: string, left: Value | null, right: Value | null): Value | null {
    if (left === null || right === null) return null;
    if (left.kind === 'number' && right.kind === 'number') return arithmetic(operator, left, right);
    if (operator === '+' && left.kind === 'text' && right.kind === 'text') return allText([left, right]);
    if (operator === '+' && left.kind === 'list' && right.kind === 'list')
      return { kind: 'list', items: [...left.items, ...right.items] };
    if (operator === '%' && left.kind === 'text') return percentFormatted(left.placed, right);
    return null;
  }

  #call(node: Node): Value | null {
    const callee = node.childForFieldName('function');
    const argumentsNode = node.childForFieldName('arguments');
    if (!callee) return null;
    const positional: (Value | null)[] = [];
    const named = new Map<string, Value | null>();
    const read = this.#readFile(node);
    if (read) return { kind: 'text', placed: read };
    for (const argument of argumentsNode?.namedChildren.filter(isNode) ?? []) {
      if (argument.type === 'comment') continue;
      if (argument.type === 'keyword_argument') {
        const name = argument.childForFieldName('name')?.text ?? '';
        const value = argument.childForFieldName('value');
        named.set(name, value ? this.#value(value) : null);
      } else positional.push(this.#value(argument));
    }
    const place = this.#placeOf(node.startPosition.row);
    if (callee.type === 'attribute') {
      const object = callee.childForFieldName('object');
      const method = callee.childForFieldName('attribute')?.text ?? '';
      const subject = object ? this.#value(object) : null;
      const result = methodOf(subject, method, positional, named, place);
      if (result !== null) return result;
    }
    const name = callee.type === 'attribute' ? (callee.childForFieldName('attribute')?.text ?? '') : callee.text;
    if (name === 'dedent' && positional[0]?.kind === 'text')
      return { kind: 'text', placed: dedented(positional[0].placed) };
    if ((name === 'str' || name === 'Template') && positional[0]) return asText(positional[0], place);
    this.#handOn(name, argumentsNode);
    const isOpen = [...positional, ...named.values()].some(
      (value) => value === null || (value.kind === 'list' && value.items.includes(null)),
    );
    this.#calls.push({ name, place, positional, named, isOpen });
    for (const value of [...positional, ...named.values()]) this.#text(value);
    return callee.type === 'identifier' ? (this.#returns.get(name) ?? null) : null;
  }

  /** `open('x.cu').read()` and `Path('x.cu').read_text()` of a file that a cell wrote. */
  #readFile(node: Node): Placed | null {
    const match = /^(?:\w+\.)*(?:open|Path)\(\s*(['"])([^'"]+)\1[^()]*\)\.read(?:_text)?\(\)$/.exec(node.text);
    return match ? (this.#files.get(match[2] ?? '') ?? null) : null;
  }

  /** Remembers a function of the program that gives one of its parameters to another function. */
  #handOn(to: string, argumentsNode: Node | null): void {
    const own = this.#function;
    if (!own) return;
    for (const argument of argumentsNode?.namedChildren.filter(isNode) ?? []) {
      const isNamed = argument.type === 'keyword_argument';
      if (isNamed && !/^(?:cuda_sources|source|code)$/.test(argument.childForFieldName('name')?.text ?? '')) continue;
      const value = isNamed ? argument.childForFieldName('value') : argument;
      const names: readonly string[] = (value?.text ?? '').match(/\b[A-Za-z_]\w*\b/g) ?? [];
      const index = own.parameters.findIndex((parameter) => parameter !== '' && names.includes(parameter));
      if (index !== -1 && (isNamed || !this.#wrappers.has(own.name))) {
        this.#wrappers.set(own.name, { to, index, parameter: own.parameters[index] ?? '' });
      }
    }
  }
}

function isNode(node: Node | null): node is Node {
  return node !== null;
}

function allText(parts: readonly (Value | null)[]): Value | null {
  const placed: Placed[] = [];
  let length = 0;
  for (const part of parts) {
    if (part?.kind !== 'text') return null;
    placed.push(part.placed);
    length += part.placed.text.length;
  }
  return length <= MAX_TEXT ? { kind: 'text', placed: joined(placed) } : null;
}

function asText(value: Value, place: Place): Value | null {
  if (value.kind === 'text') return value;
  if (value.kind !== 'number') return null;
  const { value: number, isFloat } = value;
  return { kind: 'text', placed: at(isFloat && Number.isInteger(number) ? `${number}.0` : String(number), place) };
}

function arithmetic(
  operator: string,
  left: Extract<Value, { kind: 'number' }>,
  right: Extract<Value, { kind: 'number' }>,
): Value | null {
  const isFloat = left.isFloat || right.isFloat;
  const [a, b] = [left.value, right.value];
  const number = (value: number, float = isFloat): Value | null =>
    Number.isFinite(value) && (float || Number.isSafeInteger(value)) ? { kind: 'number', value, isFloat: float } : null;
  switch (operator) {
    case '+':
      return number(a + b);
    case '-':
      return number(a - b);
    case '*':
      return number(a * b);
    case '**':
      return b < 0 ? null : number(a ** b);
    case '/':
      return number(a / b, true);
    case '//':
      return number(Math.floor(a / b));
    case '%':
      return b === 0 ? null : number(a - b * Math.floor(a / b));
    case '<<':
      return isFloat || b < 0 ? null : number(a * 2 ** b, false);
    default:
      return null;
  }
}

/** `'…' % value`, with `%d`, `%i`, `%s` and `%f` only. */
function percentFormatted(text: Placed, value: Value): Value | null {
  const values = value.kind === 'list' ? value.items : [value];
  const parts: (Value | null)[] = [];
  let [from, used] = [0, 0];
  for (const match of text.text.matchAll(/%(.)/g)) {
    parts.push({ kind: 'text', placed: sliced(text, from, match.index) });
    from = match.index + 2;
    const place = text.places[match.index] ?? { unit: 0, line: 1 };
    if (match[1] === '%') parts.push({ kind: 'text', placed: at('%', place) });
    else {
      const given = values[used++] ?? null;
      parts.push(given && /[dis]/.test(match[1] ?? '') ? asText(given, place) : null);
    }
  }
  parts.push({ kind: 'text', placed: sliced(text, from) });
  return used === values.length ? allText(parts) : null;
}

/** The methods of strings that programs make their source with; `null` for others. */
function methodOf(
  subject: Value | null,
  method: string,
  positional: readonly (Value | null)[],
  named: ReadonlyMap<string, Value | null>,
  place: Place,
): Value | null {
  if (subject?.kind !== 'text') return null;
  const { placed } = subject;
  switch (method) {
    case 'replace': {
      const [what, by] = positional;
      return what?.kind === 'text' && by?.kind === 'text'
        ? { kind: 'text', placed: replaced(placed, what.placed.text, by.placed) }
        : null;
    }
    case 'strip':
    case 'lstrip':
    case 'rstrip': {
      const from = method === 'rstrip' ? 0 : placed.text.length - placed.text.trimStart().length;
      const to = method === 'lstrip' ? placed.text.length : placed.text.trimEnd().length;
      return positional.length === 0 ? { kind: 'text', placed: sliced(placed, from, Math.max(from, to)) } : null;
    }
    case 'join': {
      const [list] = positional;
      if (list?.kind !== 'list') return null;
      return allText(list.items.flatMap((item, index) => (index === 0 ? [item] : [subject, item])));
    }
    case 'format':
      return braceFormatted(placed, positional, named, place);
    case 'substitute':
    case 'safe_substitute':
      return substituted(placed, named);
    case 'encode':
    case 'decode':
      return subject;
    default:
      return null;
  }
}

function braceFormatted(
  text: Placed,
  positional: readonly (Value | null)[],
  named: ReadonlyMap<string, Value | null>,
  place: Place,
): Value | null {
  const parts: (Value | null)[] = [];
  let [from, next] = [0, 0];
  for (const match of text.text.matchAll(/\{\{|\}\}|\{(\w*)\}/g)) {
    parts.push({ kind: 'text', placed: sliced(text, from, match.index) });
    from = match.index + match[0].length;
    const [whole, name] = match;
    if (name === undefined) parts.push({ kind: 'text', placed: at(whole[0] ?? '', place) });
    else {
      const value = name === '' ? positional[next++] : /^\d+$/.test(name) ? positional[Number(name)] : named.get(name);
      parts.push(value ? asText(value, text.places[match.index] ?? place) : null);
    }
  }
  parts.push({ kind: 'text', placed: sliced(text, from) });
  return allText(parts);
}

/** `string.Template`. */
function substituted(text: Placed, named: ReadonlyMap<string, Value | null>): Value | null {
  const parts: (Value | null)[] = [];
  let from = 0;
  for (const match of text.text.matchAll(/\$\$|\$\{(\w+)\}|\$(\w+)/g)) {
    parts.push({ kind: 'text', placed: sliced(text, from, match.index) });
    from = match.index + match[0].length;
    const name = match[1] ?? match[2];
    const place = text.places[match.index] ?? { unit: 0, line: 1 };
    const value = name === undefined ? null : named.get(name);
    parts.push(name === undefined ? { kind: 'text', placed: at('$', place) } : value ? asText(value, place) : null);
  }
  parts.push({ kind: 'text', placed: sliced(text, from) });
  return allText(parts);
}

function dedented(text: Placed): Placed {
  const lines = text.text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const least = Math.min(...indents);
  if (!Number.isFinite(least) || least === 0) return text;
  const parts: Placed[] = [];
  let from = 0;
  for (const line of lines) {
    const cut = Math.min(least, /^[ \t]*/.exec(line)?.[0].length ?? 0);
    parts.push(sliced(text, from + cut, from + line.length + 1));
    from += line.length + 1;
  }
  return joined(parts);
}
