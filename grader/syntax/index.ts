/** The syntax tree of a source, and edits of its text. */

export { buildTree } from './build-tree.ts';
export {
  applyEdits,
  type Change,
  dropStatement,
  type Edit,
  operand,
  replace,
  replaceSign,
  statementRange,
  swap,
} from './edit.ts';
export { type HostUse, hostUsesOfDeviceVariables } from './host-uses.ts';
export { beginning, blocksAreSquare, dimensions, gridOf } from './launch.ts';
export {
  bare,
  childrenOf,
  forParts,
  functionOf,
  inCondition,
  isConstant,
  isDevice,
  isFloating,
  isHost,
  isInteger,
  isStatement,
  LOOPS,
  type SyntaxNode,
  some,
  statementOf,
  walk,
} from './tree.ts';
