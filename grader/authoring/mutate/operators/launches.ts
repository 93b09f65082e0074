import {
  bare,
  beginning,
  type Change,
  dimensions,
  functionOf,
  gridOf,
  isConstant,
  isDevice,
  isHost,
  isInteger,
  operand,
  replace,
  type SyntaxNode,
  swap,
} from '../../../syntax/index.ts';
import type { Operator } from '../operator.ts';

export const floorDivision: Operator = {
  name: 'floor-division',
  about: 'a division that rounds up rounds down',
  imitates: 'forgets the last block, or the last tile, that is not full',
  *changes(node) {
    const { parent } = node;
    if (node.isMacro) return;
    if (node.kind === 'CallExpr' && /^(?:std::)?ceilf?$/.test(node.slots[0]?.text ?? '')) {
      const callee = node.slots[0];
      if (callee) yield [replace(callee, callee.text.replace('ceil', 'floor'))];
    }
    if (node.kind !== 'BinaryOperator') return;
    const [left, right] = node.slots;
    if (!left || !right) return;
    if (node.opcode === '/') {
      const whole = roundedUp(left, right);
      // (n - 1) / b + 1
      const plusOne = parent?.opcode === '+' && parent.slots.some((slot) => slot?.text === '1') ? parent : null;
      if (whole) yield [replace(plusOne ?? node, `${operand(whole)} / ${right.text}`)];
    }
    // n / b + (n % b != 0)
    if (node.opcode === '+' && left.text.includes('/') && right.text.includes('%')) yield [replace(node, left.text)];
  },
};

/** What is divided, without what makes the division round up; null where it does not. */
function roundedUp(dividend: SyntaxNode, divisor: SyntaxNode): SyntaxNode | null {
  const sum = bare(dividend);
  if (sum.kind !== 'BinaryOperator' || !/^[+-]$/.test(sum.opcode)) return null;
  const [first, ...others] = terms(sum);
  if (!first || others.length === 0) return null;
  const by = Number(bare(divisor).value);
  const roundsUp = others.some(({ text }) => text === '1' || Number(text) === by - 1 || text.includes('- 1'));
  return roundsUp ? first : null;
}

function terms(node: SyntaxNode): SyntaxNode[] {
  const inner = bare(node);
  if (inner.kind !== 'BinaryOperator' || !/^[+-]$/.test(inner.opcode)) return [inner];
  return inner.slots.flatMap((slot) => (slot ? terms(slot) : []));
}

export const fixedGrid: Operator = {
  name: 'fixed-grid',
  sizesLaunch: true,
  about: 'a grid that is worked out becomes 256 blocks, or 16 × 16',
  imitates: 'takes the number of blocks from an example, which was enough there',
  *changes(node) {
    const grid = gridOf(node);
    if (!grid || isConstant(grid)) return;
    const written = beginning(node, grid);
    const sizes = written ? dimensions(written) : [];
    if (sizes.length > 0 ? sizes.every(isConstant) : written && isConstant(written)) return;
    yield [replace(grid, sizes.length > 1 && sizes[1]?.text !== '1' ? 'dim3(16, 16)' : '256')];
  },
};

export const swapDimensions: Operator = {
  name: 'swap-dimensions',
  about: 'dim3(a, b) becomes dim3(b, a)',
  imitates: 'gives the rows where x is asked for',
  *changes(node) {
    const [x, y] = dimensions(node);
    if (x && y && x.text !== y.text) yield swap(x, y);
  },
};

export const halveBlock: Operator = {
  name: 'halve-block',
  sizesLaunch: true,
  about: 'a constant size of a block or of a grid is halved in one place',
  imitates: 'changes the size of the block, and not everywhere',
  *changes(node) {
    const sizes = dimensions(node);
    const configuration = node.kind === 'CUDAKernelCallExpr' ? (node.slots[1]?.slots ?? []) : [];
    if (sizes.length > 0 && isReadAgain(node)) return;
    for (const size of [...sizes, ...configuration.slice(1, 3)]) {
      if (!size || !isConstant(size) || size.text === '1') continue;
      const { value, kind } = bare(size);
      yield [
        replace(size, kind === 'IntegerLiteral' && !size.isMacro ? String(Number(value) >> 1) : `${operand(size)} / 2`),
      ];
    }
  },
};

/** A grid that is worked out from `block.x` fits whatever that is. */
function isReadAgain({ parent }: SyntaxNode): boolean {
  const { name = '', kind } = parent ?? {};
  const scope = parent ? functionOf(parent) : null;
  return kind === 'VarDecl' && new RegExp(`\\b${name}\\s*\\.\\s*[xyz]\\b`).test(scope?.text ?? '');
}

export const smallerTile: Operator = {
  name: 'smaller-tile',
  about: 'an extent of a __shared__ array is one smaller, or a constant end of a loop is halved',
  imitates: 'lets tile and loop disagree',
  *changes(node, source) {
    if (!isDevice(node)) return;
    if (node.kind === 'VarDecl' && node.attributes.includes('CUDASharedAttr')) yield* smallerArray(node, source);
    const condition = node.kind === 'ForStmt' ? node.slots[2] : null;
    const end = condition?.slots[1];
    if (condition?.opcode === '<' && end && isConstant(end)) yield [replace(end, `${end.text} / 2`)];
  },
};

function* smallerArray({ nameAt, name }: SyntaxNode, source: string): Generator<Change> {
  let at = (nameAt ?? source.length) + name.length;
  for (;;) {
    const found = /^\s*\[([^\]]+)\]/.exec(source.slice(at));
    if (!found) return;
    const [all, extent = ''] = found;
    const end = at + all.length - 1;
    yield [{ start: end - extent.length, end, text: `${extent} - 1` }];
    at = end + 1;
  }
}

export const swapArguments: Operator = {
  name: 'swap-arguments',
  about: 'two arguments of one type change places in a launch or a call',
  imitates: 'passes them in the wrong order',
  *changes(node) {
    const isLaunch = node.kind === 'CUDAKernelCallExpr';
    if ((!isLaunch && !(node.kind === 'CallExpr' && isDevice(node))) || node.isMacro) return;
    if (/^(?:atomic|__|f?m(?:in|ax)f?$|fma|printf|assert)/.test(node.slots[0]?.text ?? '')) return;
    const given = node.slots.slice(isLaunch ? 2 : 1);
    for (const [at, one] of given.entries()) {
      const next = given[at + 1];
      if (one && next && plainType(one) === plainType(next) && one.text !== next.text) yield swap(one, next);
    }
  },
};

function plainType(node: SyntaxNode): string {
  return isInteger(node) ? 'integer' : node.type.replace(/\b(?:const|__restrict)\b/g, '').replace(/\s+/g, '');
}

export const bytesOrElements: Operator = {
  name: 'bytes-or-elements',
  about: 'n * sizeof(T) becomes n in host code',
  imitates: 'counts elements where bytes are asked for',
  *changes(node) {
    if (node.kind !== 'BinaryOperator' || node.opcode !== '*' || node.isMacro || !isHost(node)) return;
    const [left, right] = node.slots;
    if (!left || !right) return;
    if (bare(right).kind === 'UnaryExprOrTypeTraitExpr') yield [replace(node, left.text)];
    else if (bare(left).kind === 'UnaryExprOrTypeTraitExpr') yield [replace(node, right.text)];
  },
};
