import type { Node } from 'web-tree-sitter';

/** Returns the full names of the names that an import gives. */
export function importedBy(node: Node | null): Map<string, string> {
  const imports = new Map<string, string>();
  if (node?.type === 'import_statement') importModules(node, imports);
  if (node?.type === 'import_from_statement') importNames(node, imports);
  return imports;
}

/** The names that `from math import *` gives. */
const NAMES_OF_MATH = (
  'acos acosh asin asinh atan atan2 atanh ceil comb copysign cos cosh degrees dist e erf erfc exp expm1 fabs factorial ' +
  'floor fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p log2 ' +
  'modf nan nextafter perm pi pow prod radians remainder sin sinh sqrt tan tanh tau trunc ulp'
).split(' ');

function importModules(node: Node, imports: Map<string, string>): void {
  for (const child of node.namedChildren) {
    if (child?.type === 'dotted_name') {
      const [first = ''] = child.text.split('.');
      imports.set(first, first);
    }
    if (child?.type === 'aliased_import') {
      imports.set(child.childForFieldName('alias')?.text ?? '', child.childForFieldName('name')?.text ?? '');
    }
  }
}

function importNames(node: Node, imports: Map<string, string>): void {
  const module = node.childForFieldName('module_name')?.text ?? '';
  for (const child of node.childrenForFieldName('name')) {
    if (child === null) continue;
    const name = child.childForFieldName('name')?.text ?? child.text;
    imports.set(child.childForFieldName('alias')?.text ?? name, `${module}.${name}`);
  }
  const isAll = module === 'math' && node.namedChildren.some((child) => child?.type === 'wildcard_import');
  if (isAll) for (const name of NAMES_OF_MATH) imports.set(name, `math.${name}`);
}
