import type { Node } from 'web-tree-sitter';
import { sourceParameter } from './compilers.ts';
import type { ElementwiseCall } from './elementwise.ts';
import type { Place, Placed } from './origin.ts';
import { literalOf, unescaped } from './python-text.ts';
import { allText, arithmetic, asText, dedented, listOf, methodOf, percentFormatted, type Value } from './values.ts';

/** A source that the program gives to a function that compiles it. */
export interface Compiled {
  /** The function, e.g. `load_inline`. */
  readonly by: string;
  /** `null` if the source is known only when the program runs. */
  readonly source: Value | null;
  /** The C++ beside it, of `cpp_sources`; `null` if there is none that is known. */
  readonly host: Value | null;
}

/** The sources and texts of a program, in the order in which it would run. */
export interface Found {
  readonly compiled: readonly Compiled[];
  /** Values of assignments and of other expressions that are text. */
  readonly texts: readonly Placed[];
  /** Decorators of functions, e.g. `cuda.jit`. */
  readonly decorators: ReadonlySet<string>;
  /** Kernels that CuPy or PyCUDA make of an operation on elements. */
  readonly elementwise: readonly ElementwiseCall[];
  /** Names of files with CUDA source that the program reads or compiles, and does not write. */
  readonly read: readonly string[];
  /** Functions of CuPy and PyCUDA whose kernels the grader does not make, e.g. `ReductionKernel`. */
  readonly reductions: readonly Place[];
}

/** Walks through statements and evaluates texts that constants make. Nothing is executed. */
export class Evaluator {
  readonly #names: Map<string, Value | null>[] = [new Map()];
  readonly #compiled: Compiled[] = [];
  readonly #texts = new Set<Placed>();
  readonly #decorators = new Set<string>();
  readonly #elementwise: ElementwiseCall[] = [];
  readonly #read: string[] = [];
  readonly #reductions: Place[] = [];
  /** The values that functions return; `null` if they are not known. */
  readonly #returns = new Map<string, Value | null>();
  /** Files that cells write, by name. */
  readonly #files = new Map<string, Placed>();
  /** Functions of the program that give one of their parameters to a function that compiles it. */
  readonly #wrappers = new Map<string, { readonly by: string; readonly index: number; readonly parameter: string }>();
  #function: { readonly name: string; readonly parameters: readonly string[] } | null = null;
  /** The attributes of the classes around the statement. */
  readonly #classes: Map<string, Value | null>[] = [];
  /** Names that the branches around the statement assign. */
  readonly #assigned: Set<string>[] = [];
  /** Loops around the statement, in its function. */
  #loops = 0;
  #unit = 0;

  get found(): Found {
    const [compiled, texts, decorators, elementwise] = [
      this.#compiled,
      [...this.#texts],
      this.#decorators,
      this.#elementwise,
    ];
    return { compiled, texts, decorators, elementwise, read: this.#read, reductions: this.#reductions };
  }

  /** Evaluates a module or a cell; what was assigned before is still known. */
  run(root: Node, unit: number): void {
    this.#unit = unit;
    this.#rest(root);
  }

  /** Makes a file known that a cell writes. */
  write(name: string, text: Placed): void {
    this.#files.set(name, text);
  }

  #statement(node: Node): void {
    switch (node.type) {
      case 'function_definition':
        this.#define(node);
        return;
      case 'class_definition':
        this.#class(node);
        return;
      case 'return_statement': {
        const [value] = node.namedChildren.filter(isNode);
        const known = value ? this.#value(value) : null;
        this.#text(known);
        this.#return(known);
        return;
      }
      case 'if_statement':
        this.#if(node);
        return;
      case 'elif_clause':
      case 'else_clause':
      case 'except_clause':
      case 'case_clause':
        this.#branch(() => this.#rest(node));
        return;
      case 'for_statement':
      case 'while_statement':
        this.#loop(node);
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

  /** The methods know the attributes as `self.name`, and the program knows them as `Class.name`. */
  #class(node: Node): void {
    const name = node.childForFieldName('name')?.text ?? '';
    const attributes = new Map<string, Value | null>();
    this.#names.push(attributes);
    this.#classes.push(attributes);
    this.#rest(node);
    this.#classes.pop();
    this.#names.pop();
    for (const [attribute, value] of attributes) if (!attribute.includes('.')) this.#set(`${name}.${attribute}`, value);
  }

  /** Only the branch that a constant chooses runs. Otherwise a name that a branch assigns is not known after it. */
  #if(node: Node): void {
    const condition = node.childForFieldName('condition');
    const truth = condition ? this.#truth(condition) : null;
    const consequence = node.childForFieldName('consequence');
    const alternatives = node.childrenForFieldName('alternative').filter(isNode);
    if (condition && truth === null) this.#value(condition);
    if (consequence && truth === true) this.#rest(consequence);
    else if (consequence && truth === null) this.#branch(() => this.#rest(consequence));
    if (truth === true) return;
    for (const alternative of alternatives) {
      const isCertain = truth === false && alternatives.length === 1 && alternative.type === 'else_clause';
      if (isCertain) this.#rest(alternative);
      else this.#statement(alternative);
    }
  }

  #truth(node: Node): boolean | null {
    if (node.type === 'true' || node.type === 'false') return node.type === 'true';
    if (node.type === 'not_operator') {
      const argument = node.childForFieldName('argument');
      const truth = argument ? this.#truth(argument) : null;
      return truth === null ? null : !truth;
    }
    const value = node.type === 'identifier' || node.type === 'integer' ? this.#value(node) : null;
    return value?.kind === 'number' ? value.value !== 0 : null;
  }

  /** Runs statements that may not run: after them, the names that they assign are not known. */
  #branch(run: () => void): void {
    const assigned = new Set<string>();
    this.#assigned.push(assigned);
    run();
    this.#assigned.pop();
    for (const name of assigned) this.#set(name, null);
  }

  #loop(node: Node): void {
    for (const name of namesIn(node.childForFieldName('left'))) this.#set(name, null);
    this.#loops += 1;
    this.#rest(node);
    this.#loops -= 1;
  }

  #set(name: string, value: Value | null): void {
    this.#names.at(-1)?.set(name, value);
    for (const assigned of this.#assigned) assigned.add(name);
  }

  #setAttribute(left: Node, value: Value | null): void {
    const isOwn = /^(?:self|cls)$/.test(left.childForFieldName('object')?.text ?? '');
    const attribute = left.childForFieldName('attribute')?.text ?? '';
    const attributes = isOwn ? this.#classes.at(-1) : undefined;
    // Of several values, the one that a method reads depends on the calls.
    if (attributes) attributes.set(attribute, attributes.has(attribute) ? null : value);
    else this.#set(left.text, value);
  }

  /** A value that the program changes in place is not known after it. */
  #forget(node: Node | null): void {
    if (node?.type !== 'identifier') return;
    const names = this.#names.findLast((known) => known.has(node.text));
    if (names) names.set(node.text, null);
  }

  /** `parts.append(text)` and `parts.extend(texts)` of a list that is known, outside of branches and loops. */
  #appended(object: Node, method: string, given: readonly (Value | null)[]): void {
    const names = this.#names.findLast((known) => known.has(object.text));
    const list = names?.get(object.text);
    if (object.type !== 'identifier' || !names || list?.kind !== 'list') return;
    const [added] = given;
    const items = method === 'append' ? [added ?? null] : added?.kind === 'list' ? added.items : null;
    const isCertain = this.#assigned.length === 0 && this.#loops === 0 && names === this.#names.at(-1);
    names.set(object.text, isCertain && items ? listOf([...list.items, ...items]) : null);
  }

  /** A function that returns several values returns none that is known. */
  #return(value: Value | null): void {
    const name = this.#function?.name;
    if (name === undefined) return;
    this.#returns.set(name, this.#returns.has(name) ? null : value);
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
    const before = { function: this.#function, loops: this.#loops };
    this.#function = { name, parameters };
    this.#loops = 0;
    // A later definition of the name replaces it.
    this.#returns.delete(name);
    this.#wrappers.delete(name);
    // A parameter hides a name of the module.
    this.#names.push(new Map(parameters.map((parameter) => [parameter, null])));
    this.#rest(node);
    this.#names.pop();
    this.#function = before.function;
    this.#loops = before.loops;
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
    if (left?.type === 'identifier') this.#set(left.text, value);
    else if (left?.type === 'attribute') this.#setAttribute(left, value);
    else if (left?.type === 'subscript') this.#forget(left.childForFieldName('value'));
    else if (left && /list|tuple/.test(left.type)) {
      const items = value?.kind === 'list' ? value.items : [];
      for (const [index, name] of left.namedChildren.entries()) {
        if (name?.type === 'identifier') this.#set(name.text, items[index] ?? null);
      }
    }
  }

  #augment(node: Node): void {
    const left = node.childForFieldName('left');
    const right = node.childForFieldName('right');
    if (left?.type !== 'identifier' || !right) return;
    const operator = node.childForFieldName('operator')?.text.replace(/=$/, '') ?? '';
    const added = this.#value(right);
    // It happens as often as the loop runs.
    const value = this.#loops > 0 ? null : this.#operation(operator, this.#lookedUp(left), added);
    this.#text(value ?? added);
    this.#set(left.text, value);
  }

  #text(value: Value | null): void {
    if (value?.kind === 'text') this.#texts.add(value.placed);
    if (value?.kind === 'list') for (const item of value.items) this.#text(item);
  }

  #lookedUp(node: Node | null): Value | null {
    if (node?.type === 'attribute') {
      const isOwn = /^(?:self|cls)$/.test(node.childForFieldName('object')?.text ?? '');
      const own = isOwn ? this.#classes.at(-1)?.get(node.childForFieldName('attribute')?.text ?? '') : null;
      return own ?? this.#names.findLast((names) => names.has(node.text))?.get(node.text) ?? null;
    }
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
      case 'true':
      case 'false':
        return { kind: 'number', value: node.type === 'true' ? 1 : 0, isFloat: false };
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
        return listOf(
          node.namedChildren
            .filter(isNode)
            .filter(({ type }) => type !== 'comment')
            .map((one) => this.#value(one)),
        );
      case 'call':
        return this.#call(node);
      case 'named_expression': {
        const value = node.childForFieldName('value');
        return value ? this.#value(value) : null;
      }
      case 'await':
      case 'conditional_expression':
      case 'lambda':
        this.#rest(node);
        return null;
      case 'dictionary':
        return this.#dictionary(node);
      case 'attribute':
        this.#rest(node);
        return this.#lookedUp(node);
      case 'subscript':
        return this.#item(node);
      default:
        return null;
    }
  }

  #dictionary(node: Node): Value | null {
    const entries = new Map<string, Value | null>();
    for (const pair of node.namedChildren.filter(isNode)) {
      if (pair.type === 'comment') continue;
      const [key, value] = ['key', 'value'].map((name) => pair.childForFieldName(name));
      const name = key ? this.#value(key) : null;
      const known = value ? this.#value(value) : null;
      if (name?.kind !== 'text') {
        this.#text(known);
        return null;
      }
      entries.set(name.placed.text, known);
    }
    return { kind: 'dict', entries };
  }

  #item(node: Node): Value | null {
    const [object, index] = ['value', 'subscript'].map((name) => node.childForFieldName(name));
    const [whole, at] = [object ? this.#value(object) : null, index ? this.#value(index) : null];
    if (whole?.kind === 'dict' && at?.kind === 'text') return whole.entries.get(at.placed.text) ?? null;
    if (whole?.kind === 'list' && at?.kind === 'number') return whole.items.at(at.value) ?? null;
    return null;
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
    const format = node.namedChildren.find((child) => child?.type === 'format_specifier')?.text ?? '';
    const isPlain = format === '' || (format === ':d' && value?.kind === 'number' && !value.isFloat);
    if (value === null || !isPlain) return null;
    return asText(value, this.#placeOf(node.startPosition.row));
  }

  #placeOf(row: number): Place {
    return { unit: this.#unit, line: row + 1 };
  }

  #operation(operator: string, left: Value | null, right: Value | null): Value | null {
    if (left === null || right === null) return null;
    if (left.kind === 'number' && right.kind === 'number') return arithmetic(operator, left, right);
    if (operator === '+' && left.kind === 'text' && right.kind === 'text') return allText([left, right]);
    if (operator === '+' && left.kind === 'list' && right.kind === 'list')
      return listOf([...left.items, ...right.items]);
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
      } else if (argument.type === 'dictionary_splat') {
        const [inner] = argument.namedChildren.filter(isNode);
        const value = inner ? this.#value(inner) : null;
        if (value?.kind === 'dict') for (const [name, one] of value.entries) named.set(name, one);
      } else positional.push(this.#value(argument));
    }
    const place = this.#placeOf(node.startPosition.row);
    if (callee.type === 'attribute') {
      const object = callee.childForFieldName('object');
      const method = callee.childForFieldName('attribute')?.text ?? '';
      const subject = object ? this.#value(object) : null;
      if (object && (method === 'append' || method === 'extend')) this.#appended(object, method, positional);
      else if (object && /^(?:insert|pop|remove|clear|update|reverse|sort)$/.test(method)) this.#forget(object);
      const result = methodOf(subject, method, positional, named, place);
      if (result !== null) return result;
    }
    const name = callee.type === 'attribute' ? (callee.childForFieldName('attribute')?.text ?? '') : callee.text;
    if (name === 'dedent' && positional[0]?.kind === 'text')
      return { kind: 'text', placed: dedented(positional[0].placed) };
    if ((name === 'str' || name === 'Template') && positional[0]) return asText(positional[0], place);
    if (name === 'dict' && positional.length === 0) return { kind: 'dict', entries: named };
    if (name === 'ElementwiseKernel') this.#elementwise.push({ positional, named, place });
    if (name === 'ReductionKernel') this.#reductions.push(place);
    if (name === 'load') this.#load(named.get('sources') ?? positional[1] ?? null);
    this.#compile(name, positional, named, argumentsNode);
    for (const value of [...positional, ...named.values()]) this.#text(value);
    return callee.type === 'identifier' ? (this.#returns.get(name) ?? null) : null;
  }

  /** Remembers the source that a call compiles, itself or through a function of the program. */
  #compile(
    name: string,
    positional: readonly (Value | null)[],
    named: ReadonlyMap<string, Value | null>,
    argumentsNode: Node | null,
  ): void {
    const wrapper = this.#wrappers.get(name);
    const compiler = wrapper ?? sourceParameter(name);
    if (!compiler) return;
    const by = wrapper?.by ?? name;
    const given = (argumentsNode?.namedChildren ?? []).filter(isNode).filter(({ type }) => type !== 'comment');
    const keyword = given.find(
      (one) => one.type === 'keyword_argument' && one.childForFieldName('name')?.text === compiler.parameter,
    );
    const argument =
      keyword?.childForFieldName('value') ?? given.filter(({ type }) => type !== 'keyword_argument')[compiler.index];
    const host = by === 'load_inline' ? (named.get('cpp_sources') ?? positional[1] ?? null) : null;
    if (!argument || argument.type === 'dictionary_splat') {
      const source = named.get(compiler.parameter) ?? null;
      if (source || given.some(({ type }) => type === 'dictionary_splat')) this.#compiled.push({ by, source, host });
      return;
    }
    const own = this.#function;
    const names = namesIn(argument).filter((one) => one !== 'self' && one !== 'cls');
    const source = named.get(compiler.parameter) ?? positional[compiler.index] ?? null;
    const index = own?.parameters.findIndex((parameter) => names.includes(parameter)) ?? -1;
    // Calls of the function give the source.
    if (own && index !== -1) this.#wrappers.set(own.name, { by, index, parameter: own.parameters[index] ?? '' });
    else this.#compiled.push({ by, source, host });
  }

  /** `load(name, sources=['x.cu'])` of PyTorch compiles files. */
  #load(sources: Value | null): void {
    for (const one of sources?.kind === 'list' ? sources.items : [sources]) {
      const name = one?.kind === 'text' ? one.placed.text : '';
      if (SOURCE_FILE.test(name) && !this.#files.has(name)) this.#read.push(name);
    }
  }

  /** `open('x.cu').read()` and `Path('x.cu').read_text()` of a file that a cell wrote. */
  #readFile(node: Node): Placed | null {
    const match = /^(?:\w+\.)*(?:open|Path)\(\s*(['"])([^'"]+)\1[^()]*\)\.read(?:_text)?\(\)$/.exec(node.text);
    const name = match?.[2] ?? '';
    const known = this.#files.get(name) ?? null;
    if (known === null && SOURCE_FILE.test(name)) this.#read.push(name);
    return known;
  }
}

function isNode(node: Node | null): node is Node {
  return node !== null;
}

const SOURCE_FILE = /\.cuh?$/i;

/** Returns the identifiers in an expression. */
function namesIn(node: Node | null): readonly string[] {
  return (node?.descendantsOfType('identifier') ?? [])
    .filter(isNode)
    .concat(node?.type === 'identifier' ? [node] : [])
    .map(({ text }) => text);
}
