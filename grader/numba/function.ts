import type { Node } from 'web-tree-sitter';
import { assignedIn } from './bindings.ts';
import { constantOf, dotted } from './constants.ts';
import { element, expressionOf } from './expressions.ts';
import { scopeInside } from './functions.ts';
import {
  type HostSurroundings,
  hostArray,
  hostCopy,
  hostStatement,
  isKernelName,
  launchIn,
  type ResultMemory,
} from './host.ts';
import { insteadOfSyntax } from './instead.ts';
import { functionName, itemsName, spelled } from './names.ts';
import { assertRepeatable, binary, childrenOf, field, hasEffects, type Surroundings } from './operators.ts';
import { NumbaProblem, NumbaProblems, problemsOf } from './problem.ts';
import type { ConstantArray, PythonFunction, Scope } from './scope.ts';
import { seriesOf, storedPart } from './series.ts';
import { cNumber, cType, NONE, type NumbaType, number, sameType, unified, wordType } from './types.ts';
import {
  cConstant,
  converted,
  convertedTo,
  declaration,
  itemsOf,
  nameOf,
  packed,
  truth,
  tupleOf,
  type Value,
  variable,
  whole,
} from './value.ts';

/** The places that C++ is written to: a line of a cell has the C++ of that line. */
class Lines {
  readonly lines = new Map<number, string[]>();

  write(node: Node, code: string): void {
    this.writeAt(node.startPosition.row, code);
  }

  writeAt(row: number, code: string): void {
    const line = this.lines.get(row) ?? [];
    line.push(code);
    this.lines.set(row, line);
  }
}

/** A function to translate, with all that it needs. */
export interface FunctionRequest {
  readonly own: PythonFunction;
  readonly scope: Scope;
  /** The parameters with their types, in order. */
  readonly parameters: readonly { readonly name: string; readonly type: NumbaType }[];
  /** The parameters that get the results; default: none. */
  readonly outputs?: ReadonlySet<string>;
  /** The memory for the array that the function returns; default: it has none. */
  readonly result?: ResultMemory;
  /** C++ from the return type to the opening brace, with what makes the parameters, once the result is known. */
  head(result: NumbaType): string;
  /** Returns the C++ of `return value;`; null: a function returns it. */
  returned?(value: Value, node: Node): string;
  /** Returns a function of the program for these types. */
  use(own: PythonFunction, types: readonly NumbaType[], at: Node): UsedFunction;
}

export interface TranslatedFunction {
  /** C++ by rows of the cell, counted from 0. */
  readonly lines: ReadonlyMap<number, readonly string[]>;
  readonly result: NumbaType;
  /** Keys of the functions that it calls or launches. */
  readonly uses: ReadonlySet<string>;
  /** Declarations that go before all functions. */
  readonly globals: readonly string[];
}

/** A function of the program, for types of its arguments. */
export interface UsedFunction {
  readonly key: string;
  readonly name: string;
  readonly result: NumbaType;
}

/** Types of variables depend on each other through loops: more rounds than this change nothing in any program. */
const MOST_ROUNDS = 12;

/** Translates a function for given types of its parameters. */
export function translateFunction(given: FunctionRequest): TranslatedFunction {
  const request = {
    ...given,
    scope: scopeInside(
      given.own,
      given.parameters.map(({ name }) => name),
      given.scope,
    ),
  };
  let types = new Map<string, NumbaType>(request.parameters.map(({ name, type }) => [name, type]));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const translation = new Translation(request, types);
    const done = translation.run();
    if (translation.isStable) return done;
    types = translation.types;
  }
  throw new NumbaProblem(request.own.node, 'the types of the variables are not known');
}

class Translation implements HostSurroundings {
  readonly #request: FunctionRequest;
  readonly #known: ReadonlyMap<string, NumbaType>;
  readonly types: Map<string, NumbaType>;
  readonly #lines = new Lines();
  readonly #declared: string[] = [];
  readonly #names = new Map<string, number>();
  readonly #itemsNames = new Map<string, string>();
  readonly #uses = new Set<string>();
  /** Variables that are arrays of the kernel's own. */
  readonly #views = new Set<string>();
  readonly #memories = new Map<string, number>();
  /** The variable that an array of the kernel's own is made for. */
  #assigned: string | null = null;
  /** The expression that is the right side of an assignment. */
  #named: number | null = null;
  /** True while the array that the function returns is made. */
  #isResult = false;
  readonly #globals = new Map<string, string>();
  #result: NumbaType | null = null;
  /** The variable of each loop around a statement that is true if no `break` ends it; null if nothing asks. */
  readonly #loops: (string | null)[] = [];
  /** Kernels with blocks and threads, as in `run = kernel[blocks, threads]`. */
  readonly configured = new Map<string, Node>();
  readonly broken = new Set<string>();
  readonly #problems = new Map<string, NumbaProblem>();

  constructor(request: FunctionRequest, known: ReadonlyMap<string, NumbaType>) {
    this.#request = request;
    this.#known = known;
    this.types = new Map(known);
  }

  get isStable(): boolean {
    return (
      this.types.size === this.#known.size &&
      [...this.types].every(([name, type]) => {
        const before = this.#known.get(name);
        return before !== undefined && sameType(before, type);
      })
    );
  }

  get scope(): Scope {
    return this.#request.scope;
  }

  get role(): PythonFunction['role'] {
    return this.#request.own.role;
  }

  get variables(): ReadonlyMap<string, NumbaType> {
    return this.types;
  }

  readonly functions: Surroundings['functions'] = {
    use: (name, types, at) => {
      const own = this.scope.functions.get(name);
      if (!own) throw new NumbaProblem(at, `there is no function \`${name}\``);
      const used = this.#request.use(own, types, at);
      this.#uses.add(used.key);
      return used;
    },
  };

  expression(node: Node): Value {
    return expressionOf(node, this);
  }

  spell(name: string): string {
    // Findings name the memory, which has the name of the program.
    if (this.#views.has(name)) return `numba_view_${name}`;
    if (this.#known.get(name)?.kind !== 'tuple') return spelled(name);
    const items = this.#itemsNames.get(name) ?? itemsName(name, this.#request.own.node);
    this.#itemsNames.set(name, items);
    return items;
  }

  memory(space: string): string {
    const name = this.#assigned ?? `numba_${space}_memory`;
    const count = this.#memories.get(name) ?? 0;
    this.#memories.set(name, count + 1);
    return count === 0 ? spelled(name) : `numba_${name}_${count}`;
  }

  declare(code: string): void {
    if (!this.#declared.includes(code)) this.#declared.push(code);
  }

  fresh(name: string): string {
    const number_ = this.#names.get(name) ?? 0;
    this.#names.set(name, number_ + 1);
    return `numba_${name}_${number_}`;
  }

  write(node: Node, code: string): void {
    this.#lines.write(node, code);
  }

  get result(): ResultMemory | null {
    return this.#isResult ? (this.#request.result ?? null) : null;
  }

  /** Returns the variable that every `return` returns, if one statement assigns it. */
  #returnedName(): string | null {
    const { node } = this.#request.own;
    const names = node.descendantsOfType('return_statement').map((one) => one?.namedChild(0)?.text ?? '');
    const [name] = names;
    if (name === undefined || names.some((other) => other !== name)) return null;
    const assigned = node
      .descendantsOfType(['assignment', 'augmented_assignment'])
      .filter((one) => one?.childForFieldName('left')?.text === name);
    return assigned.length === 1 ? name : null;
  }

  made(node: Node): Value | null {
    return this.role === 'host' ? hostArray(node, this) : null;
  }

  assigned(node: Node, value: Value): Value {
    nameOf(value, node);
    this.#assignType(node, value.type, node.text);
    const target = variable(this.spell(node.text), this.types.get(node.text) ?? value.type);
    return { ...target, code: `(${target.code} = ${convertedTo(value, target.type)})` };
  }

  get outputs(): ReadonlySet<string> {
    return this.#request.outputs ?? NO_OUTPUTS;
  }

  unpacked(node: Node, type: NumbaType, code: string, takesArrays: boolean): Value {
    if (node.id !== this.#named && (takesArrays || !this.#isFirst(node))) {
      throw new NumbaProblem(node, 'this function returns several values: give them names first, as in `a, b = f(x)`');
    }
    const name = this.fresh('result');
    this.#lines.write(node, `const ${cType(type)} ${name} = ${code};`);
    return itemsOf(name, type);
  }

  /** True if a call can run before the rest of its statement: nothing else there has effects, or sees those of the call. */
  #isFirst(node: Node): boolean {
    let at = node;
    while (at.parent && isWhole(at.parent)) at = at.parent;
    const statement = at.parent;
    if (!statement || !STATEMENTS.test(statement.type)) return false;
    if (statement.type === 'assignment' && statement.childForFieldName('right')?.id !== at.id) return false;
    if (statement.type === 'if_statement' && statement.childForFieldName('condition')?.id !== at.id) return false;
    // The calls of its arguments are a part of it, and those that get its result come later.
    const isBeside = (one: Node): boolean => one.endIndex <= node.startIndex || one.startIndex >= node.endIndex;
    return !at
      .descendantsOfType(['call', 'named_expression'])
      .some((one) => one && isBeside(one) && (one.type === 'named_expression' || hasEffects(one, this)));
  }

  constantArray(name: string, { element: type, shape, items }: ConstantArray): Value {
    const array: NumbaType = { kind: 'array', element: type, rank: shape.length };
    const values = `${cNumber(type)} ${this.#globalName(name)}[] = {${items.map(cConstant(type)).join(', ')}};`;
    if (this.role !== 'host') {
      this.#globals.set(name, `static __constant__ ${values}`);
      return {
        type: array,
        code: `${cType(array)}((${cNumber(type)}*)${this.#globalName(name)}, ${shape.join(', ')})`,
      };
    }
    this.#globals.set(`${name} of the host`, `static const ${values}`);
    const owner = `numba_array_of_${name}`;
    const host = this.#globalName(name);
    this.declare(
      `numba::Owned ${owner}; cudaMalloc(&${owner}.data, sizeof ${host}); ${owner}.keep(); cudaMemcpy(${owner}.data, ${host}, sizeof ${host}, cudaMemcpyHostToDevice);`,
    );
    return { type: array, code: `${cType(array)}((${cNumber(type)}*)${owner}.data, ${shape.join(', ')})` };
  }

  #globalName(name: string): string {
    return this.role === 'host' ? `numba_host_${name}` : functionName(name);
  }

  run(): TranslatedFunction {
    const { own, parameters } = this.#request;
    const body = field(own.node, 'body');
    if (own.node.type === 'lambda') this.#returnValue(body, body);
    else this.#block(body, true);
    if (this.#problems.size > 0) throw new NumbaProblems([...this.#problems.values()]);
    const result = this.#result ?? NONE;
    const given = new Map(parameters.map(({ name, type }) => [name, type]));
    const locals = [...this.types].flatMap(([name, type]) => {
      const before = given.get(name);
      if (!before) return [declaration(this.spell(name), type)];
      if (!sameType(before, type)) {
        throw new NumbaProblem(
          own.node,
          `the parameter \`${name}\` is ${wordType(before)}, and becomes ${wordType(type)}: use a new name`,
        );
      }
      return [];
    });
    const row = own.node.startPosition.row;
    const lines = new Map(this.#lines.lines);
    lines.set(row, [this.#request.head(result), ...this.#declared, ...locals, ...(lines.get(row) ?? [])]);
    const last = Math.max(...lines.keys());
    lines.set(last, [...(lines.get(last) ?? []), '}']);
    return { lines, result, uses: this.#uses, globals: [...this.#globals.values()] };
  }

  #block(node: Node, isFirst = false): void {
    for (const [at, statement] of childrenOf(node).entries()) {
      if (isFirst && at === 0 && isText(statement)) continue;
      try {
        this.#statement(statement);
      } catch (error) {
        this.#remember(error, statement);
      }
    }
  }

  /** Keeps the problems of a statement; what it would assign is not known then. */
  #remember(error: unknown, statement: Node): void {
    for (const problem of problemsOf(error, this.#request.own.unit))
      this.#problems.set(`${problem.unit} ${problem.node.startIndex} ${problem.message}`, problem);
    for (const name of assignedIn(statement)) if (!this.types.has(name)) this.broken.add(name);
  }

  #statement(node: Node): void {
    switch (node.type) {
      case 'expression_statement':
        this.#expression(node);
        return;
      case 'if_statement':
        this.#if(node);
        return;
      case 'for_statement':
        this.#for(node);
        return;
      case 'while_statement': {
        const condition = field(node, 'condition');
        const asked = truth(expressionOf(condition, this), condition);
        this.#inLoop(node, () => this.#lines.write(node, `while (${asked}) {`));
        return;
      }
      case 'return_statement':
        this.#return(node);
        return;
      case 'break_statement':
      case 'continue_statement':
        this.#endLoop(node);
        return;
      case 'delete_statement':
        return;
      case 'function_definition':
      case 'decorated_definition': {
        const definition = node.childForFieldName('definition') ?? node;
        const known = this.scope.functions.get(definition.childForFieldName('name')?.text ?? '');
        if (known?.node.id === definition.id) return;
        throw new NumbaProblem(
          node,
          'a function in a function is a kernel or a device function here, with a name of its own',
        );
      }
      case 'try_statement':
        throw new NumbaProblem(
          node,
          'kernels have no exceptions, and host code here has none: check the index before it is used',
        );
      case 'import_statement':
      case 'import_from_statement':
        if (this.role === 'host') return;
        throw new NumbaProblem(node, 'a kernel has no imports: move this line to the top of the program');
      case 'global_statement': {
        const assigned = new Set(assignedIn(this.#request.own.node));
        if (!childrenOf(node).some(({ text }) => assigned.has(text))) return;
        throw new NumbaProblem(
          node,
          this.role === 'host'
            ? 'a function does not change a name of the program here: use a name of its own, and return the value'
            : 'a kernel does not change a name of the program: give it an array, and store the value there',
        );
      }
      case 'pass_statement':
        return;
      case 'assert_statement':
        // Of host code, only its kernels and their arrays are translated.
        if (this.role === 'host') return;
        throw new NumbaProblem(node, '`assert` says nothing in a kernel: write an `if` around what must not happen');
      case 'raise_statement':
        // A kernel without `debug=True` tells nobody; the thread ends.
        if (this.role === 'kernel' || this.#request.returned) {
          this.#lines.write(node, 'return;');
          return;
        }
        throw new NumbaProblem(node, '`raise` here is outside of the subset: return a value that the caller looks at');
      case 'with_statement':
        this.#with(node);
        return;
      default: {
        const what = node.type.replaceAll('_', ' ');
        throw new NumbaProblem(
          node,
          `a ${what} in a function is outside of the subset of Numba that the grader translates: ${insteadOfSyntax(what)}`,
        );
      }
    }
  }

  /** `with stream.auto_synchronize():` and `with cuda.defer_cleanup():` of host code. */
  #with(node: Node): void {
    const [item] = node.descendantsOfType('with_item');
    const called = item?.childForFieldName('value');
    const target = called?.type === 'call' ? field(called, 'function') : null;
    const full = target ? dotted(target, this.scope) : null;
    const isStream = target?.type === 'attribute' && field(target, 'attribute').text === 'auto_synchronize';
    if (this.role !== 'host' || !target || !(isStream || full === 'numba.cuda.defer_cleanup')) {
      throw new NumbaProblem(
        node,
        `a with statement in a function is outside of the subset of Numba that the grader translates: ${insteadOfSyntax('with statement')}`,
      );
    }
    const body = field(node, 'body');
    this.#block(body);
    if (!isStream) return;
    const stream = expressionOf(field(target, 'object'), this);
    if (stream.type.kind !== 'stream') throw new NumbaProblem(target, 'only a stream has `auto_synchronize`');
    this.#lines.writeAt(lastRow(body), `cudaStreamSynchronize(${stream.code});`);
  }

  #inLoop(node: Node, begin: () => void): void {
    const alternative = node.childForFieldName('alternative');
    const isWhole = alternative ? this.fresh('whole') : null;
    if (isWhole !== null) this.#lines.write(node, `bool ${isWhole} = true;`);
    begin();
    this.#loops.push(isWhole);
    const body = field(node, 'body');
    this.#block(body);
    this.#lines.writeAt(lastRow(body), '}');
    this.#loops.pop();
    if (!alternative) return;
    this.#lines.write(alternative, `if (${isWhole}) {`);
    this.#block(field(alternative, 'body'));
    this.#lines.writeAt(lastRow(field(alternative, 'body')), '}');
  }

  #endLoop(node: Node): void {
    const isWhole = this.#loops.at(-1);
    if (isWhole === undefined) throw new NumbaProblem(node, `\`${node.text}\` stands in no loop`);
    const isAsked = isWhole !== null && node.type === 'break_statement';
    this.#lines.write(
      node,
      isAsked ? `{ ${isWhole} = false; break; }` : `${node.type === 'break_statement' ? 'break' : 'continue'};`,
    );
  }

  #if(node: Node): void {
    const branch = (at: Node, word: string, condition: Node | null, body: Node): void => {
      const asked = condition ? ` (${truth(expressionOf(condition, this), condition)})` : '';
      this.#lines.write(at, `${word}${asked} {`);
      this.#block(body);
      this.#lines.writeAt(lastRow(body), '}');
    };
    branch(node, 'if', field(node, 'condition'), field(node, 'consequence'));
    for (const alternative of node.childrenForFieldName('alternative')) {
      if (alternative?.type === 'elif_clause') {
        branch(alternative, 'else if', field(alternative, 'condition'), field(alternative, 'consequence'));
      }
      if (alternative?.type === 'else_clause') branch(alternative, 'else', null, field(alternative, 'body'));
    }
  }

  #for(node: Node): void {
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    const isRange = right.type === 'call' && field(right, 'function').text === 'range';
    if (!isRange || left.type !== 'identifier') {
      const series = seriesOf(right, this);
      const at = this.fresh('at');
      this.#inLoop(node, () => {
        for (const code of series.before) this.#lines.write(node, code);
        this.#lines.write(node, `for (long long ${at} = 0; ${at} < ${series.length}; ++${at}) {`);
        this.#store(left, series.item(at), node);
      });
      return;
    }
    const given = childrenOf(field(right, 'arguments'));
    const bounds = given.map((one) => converted(this.#whole(one), 'int64'));
    const [start, stop] = given.length === 1 ? ['0', bounds[0]] : [bounds[0], bounds[1]];
    if (start === undefined || stop === undefined || given.length > 3) {
      throw new NumbaProblem(right, '`range` takes one to three integers');
    }
    this.#assignType(left, number('int64'), left.text);
    const step = given[2] ? constantOf(given[2], this.scope) : null;
    if (step?.kind === 'number' && step.value === 0) throw new NumbaProblem(right, 'the step of `range` must not be 0');
    const name = this.spell(left.text);
    const [at, end, by] = ['at', 'end', 'by'].map((word) => this.fresh(word));
    const stepCode = bounds[2] ?? '1';
    const isDown = step?.kind === 'number' && step.value < 0;
    const goes =
      given[2] === undefined || step?.kind === 'number'
        ? `${at} ${isDown ? '>' : '<'} ${end}`
        : `(${by} > 0 ? ${at} < ${end} : ${at} > ${end})`;
    const head = `for (long long ${at} = ${start}, ${end} = ${stop}, ${by} = ${stepCode}; ${goes}; ${at} += ${by}) {`;
    this.#inLoop(node, () => this.#lines.write(node, `${head} ${name} = ${at};`));
  }

  #whole(node: Node): Value {
    const value = expressionOf(node, this);
    whole(value, node, 'a bound of `range`');
    return value;
  }

  #return(node: Node): void {
    const [given] = childrenOf(node);
    if (!given || given.type === 'none') {
      this.#lines.write(node, 'return;');
      return;
    }
    this.#returnValue(given, node);
  }

  #returnValue(given: Node, node: Node): void {
    if (this.role === 'kernel') throw new NumbaProblem(node, 'a kernel returns nothing: store the result in an array');
    const value = expressionOf(given, this);
    if (this.#request.returned) {
      this.#lines.write(node, this.#request.returned(value, given));
      return;
    }
    const before = this.#result;
    const result = before ? unified(before, value.type) : value.type;
    if (!result) throw new NumbaProblem(node, 'a device function returns values of the same type in each `return`');
    this.#result = result;
    this.#lines.write(node, `return ${packed(value, result)};`);
  }

  #expression(node: Node): void {
    const [inner] = childrenOf(node);
    if (!inner) return;
    if (inner.type === 'assignment') {
      this.#assignment(inner);
      return;
    }
    if (inner.type === 'augmented_assignment') {
      this.#augmented(inner);
      return;
    }
    if (isText(node)) return;
    if (inner.type === 'call') {
      const done = this.role === 'host' ? hostStatement(inner, this) : launchIn(inner, this);
      if (done !== null) {
        this.#lines.write(node, done);
        return;
      }
    }
    if (this.role === 'host' && inner.type === 'call' && field(inner, 'function').text === 'print') return;
    const value = expressionOf(inner, this);
    if (value.items) return;
    this.#lines.write(node, value.type.kind === 'none' ? `${value.code};` : `(void)${value.code};`);
  }

  #assignment(node: Node): void {
    const left = field(node, 'left');
    const right = node.childForFieldName('right');
    if (!right)
      throw new NumbaProblem(node, 'a variable without a value is outside of the subset: give it a first value');
    if (right.type === 'assignment') {
      this.#assignment(right);
      this.#store(left, expressionOf(field(right, 'left'), this), node);
      return;
    }
    if (this.scope.functions.get(left.text)?.madeBy === node.id) return;
    if (
      this.role === 'host' &&
      left.type === 'identifier' &&
      right.type === 'subscript' &&
      isKernelName(field(right, 'value'), this)
    ) {
      this.configured.set(left.text, right);
      return;
    }
    this.#isResult = left.type === 'identifier' && left.text === this.#returnedName();
    const made = this.role === 'host' ? this.#made(right) : null;
    this.#isResult = false;
    const called = right.type === 'call' ? dotted(field(right, 'function'), this.scope) : null;
    const isOwn = called === 'numba.cuda.shared.array' || called === 'numba.cuda.local.array';
    if (isOwn && left.type === 'identifier' && !this.#request.parameters.some(({ name }) => name === left.text)) {
      this.#views.add(left.text);
      this.#assigned = left.text;
    }
    this.#named = right.id;
    const value = made ?? expressionOf(right, this);
    this.#named = null;
    this.#assigned = null;
    this.#store(left, value, node);
  }

  /** Returns arrays that host code makes, e.g. in `a, b = cuda.to_device(x), cuda.to_device(y)`; null if it makes none. */
  #made(right: Node): Value | null {
    if (right.type !== 'expression_list' && right.type !== 'tuple') return hostArray(right, this);
    return tupleOf(childrenOf(right).map((one) => hostArray(one, this) ?? expressionOf(one, this)));
  }

  /** Stores a value in a variable, in an element, or in several. */
  #store(left: Node, value: Value, node: Node): void {
    switch (left.type) {
      case 'identifier':
        this.#assignType(left, value.type, left.text);
        for (const [target, item] of pairs(
          variable(this.spell(left.text), this.types.get(left.text) ?? value.type),
          value,
        )) {
          this.#lines.write(node, `${target.code} = ${convertedTo(item, target.type)};`);
        }
        return;
      case 'subscript': {
        if (this.role === 'host') {
          this.#lines.write(node, hostCopy(left, value, this));
          return;
        }
        const target = element(left, this);
        if (target.type.kind !== 'number') {
          this.#lines.write(node, storedPart(target, value, left));
          return;
        }
        nameOf(value, node, 'the right side');
        this.#lines.write(node, `${target.code} = ${converted(value, target.type.name)};`);
        return;
      }
      case 'pattern_list':
      case 'tuple_pattern':
      case 'tuple': {
        const targets = childrenOf(left);
        const items = value.items;
        if (items?.length !== targets.length) {
          throw new NumbaProblem(
            left,
            items
              ? `${targets.length} names get ${items.length} values`
              : `${wordType(value.type)} has no items for ${targets.length} names`,
          );
        }
        // All values are there before the first is stored.
        const keep = (item: Value): Value => {
          if (item.items) return tupleOf(item.items.map(keep));
          if (item.isLiteral || items.length === 1) return item;
          const name = this.fresh('item');
          this.#lines.write(node, `const ${cType(item.type)} ${name} = ${item.code};`);
          return { type: item.type, code: name };
        };
        const kept = items.map(keep);
        for (const [at, target] of targets.entries()) {
          const item = kept[at];
          if (item) this.#store(target, item, node);
        }
        return;
      }
      default:
        throw new NumbaProblem(left, 'this is no variable and no element of an array');
    }
  }

  #assignType(node: Node, type: NumbaType, name: string): void {
    if (type.kind === 'none') throw new NumbaProblem(node, `\`${name}\` would be None`);
    const before = this.types.get(name);
    const now = before ? unified(before, type) : type;
    if (!now) {
      throw new NumbaProblem(
        node,
        `\`${name}\` is ${wordType(before ?? NONE)} before, and ${wordType(type)} here: use a new name`,
      );
    }
    this.types.set(name, now);
  }

  #augmented(node: Node): void {
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    const operator = field(node, 'operator').text.slice(0, -1);
    // The place of `x[i] += 1` stands twice in C++.
    assertRepeatable(left, this);
    const before = expressionOf(left, this);
    const value = expressionOf(right, this);
    this.#store(left, binary(operator, before, value, node), node);
  }
}

/** Expressions whose parts are all evaluated, once. */
const INNER =
  /^(?:argument_list|binary_operator|call|expression_list|keyword_argument|parenthesized_expression|subscript|tuple|unary_operator)$/;
/** True if all parts of an expression are evaluated. `a < b < c` ends after `a < b` if that is false. */
function isWhole(node: Node): boolean {
  return INNER.test(node.type) || (node.type === 'comparison_operator' && childrenOf(node).length === 2);
}
const STATEMENTS = /^(?:assignment|expression_statement|if_statement|return_statement)$/;

const NO_OUTPUTS: ReadonlySet<string> = new Set();

/** The items of two values beside each other; numbers alone are one. */
function pairs(target: Value, value: Value): [Value, Value][] {
  if (!target.items) return [[target, value]];
  return target.items.flatMap((item, at) => pairs(item, value.items?.[at] ?? tupleOf([])));
}

function isText(node: Node): boolean {
  return node.type === 'expression_statement' && node.namedChild(0)?.type === 'string';
}

/** Returns the last row in which a block has code. */
function lastRow(node: Node): number {
  return childrenOf(node).at(-1)?.endPosition.row ?? node.endPosition.row;
}
