import type { Node } from 'web-tree-sitter';
import { baseOf, bindingsIn } from './bindings.ts';
import { argumentsOf } from './constants.ts';
import { importedBy } from './imports.ts';
import type { Constant, Reading } from './scope.ts';

/** The constants of a program, without the names that its functions change. */
export class Constants extends Map<string, Constant> {
  readonly #changed: ReadonlySet<string>;

  constructor(changed: ReadonlySet<string>) {
    super();
    this.#changed = changed;
  }

  override set(name: string, value: Constant): this {
    return this.#changed.has(name) ? this : super.set(name, value);
  }
}

/** Removes the constants that a statement, and those in it, can change. */
export function forget(node: Node, { constants, assigned }: Reading): void {
  for (const { target } of bindingsIn(node)) {
    assigned.add(target.text);
    change(target, constants);
  }
  for (const [name] of node
    .descendantsOfType(['import_statement', 'import_from_statement'])
    .flatMap((one) => [...importedBy(one)]))
    constants.delete(name);
  for (const call of node.descendantsOfType('call')) if (call) forgetChanged(call, constants);
  for (const name of node.descendantsOfType('delete_statement').flatMap((one) => one?.namedChildren ?? []))
    if (name) change(name, constants);
}

/** Removes what another value of a place changes: the constant itself, or all names of a list or an array. */
function change(target: Node, constants: Map<string, Constant>): void {
  if (target.type === 'subscript') forgetValue(baseOf(target), constants);
  else constants.delete(target.text);
}

/** Removes all names of a list or an array. */
function forgetValue(of: string, constants: Map<string, Constant>): void {
  const value = constants.get(of);
  if (value?.kind !== 'tuple' && value?.kind !== 'array') return;
  for (const [name, other] of constants) if (holds(other, value)) constants.delete(name);
}

function holds(value: Constant, part: Constant): boolean {
  return value === part || (value.kind === 'tuple' && value.items.some((item) => holds(item, part)));
}

/** The methods that change a list or an array, and the functions that change their first argument. */
const CHANGES = /^(?:append|clear|extend|fill|insert|itemset|partition|pop|put|remove|resize|reverse|sort)$/;
const CHANGES_FIRST = /(?:^|\.)(?:copyto|fill_diagonal|place|put|putmask|shuffle)$/;

/** Removes the lists and arrays that a call changes: `a.sort()`, `np.copyto(a, b)` and `np.add(a, b, out=a)`. */
function forgetChanged(call: Node, constants: Map<string, Constant>): void {
  const called = call.childForFieldName('function');
  const given = argumentsOf(call);
  const out = given.find((one) => one.childForFieldName('name')?.text === 'out')?.childForFieldName('value');
  if (out) forgetValue(baseOf(out), constants);
  const method = called?.childForFieldName('attribute')?.text ?? '';
  if (called && CHANGES.test(method)) forgetValue(baseOf(called), constants);
  if (given[0] && CHANGES_FIRST.test(called?.text ?? '')) forgetValue(baseOf(given[0]), constants);
}

/** Returns the names that functions of the program change outside of themselves: they are no constants. */
export function changedInFunctions(roots: readonly Node[]): Set<string> {
  const changed = new Set<string>();
  for (const own of roots.flatMap((root) => root.descendantsOfType('function_definition'))) {
    if (!own) continue;
    const bindings = bindingsIn(own);
    const assigned = new Set(bindings.map(({ target }) => target.text));
    const globals = own
      .descendantsOfType('global_statement')
      .flatMap((one) => (one?.namedChildren ?? []).map((name) => name?.text ?? ''));
    for (const name of globals) if (assigned.has(name)) changed.add(name);
    const parameters =
      own
        .childForFieldName('parameters')
        ?.descendantsOfType('identifier')
        .map((one) => one?.text) ?? [];
    for (const { target } of bindings) {
      const base = baseOf(target);
      if (target.type === 'identifier' || assigned.has(base) || parameters.includes(base)) continue;
      changed.add(target.type === 'subscript' ? base : target.text);
    }
  }
  return changed;
}
