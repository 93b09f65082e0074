import type { Node } from 'web-tree-sitter';

/** A place that a statement gives a value. */
export interface Binding {
  /** A name, an element or an attribute. */
  readonly target: Node;
  /** The expression of the value; null if it is a part of one, or the syntax has none. */
  readonly value: Node | null;
}

/** The syntax that gives names values, with the field of the name. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['assignment', 'left'],
  ['augmented_assignment', 'left'],
  ['for_statement', 'left'],
  ['for_in_clause', 'left'],
  ['named_expression', 'name'],
]);
const PATTERNS = new Set([...FIELDS.keys(), 'as_pattern_target']);

/** Returns all that a statement, and those in it, give a value. */
export function bindingsIn(statement: Node): Binding[] {
  return statement.descendantsOfType([...PATTERNS]).flatMap((node): Binding[] => {
    const field = node ? FIELDS.get(node.type) : undefined;
    const left = node && field !== undefined ? node.childForFieldName(field) : node;
    if (!node || !left) return [];
    const right = node.type === 'assignment' ? node.childForFieldName('right') : null;
    const value = right && lastOf(right);
    // An annotation without a value assigns nothing.
    if (node.type === 'assignment' && value === null) return [];
    return targetsOf(left).map((target) => ({ target, value: target.id === left.id ? value : null }));
  });
}

function targetsOf(left: Node): Node[] {
  if (/^(?:identifier|subscript|attribute)$/.test(left.type)) return [left];
  return left.namedChildren.flatMap((one) => (one ? targetsOf(one) : []));
}

/** Returns the name that an element or an attribute belongs to. */
export function baseOf(target: Node): string {
  const inner = target.childForFieldName(target.type === 'subscript' ? 'value' : 'object');
  return inner ? baseOf(inner) : target.text;
}

/** Returns the names that a statement, and those in it, assign. */
export function assignedIn(statement: Node): string[] {
  return bindingsIn(statement).flatMap(({ target }) => (target.type === 'identifier' ? [target.text] : []));
}

/** Returns the right side of `a = b = value`. */
export function lastOf(right: Node): Node {
  const next = right.type === 'assignment' ? right.childForFieldName('right') : null;
  return next ? lastOf(next) : right;
}
