import { functionOf, isDevice, type SyntaxNode, walk } from './tree.ts';

/** Extents of `dim3 grid(a, b)` or `dim3(a, b)` in host code; none of anything else. */
export function dimensions(node: SyntaxNode): SyntaxNode[] {
  const isDim3 =
    /^CXX(?:Construct|TemporaryObject|UnresolvedConstruct)Expr$/.test(node.kind) && /\bdim3\b/.test(node.type);
  if (!isDim3 || node.isMacro || isDevice(node)) return [];
  return node.slots.filter((slot) => slot !== null);
}

const known = new WeakMap<SyntaxNode, boolean>();

/** Every block that is launched has as many threads in x as in y: `blockDim.x` and `blockDim.y` are the same. */
export function blocksAreSquare(node: SyntaxNode): boolean {
  let root = node;
  while (root.parent) root = root.parent;
  let square = known.get(root);
  if (square === undefined) {
    const blocks = [...walk(root)].filter(({ kind }) => kind === 'CUDAKernelCallExpr').map(blockOf);
    square = blocks.length > 0 && blocks.every(isSquare);
    known.set(root, square);
  }
  return square;
}

/** The grid of a launch as it is written there; null where the node is no launch. */
export function gridOf(launch: SyntaxNode): SyntaxNode | null {
  return launch.kind === 'CUDAKernelCallExpr' ? (launch.slots[1]?.slots[1] ?? null) : null;
}

function blockOf(launch: SyntaxNode): SyntaxNode | null {
  return beginning(launch, launch.slots[1]?.slots[2] ?? null);
}

/** Returns the argument of a launch as it is written, or the first value of its variable. */
export function beginning(launch: SyntaxNode, argument: SyntaxNode | null): SyntaxNode | null {
  if (argument?.kind !== 'DeclRefExpr') return argument;
  const scope = functionOf(launch) ?? launch;
  const declared = [...walk(scope)].find(({ kind, name }) => kind === 'VarDecl' && name === argument.name);
  return declared?.slots[0] ?? null;
}

function isSquare(block: SyntaxNode | null): boolean {
  const [x, y] = block ? dimensions(block) : [];
  return x !== undefined && y !== undefined && x.text === y.text;
}
