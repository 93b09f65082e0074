import type { Node } from 'web-tree-sitter';
import {
  type ArrayParameter,
  type AssignmentSpec,
  extentNames,
  isOutput,
  type PassedParameter,
  passedParameters,
  cType as rawType,
} from '../spec/index.ts';
import { type FunctionRequest, type TranslatedFunction, translateFunction, type UsedFunction } from './function.ts';
import { assertKnown, parametersOf } from './functions.ts';
import { NUMBA_HEADER } from './header.ts';
import { copyCode, type ResultMemory } from './host.ts';
import { bindingOf, hasKernels, kernelIn, scopeOf } from './module.ts';
import { functionName, itemsName, spelled } from './names.ts';
import { type ArrayPart, type ArrayType, partsOf } from './parts.ts';
import { NumbaProblem, NumbaProblems, problemsOf } from './problem.ts';
import type { PythonFunction, Scope } from './scope.ts';
import { cNumber, cType, isNumberName, NONE, type NumbaType, number, sameType, wordType } from './types.ts';
import { itemsOf, type Value, variable } from './value.ts';

/** A line of C++ that stands for a line of Python. */
export interface TranslatedLine {
  /** Cell of the notebook, counted from 0. */
  readonly unit: number;
  /** Line of the cell, counted from 1. */
  readonly line: number;
  readonly code: string;
}

export type TranslatedProgram =
  /** It has no kernel; `problem` is one that is in a class, a loop or a function. */
  | { readonly kind: 'none'; readonly problem: TranslationProblem | null }
  | { readonly kind: 'translated'; readonly before: string; readonly lines: readonly TranslatedLine[] }
  | { readonly kind: 'refused'; readonly problems: readonly TranslationProblem[] };

/** A part of a program that the subset lacks, or that Numba would refuse. */
export interface TranslationProblem {
  /** `null`: the whole program. */
  readonly place: { readonly unit: number; readonly line: number; readonly column: number } | null;
  readonly message: string;
}

type Entry = AssignmentSpec['entry'];

/**
 * Translates a program in Numba's CUDA Python to the CUDA C++ that the exercise asks for. Each line of C++ has the
 * number of the line of Python that it stands for. Nothing is executed.
 * @param roots - the syntax trees of the cells, in order
 */
export function translateNumba(roots: readonly Node[], entry: Entry): TranslatedProgram {
  try {
    const scope = scopeOf(roots);
    if (!hasKernels(scope)) return { kind: 'none', problem: outOfReach(roots, scope, entry) };
    const own = scope.functions.get(entry.function);
    if (!own) {
      for (const [unit, root] of roots.entries()) {
        const node = bindingOf(entry.function, root);
        if (node) throw Object.assign(new NumbaProblem(node, otherwise(entry)), { unit });
      }
      return refused(missing(entry));
    }
    const program = new Program(scope);
    try {
      return { kind: 'translated', ...program.written(own, entryFunction(own, entry, program, scope)) };
    } catch (error) {
      throw new NumbaProblems(problemsOf(error, own.unit));
    }
  } catch (error) {
    return { kind: 'refused', problems: problemsOf(error, 0).map(placed) };
  }
}

function placed({ node, unit = 0, message }: NumbaProblem): TranslationProblem {
  const { row, column } = node.startPosition;
  return { place: { unit, line: row + 1, column: column + 1 }, message };
}

function refused(message: string): TranslatedProgram {
  return { kind: 'refused', problems: [{ place: null, message }] };
}

function missing(entry: Entry): string {
  return `has kernels in Numba, and no function \`${entry.function}\`. Expected ${expectedOf(entry)}`;
}

function otherwise(entry: Entry): string {
  return `the grader cannot follow how \`${entry.function}\` is made here. Define it in this file, outside of classes and functions, as ${expectedOf(entry)}`;
}

function expectedOf(entry: Entry): string {
  const names = passedParameters(entry).map(({ name }) => name);
  const what = entry.style === 'kernel' ? 'a kernel' : 'a function that launches the kernels';
  return `${what}: \`def ${entry.function}(${names.join(', ')})\``;
}

/** Returns the problem of a kernel that the scope lacks; null if there is none. */
function outOfReach(roots: readonly Node[], scope: Scope, { style }: Entry): TranslationProblem | null {
  if (style !== 'device-pointers' && style !== 'kernel') return null;
  for (const [unit, root] of roots.entries()) {
    const node = kernelIn(root, scope);
    const message = 'the grader does not translate a kernel in a class or in a loop. Define it outside of these';
    if (node) return placed(Object.assign(new NumbaProblem(node, message), { unit }));
  }
  return null;
}

/** The functions of a program, each for the types of its arguments. */
class Program {
  readonly #scope: Scope;
  readonly #done = new Map<
    string,
    { readonly own: PythonFunction; readonly translated: TranslatedFunction; readonly head: string }
  >();
  readonly #open = new Set<PythonFunction>();
  /** The names in C++. Functions in several functions can have the same name in Python. */
  readonly #names = new Map<PythonFunction, string>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  #nameOf(own: PythonFunction): string {
    const known = this.#names.get(own);
    if (known !== undefined) return known;
    const taken = new Set(this.#names.values());
    let name = functionName(own.name);
    for (let number = 2; taken.has(name); number += 1) {
      const next = `${own.name}_${number}`;
      if (!this.#scope.functions.has(next)) name = next;
    }
    this.#names.set(own, name);
    return name;
  }

  use(own: PythonFunction, types: readonly NumbaType[], at: Node): UsedFunction {
    assertKnown(own);
    const { name } = own;
    const inC = this.#nameOf(own);
    const key = `${inC}(${JSON.stringify(types)})`;
    const known = this.#done.get(key);
    if (known) return { key, name: inC, result: known.translated.result };
    if (this.#open.has(own)) throw new NumbaProblem(at, `\`${name}\` calls itself: recursion is outside of the subset`);
    const names = parameterNames(own.node);
    if (names.length !== types.length) {
      throw new NumbaProblem(
        at,
        `\`${name}\` takes ${names.length} arguments (${names.join(', ')}), and gets ${types.length}`,
      );
    }
    const parameters = names.map((parameter, index) => ({ name: parameter, type: types[index] ?? NONE }));
    const isSplit = (type: NumbaType): type is ArrayType => own.role === 'kernel' && type.kind === 'array';
    const list = parameters
      .flatMap(({ name: one, type }) =>
        isSplit(type)
          ? partsOf(type).map((part) => `${part.type} ${partName(one, part)}`)
          : [`${cType(type)} ${parameterName(one, type)}`],
      )
      .join(', ');
    const items = parameters.flatMap(({ name: one, type }) => {
      if (isSplit(type)) {
        const array = spelled(one);
        return [
          `${cType(type)} ${array};`,
          ...partsOf(type).map((part) => `${array}.${part.path} = ${partName(one, part)};`),
        ];
      }
      return type.kind === 'tuple'
        ? unpackedInto(variable(itemsName(one, own.node), type), itemsOf(parameterName(one, type), type))
        : [];
    });
    const head = (result: NumbaType): string =>
      own.role === 'kernel'
        ? `static __global__ void ${inC}(${list})`
        : `static ${own.role === 'device' ? '__device__ ' : ''}${cType(result)} ${inC}(${list})`;
    this.#open.add(own);
    let translated: TranslatedFunction;
    try {
      translated = translateFunction({
        own,
        scope: own.closure ?? this.#scope,
        parameters,
        head: (result) => [`${head(result)} {`, ...items].join(' '),
        use: (callee, given, node) => this.use(callee, given, node),
      });
    } finally {
      this.#open.delete(own);
    }
    this.#done.set(key, { own, translated, head: head(translated.result) });
    return { key, name: inC, result: translated.result };
  }

  /** Returns all that an entry function reaches. */
  written(own: PythonFunction, main: TranslatedFunction): { before: string; lines: TranslatedLine[] } {
    const reached = new Set<string>();
    const left = [...main.uses];
    for (let key = left.pop(); key !== undefined; key = left.pop()) {
      if (reached.has(key)) continue;
      reached.add(key);
      left.push(...(this.#done.get(key)?.translated.uses ?? []));
    }
    const functions = [...reached].flatMap((key) => this.#done.get(key) ?? []);
    const all = [{ own, translated: main }, ...functions];
    // A function for further types of its arguments overloads the first, and has the same lines. So has one in another.
    const rounds: (typeof all)[] = [];
    for (const one of all) {
      const free = rounds.find((round) => round.every((other) => !isBeside(other.own, one.own)));
      if (free) free.push(one);
      else rounds.push([one]);
    }
    const lines = rounds.flatMap((round) =>
      round
        .flatMap(({ own: { unit }, translated }) =>
          [...translated.lines].map(([row, code]) => ({ unit, line: row + 1, code: code.join(' ') })),
        )
        .sort((a, b) => a.unit - b.unit || a.line - b.line),
    );
    const globals = new Set(all.flatMap(({ translated }) => translated.globals));
    const declared = [...globals, ...functions.map(({ head }) => `${head};`)];
    return { before: `${NUMBA_HEADER}${declared.join('\n')}\n`, lines };
  }
}

/** True if two functions have lines of the program in common. */
function isBeside(left: PythonFunction, right: PythonFunction): boolean {
  const [a, b] = [left.node, right.node];
  if (left.unit !== right.unit) return false;
  return a.startPosition.row <= b.endPosition.row && b.startPosition.row <= a.endPosition.row;
}

/** A parameter that is a tuple has another name than its items. */
function parameterName(name: string, type: NumbaType): string {
  return type.kind === 'tuple' ? `numba_items_of_${name}` : spelled(name);
}

/** A part of an array that a kernel gets as a parameter of its own. */
function partName(name: string, { path }: ArrayPart): string {
  return `numba_${path.replace(/\W/g, '')}_of_${name}`;
}

/** Returns the declarations of the items of a tuple. */
function unpackedInto(target: Value, value: Value): string[] {
  if (!target.items) return [`${cType(target.type)} ${target.code} = ${value.code};`];
  return target.items.flatMap((item, at) => unpackedInto(item, value.items?.[at] ?? value));
}

function parameterNames(node: Node): string[] {
  return parametersOf(node).map(({ name }) => name);
}

/** A parameter of the exercise as the function of the program sees it. */
interface Bound {
  readonly name: string;
  readonly parameter: PassedParameter;
  readonly type: NumbaType;
}

function entryFunction(own: PythonFunction, entry: Entry, program: Program, scope: Scope): TranslatedFunction {
  const { node } = own;
  const isKernel = entry.style === 'kernel';
  assertKnown(own);
  if (entry.style !== 'device-pointers' && !isKernel) {
    throw new NumbaProblem(node, 'this exercise takes CUDA C++ alone: its function does more than launch kernels');
  }
  if (isKernel && own.role !== 'kernel')
    throw new NumbaProblem(node, `\`${own.name}\` must be the kernel: put \`@cuda.jit\` before it`);
  if (!isKernel && own.role !== 'host') {
    throw new NumbaProblem(
      node,
      `\`${own.name}\` must be the function that launches the kernel: give the kernel a name of its own`,
    );
  }
  const passed = passedParameters(entry);
  const bound = bind(own, passed);
  const result = bound.some(({ parameter }) => isOutput(parameter)) ? null : (passed.find(isOutput) ?? null);
  const list = passed.map((parameter) => `${rawType(parameter)} numba_${parameter.name}`);
  const made = bound.map(({ name, parameter, type }) => {
    const raw = `numba_${parameter.name}`;
    if (type.kind !== 'array' || parameter.role === 'scalar') return `${cType(type)} ${spelled(name)} = ${raw};`;
    const pointer = `(${cNumber(type.element)}*)${raw}`;
    return `${cType(type)} ${spelled(name)}(${[pointer, ...lengthsOf(parameter, passed, node)].join(', ')});`;
  });
  const memory = result && result.role !== 'scalar' ? resultMemory(result, passed, node) : null;
  const returned = (value: Value, at: Node): string => {
    if (!memory) return 'return;';
    if (value.type.kind !== 'array' || !sameType(value.type, memory.type)) {
      throw new NumbaProblem(at, `the exercise asks for ${wordType(memory.type)}, and this is ${wordType(value.type)}`);
    }
    return `{ ${copyCode(memory.code, value.code)} return; }`;
  };
  const request: FunctionRequest = {
    own,
    scope,
    parameters: bound,
    outputs: new Set(bound.filter(({ parameter }) => isOutput(parameter)).map(({ name }) => name)),
    head: () => `${isKernel ? '__global__ ' : ''}void ${own.name}(${list.join(', ')}) { ${made.join(' ')}`,
    ...(!isKernel && { returned }),
    ...(memory && { result: memory }),
    use: (callee, types, at) => program.use(callee, types, at),
  };
  const translated = translateFunction(request);
  if (result && !/\breturn\b/.test(node.childForFieldName('body')?.text ?? '')) {
    throw new NumbaProblem(
      node,
      `\`${own.name}\` returns nothing, and has no parameter \`${result.name}\` for the result`,
    );
  }
  return translated;
}

/** @throws NumbaProblem if the function does not get the size of the result */
function resultMemory(result: ArrayParameter, passed: readonly PassedParameter[], node: Node): ResultMemory {
  const type = arrayType(result, node);
  const lengths = lengthsOf(result, passed, node);
  if (lengths.includes('numba::END')) {
    throw new NumbaProblem(node, `the function must take \`${result.name}\`, because its size is not known here`);
  }
  const pointer = `numba_${result.name}`;
  return {
    type,
    pointer,
    count: lengths.map((length) => `(size_t)(${length})`).join(' * '),
    code: `${cType(type)}(${[pointer, ...lengths].join(', ')})`,
  };
}

/** Finds the parameter of the exercise for each of the function's: by their names, or by their order. */
function bind(own: PythonFunction, passed: readonly PassedParameter[]): Bound[] {
  const names = parameterNames(own.node);
  const byName = names.map((name) => passed.find((one) => one.name === name));
  const orders = [
    passed,
    passed.filter((one) => !isOutput(one)),
    passed.filter((one) => one.role !== 'scalar'),
    passed.filter((one) => one.role === 'input'),
  ];
  const found = byName.every((one) => one !== undefined)
    ? byName
    : orders.find(({ length }) => length === names.length);
  if (!found || names.length === 0) {
    throw new NumbaProblem(
      own.node,
      `\`${own.name}\` takes ${names.length} arguments: expected \`${own.name}(${passed.map(({ name }) => name).join(', ')})\``,
    );
  }
  return names.map((name, at) => {
    const parameter = found[at];
    if (!parameter) throw new NumbaProblem(own.node, `there is no parameter for \`${name}\``);
    return {
      name,
      parameter,
      type: parameter.role === 'scalar' ? scalarType(parameter, own.node) : arrayType(parameter, own.node),
    };
  });
}

/** A number that Python gives a kernel is an int64 or a float64. */
function scalarType({ type, name }: { readonly type: string; readonly name: string }, node: Node): NumbaType {
  if (type === 'bool') return number('bool');
  if (/^u?int/.test(type)) return number(type === 'uint64' ? 'uint64' : 'int64');
  if (type.startsWith('float')) return number('float64');
  throw new NumbaProblem(node, `this exercise takes CUDA C++ alone: Numba has no type for \`${name}\` (${type})`);
}

function arrayType(
  parameter: Exclude<PassedParameter, { role: 'scalar' }>,
  node: Node,
): Extract<NumbaType, { kind: 'array' }> {
  const { type, name, shape } = parameter;
  if (!isNumberName(type) || parameter.vector !== undefined) {
    throw new NumbaProblem(node, `this exercise takes CUDA C++ alone: Numba has no type for \`${name}\` (${type})`);
  }
  return { kind: 'array', element: type, rank: shape.length };
}

/** Returns an extent in C++; null if the function does not get it. */
function extentCode(extent: number | string, passed: readonly PassedParameter[]): string | null {
  if (!extentNames(extent).every((name) => passed.some((one) => one.name === name))) return null;
  return String(extent).replace(/[A-Za-z_]\w*/g, (name) => `(long long)numba_${name}`);
}

/** Returns the extents of an array. The first one is unlimited if the function does not get it. */
function lengthsOf({ name, shape }: ArrayParameter, passed: readonly PassedParameter[], node: Node): string[] {
  return shape.map((extent, axis) => {
    const code = extentCode(extent, passed) ?? (axis === 0 ? 'numba::END' : null);
    if (code === null) {
      throw new NumbaProblem(
        node,
        `this exercise takes CUDA C++ alone: its function does not get the shape of \`${name}\``,
      );
    }
    return code;
  });
}
