import {
  applyEdits,
  bare,
  childrenOf,
  forParts,
  isDevice,
  isFloating,
  isInteger,
  isStatement,
  replaceSign,
} from '../../../syntax/index.ts';
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
