import {
  applyEdits,
  bare,
  childrenOf,
  forParts,
  functionOf,
  isDevice,
  isFloating,
  isInteger,
  isStatement,
  replaceSign,
} from '../../../syntax/index.ts';
import { parameters } from '../places.ts';
import { expression, type RepairOperator } from '../repair.ts';

/** `=` for `+=`, and the other way round. */
export const otherAssignment: RepairOperator = {
  name: 'other-assignment',
  *repairs(node, source) {
    const isAssignment =
      node.kind === 'CompoundAssignOperator' || (node.kind === 'BinaryOperator' && node.opcode === '=');
    if (!isAssignment || node.isMacro || !isStatement(node) || !isDevice(node)) return;
    for (const sign of ['=', '+=', '-=', '*=']) {
      const edit = sign === node.opcode ? null : replaceSign(source, node, sign);
      if (!edit) continue;
      const text = applyEdits(source, [edit]).slice(node.start, node.end + sign.length - node.opcode.length);
      yield [{ kind: 'statement', node, text: `${text};` }];
    }
  },
};

/** A variable that has no first value. */
export const missingFirst: RepairOperator = {
  name: 'missing-first',
  *repairs(node) {
    if (node.kind !== 'DeclStmt' || !isStatement(node) || !isDevice(node)) return;
    for (const variable of childrenOf(node)) {
      if (variable.kind !== 'VarDecl' || variable.slots[0] || variable.attributes.length > 0) continue;
      if (isInteger(variable) || isFloating(variable)) yield [{ kind: 'after', node, text: `${variable.name} = 0;` }];
    }
  },
};

const OWN_PLACE = /\b(?:threadIdx|blockIdx)\b/;

/** A guard behind the index of a thread. */
export const guarded: RepairOperator = {
  name: 'guarded',
  *repairs(node) {
    if (
      node.kind !== 'DeclStmt' ||
      !isStatement(node) ||
      !isDevice(node) ||
      functionOf(node)?.type.startsWith('void') === false
    )
      return;
    for (const variable of childrenOf(node)) {
      if (variable.kind !== 'VarDecl' || !isInteger(variable) || !OWN_PLACE.test(variable.text)) continue;
      for (const { name } of parameters(node).filter(isInteger)) {
        yield [{ kind: 'after', node, text: `if (${variable.name} >= ${name}) return;` }];
      }
    }
  },
};

/** A barrier that is missing, in a kernel with shared memory. */
export const barrier: RepairOperator = {
  name: 'barrier',
  *repairs(node) {
    if (!isStatement(node) || node.kind === 'CompoundStmt' || !isDevice(node)) return;
    const within = functionOf(node);
    if (within && /\b__shared__\b/.test(within.text)) yield [{ kind: 'after', node, text: '__syncthreads();' }];
  },
};

/** A step of a loop. */
export const otherStep: RepairOperator = {
  name: 'other-step',
  *repairs(node) {
    if (node.kind !== 'ForStmt' || node.isMacro) return;
    const { step } = forParts(node);
    const variable = step?.slots[0] ?? null;
    if (!step || step.isMacro || !variable || bare(variable).kind !== 'DeclRefExpr') return;
    const steps = [`${variable.text}++`, `${variable.text}--`, `${variable.text} /= 2`, `${variable.text} *= 2`];
    if (isDevice(node)) {
      steps.push(`${variable.text} += blockDim.x`, `${variable.text} += gridDim.x * blockDim.x`);
    }
    for (const text of steps) if (text !== step.text) yield [expression(step, text)];
  },
};

/** A statement that should not be there. */
export const leftOut: RepairOperator = {
  name: 'left-out',
  *repairs(node) {
    if (!isStatement(node) || node.kind === 'DeclStmt' || node.kind === 'CompoundStmt') return;
    if (/^(?:For|While|Do|If)Stmt$/.test(node.kind)) return;
    yield [{ kind: 'statement', node, text: ';' }];
  },
};
