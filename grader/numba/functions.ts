import type { Node } from 'web-tree-sitter';
import { bindingsIn } from './bindings.ts';
import { argumentsOf, constantOf, dotted } from './constants.ts';
import { importedBy } from './imports.ts';
import { NumbaProblem } from './problem.ts';
import type { PythonFunction, Scope } from './scope.ts';

/** Returns the function that a statement defines; null if it defines none. */
export function functionOf(node: Node, unit: number, scope: Scope): PythonFunction | null {
  const definition = node.type === 'decorated_definition' ? node.childForFieldName('definition') : node;
  if (definition?.type !== 'function_definition') return null;
  return { name: definition.childForFieldName('name')?.text ?? '', node: definition, unit, ...roleOf(node, scope) };
}

function roleOf(node: Node, scope: Scope): Pick<PythonFunction, 'role' | 'problem'> {
  if (node.type !== 'decorated_definition') return { role: 'host' };
  for (const decorator of node.namedChildren) {
    const what = decorator?.type === 'decorator' ? decorator.namedChild(0) : null;
    const named = what?.type === 'call' ? what.childForFieldName('function') : what;
    if (!named || !what) continue;
    const role = roleOfJit(what, scope);
    if (role !== null) return { role };
    const message = `the decorator \`${named.text}\` is not known here: \`@cuda.jit\` makes a kernel`;
    return { role: 'host', problem: { node: named, message } };
  }
  return { role: 'host' };
}

/** @throws NumbaProblem for a function of which the grader does not know what runs, e.g. for its decorator */
export function assertKnown({ problem, unit }: PythonFunction): void {
  if (problem) throw Object.assign(new NumbaProblem(problem.node, problem.message), { unit });
}

/** Returns what `cuda.jit`, or `cuda.jit(…)`, makes of a function; null for another expression. */
export function roleOfJit(what: Node, scope: Scope): 'kernel' | 'device' | null {
  const named = what.type === 'call' ? what.childForFieldName('function') : what;
  const name = named ? dotted(named, scope) : null;
  // Kernels can call functions that Numba compiles for the CPU.
  if (name === 'numba.njit' || name === 'numba.jit') return 'device';
  if (name !== 'numba.cuda.jit' && name !== 'numba.cuda.cuda.jit') return null;
  const args = what.type === 'call' ? (what.childForFieldName('arguments')?.namedChildren ?? []) : [];
  const isDevice = args.some(
    (one) =>
      one?.type === 'keyword_argument' &&
      one.childForFieldName('name')?.text === 'device' &&
      one.childForFieldName('value')?.type === 'true',
  );
  return isDevice ? 'device' : 'kernel';
}

/** Returns the function of `name = cuda.jit(f)`, `name = cuda.jit(…)(f)`, `name = make_kernel(…)` and `name = f`; null for another statement. */
export function assignedFunction(node: Node, scope: Scope): PythonFunction | null {
  const assignment = node.namedChild(0);
  if (assignment?.type !== 'assignment') return null;
  const [left, right] = [assignment.childForFieldName('left'), assignment.childForFieldName('right')];
  if (left?.type !== 'identifier' || (right?.type !== 'call' && right?.type !== 'identifier')) return null;
  const made = functionValue(right, scope);
  return made && { ...made, name: left.text, madeBy: assignment.id };
}

/** Returns the function of the program that an expression is; null for another value. */
function functionValue(node: Node, scope: Scope): PythonFunction | null {
  if (node.type === 'identifier') return scope.functions.get(node.text) ?? null;
  const called = node.type === 'call' ? node.childForFieldName('function') : null;
  if (!called) return null;
  const given = argumentsOf(node);
  const role = roleOfJit(called.type === 'call' ? called : node, scope);
  if (role === null) {
    const factory = called.type === 'identifier' ? scope.functions.get(called.text) : undefined;
    return factory?.role === 'host' ? madeBy(factory, given, scope) : null;
  }
  const [argument] = given;
  if (argument?.type === 'lambda')
    return { name: 'lambda', node: argument, unit: scope.unit ?? 0, role, closure: scope };
  const own = argument ? functionValue(argument, scope) : null;
  return own && { ...own, role };
}

/** Returns the function that a function returns for arguments that are constants, functions or modules; null for another value. */
function madeBy(factory: PythonFunction, given: readonly Node[], scope: Scope): PythonFunction | null {
  const last = factory.node.childForFieldName('body')?.namedChildren.at(-1);
  const returned = last?.type === 'return_statement' ? last.namedChild(0) : null;
  const { open, left } = scope.followed;
  // A function that calls itself, on every path or not, makes no kernel that is known.
  if (!returned || open.has(factory.node) || left <= 0) return null;
  scope.followed.left -= 1;
  open.add(factory.node);
  try {
    return returnedBy(factory, returned, given, scope);
  } finally {
    open.delete(factory.node);
  }
}

function returnedBy(
  factory: PythonFunction,
  returned: Node,
  given: readonly Node[],
  scope: Scope,
): PythonFunction | null {
  const around = factory.closure ?? scope;
  const [constants, functions] = [new Map(around.constants), new Map(around.functions)];
  const imports = new Map(around.imports);
  const isNamed = (one: Node): boolean => one.type === 'keyword_argument';
  const positional = given.filter((one) => !isNamed(one));
  const unknown: string[] = [];
  for (const [at, { name, fallback }] of parametersOf(factory.node).entries()) {
    const named = given.find((one) => isNamed(one) && one.childForFieldName('name')?.text === name);
    const argument = named?.childForFieldName('value') ?? positional[at] ?? fallback;
    const constant = argument ? constantOf(argument, scope) : null;
    const own = argument ? functionValue(argument, scope) : null;
    // `make_kernel(cuda)` gets a module.
    const full = argument ? dotted(argument, scope) : null;
    imports.delete(name);
    if (constant) constants.set(name, constant);
    else if (own) functions.set(name, own);
    else if (full !== null) imports.set(name, full);
    else unknown.push(name);
  }
  return functionValue(
    returned,
    scopeInside(factory, unknown, { ...around, constants, functions, imports, unit: factory.unit }),
  );
}

/** A name that the function assigns is no constant of the program in it. One that it gives one constant is a constant. */
export function scopeInside(own: PythonFunction, parameters: readonly string[], scope: Scope): Scope {
  const assigned = new Map<string, Node[]>(parameters.map((name) => [name, []]));
  for (const { target, value } of bindingsIn(own.node)) {
    if (target.type === 'identifier')
      assigned.set(target.text, [...(assigned.get(target.text) ?? []), value ?? target]);
  }
  const isParameter = new Set(parameters);
  const isOutside = ([name]: readonly [string, unknown]): boolean => !assigned.has(name);
  const outside = new Map([...scope.constants].filter(isOutside));
  const imports = new Map([...scope.imports].filter(isOutside));
  // Numba has no imports in kernels.
  if (own.role === 'host') {
    for (const node of own.node.descendantsOfType(['import_statement', 'import_from_statement']))
      for (const [name, full] of importedBy(node)) imports.set(name, full);
  }
  const inside = { ...scope, constants: outside, imports };
  const own_ = [...assigned].flatMap(([name, [value, ...more]]) => {
    const constant = value && more.length === 0 && !isParameter.has(name) ? constantOf(value, inside) : null;
    return constant?.kind === 'number' || constant?.kind === 'type' ? [[name, constant] as const] : [];
  });
  const functions = new Map(scope.functions);
  // A name that the function assigns is no function of the program in it, but for those that the next statements make.
  for (const name of assigned.keys()) functions.delete(name);
  const body: Scope = { ...inside, constants: new Map([...outside, ...own_]), functions, unit: own.unit };
  for (const node of own.node.childForFieldName('body')?.namedChildren ?? []) {
    const made = node?.type === 'expression_statement' ? assignedFunction(node, body) : null;
    if (made) functions.set(made.name, made);
    const inner = node ? functionOf(node, own.unit, scope) : null;
    if (inner) {
      imports.delete(inner.name);
      functions.set(inner.name, { ...inner, closure: body });
    }
  }
  return body;
}

/** A parameter of a function of the program. */
export interface Parameter {
  readonly name: string;
  /** The value if a call gives none; null: it must. */
  readonly fallback: Node | null;
}

/** @throws NumbaProblem for stars */
export function parametersOf(node: Node): Parameter[] {
  const parameters = node.childForFieldName('parameters')?.namedChildren ?? [];
  return parameters.flatMap((one): Parameter[] => {
    if (one === null || one.type === 'comment' || one.type === 'keyword_separator') return [];
    const name = one.type === 'identifier' ? one : (one.childForFieldName('name') ?? one.namedChild(0));
    const isNamed = /^(?:identifier|typed_parameter|default_parameter|typed_default_parameter)$/.test(one.type);
    if (!isNamed || name?.type !== 'identifier') {
      throw new NumbaProblem(one, 'parameters have names here, and no stars');
    }
    return [{ name: name.text, fallback: one.childForFieldName('value') }];
  });
}
