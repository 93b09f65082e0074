import type { Node } from 'web-tree-sitter';

/** Punctuation that can be added or left out without a change of meaning, or that follows from what stands before it. */
const SILENT = new Set(['(', ')', '{', '}', ']', ';', '"', "'", '::', 'extern']);
/** Whole nodes that are no evidence: they can be added at will, or every solution has them. */
export const DROPPED = new Set(['preproc_include', 'using_declaration', 'type_qualifier', 'storage_class_specifier']);
const ONE_TOKEN: Readonly<Record<string, string>> = {
  number_literal: 'num',
  true: 'num',
  false: 'num',
  string_literal: 'str',
  raw_string_literal: 'str',
  char_literal: 'num',
  primitive_type: 'type',
  sized_type_specifier: 'type',
  type_identifier: 'type',
  placeholder_type_specifier: 'type',
  for: 'loop',
  while: 'loop',
};
/** Names that CUDA gives. Functions that are called and not declared count as given as well. */
const GIVEN = /^(?:threadIdx|blockIdx|blockDim|gridDim|warpSize|dim3|cuda[A-Z]\w*|__\w+|atomic[A-Z]\w*)$/;
const COORDINATES = /^(?:threadIdx|blockIdx|blockDim|gridDim)\s*\.\s*[xyz]$/;

/** The token that a node is; empty where it is none, null where its parts are to be looked at. */
export function kindOf(node: Node, parent: Node | null, names: ReadonlySet<string>): string | null {
  const { type } = node;
  const single = ONE_TOKEN[type];
  if (single !== undefined) return single;
  if (type === 'field_expression' && node.endIndex - node.startIndex < 32 && COORDINATES.test(node.text)) {
    return node.text.replace(/\s/g, '');
  }
  if (type === 'identifier' || type === 'field_identifier' || type === 'namespace_identifier') {
    const name = node.text;
    const called = parent?.type === 'call_expression' && parent.childForFieldName('function')?.id === node.id;
    return GIVEN.test(name) || (called && !names.has(name)) ? name : 'id';
  }
  if (node.childCount > 0) return null;
  return SILENT.has(type) ? '' : node.text.trim();
}

/** A function that is declared ahead. Inside a function, `dim3 grid(a, b);` looks like one to the grammar. */
export function isPrototype(node: Node, parent: Node | null): boolean {
  return (
    /^(?:translation_unit|linkage_specification|template_declaration)$/.test(parent?.type ?? '') &&
    node.childForFieldName('declarator')?.type === 'function_declarator'
  );
}

/** Names that are declared: they stand where the grammar has a declarator or a name. */
export function collectNames(root: Node, names: Set<string>): void {
  const cursor = root.walk();
  for (;;) {
    const field = cursor.currentFieldName;
    const { nodeType } = cursor;
    if (nodeType === 'identifier' || nodeType === 'type_identifier' || nodeType === 'field_identifier') {
      if (field === 'declarator' || field === 'name') names.add(cursor.nodeText);
    }
    if (cursor.gotoFirstChild()) continue;
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        cursor.delete();
        return;
      }
    }
  }
}
