import type { Node } from 'web-tree-sitter';
import { assignedIn, bindingsIn, lastOf } from './bindings.ts';
import { Constants, changedInFunctions, forget } from './changes.ts';
import { childrenOf, constantOf, dotted, operated } from './constants.ts';
import { assignedFunction, functionOf, roleOfJit, scopeInside } from './functions.ts';
import { importedBy } from './imports.ts';
import type { Constant, PythonFunction, Reading, Scope } from './scope.ts';

/** Programs make fewer kernels. */
const MOST_FOLLOWED = 1000;

/**
 * Reads imports, constants and functions of a program, also those in `if`, `try` and `with`. Of several definitions of a
 * name the last one counts.
 */
export function scopeOf(roots: readonly Node[]): Scope {
  const constants = new Constants(changedInFunctions(roots));
  const scope = { functions: new Map(), constants, imports: new Map(), assigned: new Set<string>() };
  const followed = { open: new Set<Node>(), left: MOST_FOLLOWED };
  for (const [unit, root] of roots.entries()) readBlock(root, { ...scope, followed, unit }, true);
  return { ...scope, followed };
}

/** @param isCertain - false: it depends on a condition that is not known whether the statements run */
function readBlock(block: Node, scope: Reading, isCertain: boolean): void {
  for (const node of block.namedChildren) if (node) readStatement(node, scope, isCertain);
}

function readStatement(node: Node, scope: Reading, isCertain: boolean): void {
  switch (node.type) {
    case 'import_statement':
    case 'import_from_statement': {
      for (const [name, full] of importedBy(node))
        if (isCertain || !scope.imports.has(name)) scope.imports.set(name, full);
      forget(node, scope);
      return;
    }
    case 'expression_statement': {
      const own = assignedFunction(node, scope);
      if (own) define(own, node, scope, isCertain);
      else assignConstant(node, scope, isCertain);
      return;
    }
    case 'class_definition':
      readClass(node, scope, isCertain);
      return;
    case 'decorated_definition':
    case 'function_definition': {
      const own = functionOf(node, scope.unit, scope);
      if (own) define(own, node, scope, isCertain);
      return;
    }
    case 'if_statement':
      readIf(node, scope, isCertain);
      return;
    case 'with_statement': {
      const body = node.childForFieldName('body');
      if (body) readBlock(body, scope, isCertain);
      return;
    }
    case 'try_statement':
      // The handlers run only after an error.
      for (const part of node.namedChildren) {
        if (!part) continue;
        const body = part.type === 'block' ? part : part.namedChildren.findLast((one) => one?.type === 'block');
        if (body && /^(?:block|else_clause|finally_clause)$/.test(part.type)) readBlock(body, scope, isCertain);
        else forget(part, scope);
      }
      return;
    default:
      forget(node, scope);
  }
}

function define(own: PythonFunction, node: Node, scope: Reading, isCertain: boolean): void {
  const { functions, constants, imports } = scope;
  const before = isCertain ? undefined : functions.get(own.name);
  constants.delete(own.name);
  imports.delete(own.name);
  functions.set(own.name, before ? { ...own, problem: { node, message: severalOf(own.name, before) } } : own);
}

function severalOf(name: string, { node }: PythonFunction): string {
  return `\`${name}\` is defined in line ${node.startPosition.row + 1}, too, and the grader does not know which of the two runs: keep one`;
}

/** Reads the branch that a constant chooses; otherwise all branches. */
function readIf(node: Node, scope: Reading, isCertain: boolean): void {
  let isOpen = isCertain;
  for (const branch of [node, ...node.childrenForFieldName('alternative')]) {
    const condition = branch?.childForFieldName('condition');
    const body = branch?.childForFieldName(branch.type === 'else_clause' ? 'body' : 'consequence');
    const truth = condition ? truthOf(condition, scope) : true;
    if (!body || truth === false) continue;
    if (truth === null) isOpen = false;
    readBlock(body, scope, isOpen);
    if (truth === true) return;
  }
}

/** Returns whether a condition is true; null if that is not known. The program is imported, and there is a GPU. */
function truthOf(node: Node, scope: Scope): boolean | null {
  if (node.type === 'parenthesized_expression') return truthOf(node.namedChild(0) ?? node, scope);
  if (node.type === 'not_operator') {
    const truth = truthOf(node.childForFieldName('argument') ?? node, scope);
    return truth === null ? null : !truth;
  }
  if (node.type === 'comparison_operator' && node.namedChild(0)?.text === '__name__') return false;
  const called = node.type === 'call' ? node.childForFieldName('function') : null;
  if (called && dotted(called, scope) === 'numba.cuda.is_available') return true;
  const constant = constantOf(node, scope);
  return constant?.kind === 'bool' || constant?.kind === 'number' ? Boolean(constant.value) : null;
}

/** Remembers the constants of a class as `Class.name`. */
function readClass(node: Node, scope: Reading, isCertain: boolean): void {
  const [name, body] = [node.childForFieldName('name')?.text ?? '', node.childForFieldName('body')];
  scope.constants.delete(name);
  if (!body) return;
  const inside = { ...scope, functions: new Map(scope.functions), constants: new Map(scope.constants) };
  readBlock(body, inside, isCertain);
  for (const attribute of assignedIn(body)) {
    const value = inside.constants.get(attribute);
    if (value) scope.constants.set(`${name}.${attribute}`, value);
  }
}

/** Remembers constants, and removes those that the statement changes. Of several assignments the last one counts. */
function assignConstant(node: Node, scope: Reading, isCertain: boolean): void {
  const found = isCertain ? assignedConstants(node.namedChild(0), scope) : [];
  forget(node, scope);
  if (isCertain) for (const name of assignedIn(node)) scope.imports.delete(name);
  for (const [name, value] of found) scope.constants.set(name, value);
}

/** Returns the names that an assignment makes constants. */
function assignedConstants(node: Node | null, scope: Scope): [string, Constant][] {
  const [left, right] = [node?.childForFieldName('left'), node?.childForFieldName('right')];
  if (!node || !left || !right) return [];
  if (node.type === 'augmented_assignment') {
    const [before, by] = [constantOf(left, scope), constantOf(right, scope)];
    const value = before && by ? operated(before, by, node.childForFieldName('operator')?.text.slice(0, -1)) : null;
    return value && left.type === 'identifier' ? [[left.text, value]] : [];
  }
  if (node.type !== 'assignment') return [];
  // `a = b = 1`
  const inner = right.type === 'assignment' ? assignedConstants(right, scope) : [];
  const value = constantOf(lastOf(right), scope);
  return value ? [...inner, ...namesFor(left, value)] : inner;
}

function namesFor(left: Node, value: Constant): [string, Constant][] {
  if (/^(?:identifier|attribute)$/.test(left.type)) return [[left.text, value]];
  const targets = childrenOf(left);
  if (!/^(?:pattern_list|tuple_pattern|list_pattern)$/.test(left.type) || value.kind !== 'tuple') return [];
  if (targets.length !== value.items.length) return [];
  return targets.flatMap((target, at) => namesFor(target, value.items[at] ?? value));
}

/** True if a program has kernels in Numba, also in a function. */
export function hasKernels(scope: Scope): boolean {
  const isKernel = ({ role }: PythonFunction): boolean => role === 'kernel';
  return [...scope.functions.values()].some(
    (own) => isKernel(own) || [...scopeInside(own, [], scope).functions.values()].some(isKernel),
  );
}

/** Returns the first place that makes a kernel, whatever is around it; null if there is none. */
export function kernelIn(root: Node, scope: Scope): Node | null {
  const found = root.descendantsOfType(['decorator', 'call']).find((node) => {
    const what = node?.type === 'decorator' ? node.namedChild(0) : node;
    return (
      what &&
      (roleOfJit(what, scope) === 'kernel' || /^(?:numba\.)?cuda\.jit\b(?![\s\S]*\bdevice\s*=\s*True)/.test(what.text))
    );
  });
  return found ?? null;
}

/** Returns the first place that gives a name a meaning, whatever is around it; null if there is none. */
export function bindingOf(name: string, root: Node): Node | null {
  const defined = root
    .descendantsOfType('function_definition')
    .flatMap((node) => node?.childForFieldName('name') ?? [])
    .find(({ text }) => text === name);
  const imported = root
    .descendantsOfType(['import_statement', 'import_from_statement'])
    .find((node) => [...importedBy(node)].some(([own]) => own === name));
  return defined ?? bindingsIn(root).find(({ target }) => target.text === name)?.target ?? imported ?? null;
}
