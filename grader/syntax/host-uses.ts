import { beginningsIn, type ClangNode } from './build-tree.ts';

/** Host code that reads or writes a variable of the device by its name: it has a variable of its own with this name. */
export interface HostUse {
  readonly name: string;
  readonly does: 'reads' | 'writes';
  /** The beginning of the name, in characters of the source. */
  readonly at: number;
}

const FUNCTIONS = /^(?:Function|CXXMethod|CXXConstructor|CXXDestructor|CXXConversion)Decl$/;
const OF_DEVICE = new Set(['CUDADeviceAttr', 'CUDAConstantAttr']);
const OF_KERNELS = new Set(['CUDADeviceAttr', 'CUDAGlobalAttr']);
/** The attribute that only `__managed__` has (emu/qualifiers.h): both sides reach such a variable. */
const MANAGED = 'SectionAttr';

/**
 * Returns the uses of `__device__` and `__constant__` variables in host code that load or store a value. Addresses, sizes,
 * and what is passed by reference are none of these.
 * @param json - what Clang writes for the host side of the source
 * @param virtualName - the source's name in Clang's file system
 */
export function hostUsesOfDeviceVariables(json: string, source: string, virtualName: string): HostUse[] {
  const root = JSON.parse(json) as ClangNode;
  const variables = new Set<string>();
  visit(root, (node) => {
    const attributes = attributesOf(node);
    const isOfDevice = attributes.some((kind) => OF_DEVICE.has(kind)) && !attributes.includes(MANAGED);
    if (node.kind === 'VarDecl' && node.id && isOfDevice && !isConstant(node)) variables.add(node.id);
    return true;
  });
  if (variables.size === 0) return [];
  const beginning = beginningsIn(root, source, virtualName);
  const found = new Map<number, HostUse>();
  visit(root, (node) => {
    const does = doesOf(node);
    const used = does && placeIn(node.inner?.[0]);
    const at = used && variables.has(used.referencedDecl?.id ?? '') ? beginning(used) : null;
    if (does && used && at !== null) found.set(at, { name: used.referencedDecl?.name ?? '', does, at });
    const isForKernels = FUNCTIONS.test(node.kind ?? '') && attributesOf(node).some((kind) => OF_KERNELS.has(kind));
    return !isForKernels && node.kind !== 'UnaryExprOrTypeTraitExpr';
  });
  return [...found.values()].sort((a, b) => a.at - b.at);
}

/** @param enter - false: what is below the node is left out */
function visit(node: ClangNode, enter: (node: ClangNode) => boolean): void {
  if (!enter(node)) return;
  const inner = node.inner ?? [];
  // The body of a lambda is written twice; the first time, its function has attributes.
  for (const [index, each] of inner.entries())
    if (node.kind !== 'LambdaExpr' || index === 0 || each.kind !== 'CompoundStmt') visit(each, enter);
}

function attributesOf({ inner = [] }: ClangNode): string[] {
  return inner.flatMap(({ kind }) => (kind?.endsWith('Attr') ? [kind] : []));
}

/** Compilers put its value in the place of its name. */
function isConstant({ constexpr, init, type }: ClangNode): boolean {
  return constexpr === true || (init !== undefined && /^const\b/.test(type?.qualType ?? ''));
}

function doesOf({ kind = '', castKind, opcode = '' }: ClangNode): HostUse['does'] | null {
  if (kind === 'ImplicitCastExpr' && castKind === 'LValueToRValue') return 'reads';
  if (kind === 'CompoundAssignOperator' || (kind === 'BinaryOperator' && opcode === '=')) return 'writes';
  return kind === 'UnaryOperator' && /^(?:\+\+|--)$/.test(opcode) ? 'writes' : null;
}

/** Returns the name of the variable that an expression is the value, an element or a member of. */
function placeIn(node: ClangNode | undefined): ClangNode | null {
  switch (node?.kind) {
    case 'DeclRefExpr':
      return node;
    case 'ParenExpr':
    case 'ArraySubscriptExpr':
      return placeIn(node.inner?.[0]);
    case 'ImplicitCastExpr':
      return node.castKind === 'ArrayToPointerDecay' || node.castKind === 'NoOp' ? placeIn(node.inner?.[0]) : null;
    case 'MemberExpr':
      return node.isArrow ? null : placeIn(node.inner?.[0]);
    default:
      return null;
  }
}
