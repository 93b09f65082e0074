import { childrenOf, type SyntaxNode, walk } from '../../syntax/index.ts';

const BUILT_IN = /\b(?:blockIdx|blockDim|threadIdx|gridDim|warpSize)\b/g;
/** Words with which threads depend on each other, or an iteration ends its thread. */
const TOGETHER =
  /\b(?:__shared__|__sync\w*|__shfl\w*|__ballot\w*|__any\w*|__all\w*|__activemask|__match\w*|__reduce\w*|cooperative_groups|clock\w*|static|asm|goto|return|break)\b/;

/**
 * Returns true if every kernel of a source is one grid-stride loop, or one in another, and each iteration is independent
 * of the thread that runs it. Then each launch with at least one thread runs the same iterations, whatever its size: a
 * launch of another size is the same program. Everything that this does not recognize is false.
 */
export function fitsAnyLaunch(tree: SyntaxNode): boolean {
  const kernels = [...walk(tree)].filter(
    ({ kind, attributes }) => kind === 'FunctionDecl' && attributes.includes('CUDAGlobalAttr'),
  );
  const counts = kernels.map(loopsOf);
  const count = counts.reduce<number>((sum, each) => sum + (each ?? Number.NaN), 0);
  // All uses of the built-in variables are in the heads of these loops, so none is in a macro or another function.
  return kernels.length > 0 && builtInsIn(tree.text) === count;
}

const builtInsIn = (text: string): number => [...withoutComments(text).matchAll(BUILT_IN)].length;

function withoutComments(text: string): string {
  return text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, ' ');
}

/** Returns how often the heads of a kernel's loops use built-in variables, or `null` if it is not such a kernel. */
function loopsOf(kernel: SyntaxNode): number | null {
  const body = childrenOf(kernel).at(-1);
  if (body?.kind !== 'CompoundStmt' || TOGETHER.test(withoutComments(body.text))) return null;
  const changesParameter = [...walk(body)].some(
    ({ kind, opcode, slots }) =>
      (kind === 'CompoundAssignOperator' ||
        (kind === 'BinaryOperator' && opcode === '=') ||
        (kind === 'UnaryOperator' && /^(?:\+\+|--|&)$/.test(opcode))) &&
      slots[0]?.refersTo === 'ParmVarDecl',
  );
  return changesParameter ? null : strideLoop(body, new Set());
}

/** Uses of built-in variables in such a head: three in the start (`isStart`), and two in the step (`isStep`). */
const USES = 5;

/** @param outer - axes of the loops around it */
function strideLoop(body: SyntaxNode, outer: ReadonlySet<string>): number | null {
  const only = body.kind === 'CompoundStmt' && childrenOf(body).length === 1 ? childrenOf(body)[0] : body;
  if (only?.kind !== 'ForStmt') return null;
  const inner = only.slots.at(-1);
  const head = squeezed(only.text.slice(0, (inner?.start ?? only.start) - only.start));
  const parts = HEAD.exec(head);
  const { name, start, stop, step } = parts?.groups ?? {};
  if (!inner || !name || !start || !stop || !step) return null;
  const axis = 'xyz'.split('').find((each) => isStart(start, each) && isStep(step, each));
  if (axis === undefined || outer.has(axis) || builtInsIn(stop) > 0 || changes(inner, name)) return null;
  if (builtInsIn(inner.text) === 0) return USES;
  const rest = strideLoop(inner, new Set([...outer, axis]));
  return rest === null ? null : USES + rest;
}

/** The head of a loop without blanks, parentheses and casts. */
const HEAD =
  /^for(?:int|unsignedint|unsigned|longlong|long|size_t|auto)(?<name>\w+?)=(?<start>[^;]+);\k<name>(?<stop><[^;]+);\k<name>\+=(?<step>.+)$/;

function squeezed(text: string): string {
  return withoutComments(text)
    .replace(/\(\s*(?:size_t|int|unsigned(?:\s+int)?|long(?:\s+long)?)\s*\)/g, '')
    .replace(/[\s()]/g, '');
}

const isProduct = (text: string, a: string, b: string): boolean => text === `${a}*${b}` || text === `${b}*${a}`;

function isStart(text: string, axis: string): boolean {
  const terms = text.split('+');
  const [thread, block] = terms[0] === `threadIdx.${axis}` ? terms : [terms[1], terms[0]];
  return (
    terms.length === 2 &&
    thread === `threadIdx.${axis}` &&
    isProduct(block ?? '', `blockIdx.${axis}`, `blockDim.${axis}`)
  );
}

const isStep = (text: string, axis: string): boolean => isProduct(text, `gridDim.${axis}`, `blockDim.${axis}`);

/** Returns true if a body changes the variable of its loop. */
function changes(body: SyntaxNode, name: string): boolean {
  return new RegExp(
    `(?:\\+\\+|--)\\s*${name}\\b|\\b${name}\\s*(?:\\+\\+|--|[-+*/%&|^]?=(?!=)|<<=|>>=)|&\\s*${name}\\b`,
  ).test(withoutComments(body.text));
}
