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
  type SyntaxNode,
  walk,
} from '../../../syntax/index.ts';
import { isCondition, parameters, visibleIntegers } from '../places.ts';
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
    const bare = childrenOf(node).filter(
      (each) => each.kind === 'VarDecl' && !each.slots[0] && each.attributes.length === 0,
    );
    const numbers = bare.filter((each) => isInteger(each) || isFloating(each)).map(({ name }) => name);
    for (const name of numbers) yield [{ kind: 'after', node, text: `${name} = 0;` }];
    if (numbers.length > 1) yield [{ kind: 'after', node, text: `${numbers.join(' = ')} = 0;` }];
  },
};

/** A guard behind the index of a thread, or behind the second one. */
export const guarded: RepairOperator = {
  name: 'guarded',
  adds: true,
  *repairs(node) {
    const within = functionOf(node);
    if (!isStatement(node) || !isDevice(node) || !within?.type.startsWith('void')) return;
    const limits = parameters(node).filter(isInteger);
    for (const own of indexesIn(node)) {
      for (const { name } of limits) yield [{ kind: 'after', node, text: `if (${own} >= ${name}) return;` }];
      for (const other of indexesBefore(node, own)) {
        for (const one of limits) {
          for (const { name } of limits) {
            if (name === one.name) continue;
            yield [{ kind: 'after', node, text: `if (${own} >= ${name} || ${other} >= ${one.name}) return;` }];
          }
        }
      }
    }
  },
};

const OWN_PLACE = /\bblockIdx\b/;

/** The whole-number variables of a declaration that depend on the block. */
function indexesIn(node: SyntaxNode): string[] {
  if (node.kind !== 'DeclStmt') return [];
  return childrenOf(node)
    .filter((each) => each.kind === 'VarDecl' && isInteger(each) && OWN_PLACE.test(each.text))
    .map(({ name }) => name);
}

/** Such variables of the same declaration, and of the declarations before it in its block. */
function indexesBefore(node: SyntaxNode, own: string): string[] {
  const siblings = (node.parent?.slots ?? []).filter((each) => each !== null);
  return siblings
    .slice(0, siblings.indexOf(node) + 1)
    .flatMap(indexesIn)
    .filter((name) => name !== own);
}

/** A condition that lacks a bound of a variable in it, or of an index, or one bound of each of two. */
export const bounded: RepairOperator = {
  name: 'bounded',
  *repairs(node) {
    if (!isCondition(node) || node.isMacro || !isDevice(node) || node.parent?.kind === 'WhileStmt') return;
    if (node.parent?.kind === 'ForStmt') return;
    const leaves = node.parent?.kind === 'IfStmt' && isLeaving(node.parent.slots[1] ?? null);
    const limits = parameters(node)
      .filter(isInteger)
      .map(({ name }) => name);
    const inside = new Set([...walk(node)].filter(({ kind }) => kind === 'DeclRefExpr').map(({ name }) => name));
    const indexes = visibleIntegers(node)
      .filter(({ name, text, kind }) => kind === 'VarDecl' && (inside.has(name) || OWN_PLACE.test(text)))
      .map(({ name }) => name);
    const bounds = (one: string) => [[one, '0'] as const, ...limits.map((limit) => [one, limit] as const)];
    const word = (all: readonly (readonly [string, string])[]) => {
      const tests = all.map(([one, limit]) =>
        (limit === '0') === leaves ? `${one} < ${limit}` : `${one} >= ${limit}`,
      );
      return expression(node, `(${node.text}) ${leaves ? '||' : '&&'} ${tests.join(leaves ? ' || ' : ' && ')}`);
    };
    for (const [at, one] of indexes.entries()) {
      for (const bound of bounds(one)) yield [word([bound])];
      for (const limit of limits)
        yield [
          word([
            [one, '0'],
            [one, limit],
          ]),
        ];
      for (const other of indexes.slice(at + 1)) {
        for (const bound of bounds(one)) {
          for (const second of bounds(other)) {
            if ((bound[1] === '0') === (second[1] === '0')) yield [word([bound, second])];
          }
        }
      }
    }
  },
};

function isLeaving(node: SyntaxNode | null): boolean {
  if (node?.kind === 'CompoundStmt') return node.slots.length === 1 && isLeaving(node.slots[0] ?? null);
  return /^(?:Return|Continue|Break)Stmt$/.test(node?.kind ?? '');
}

/** A barrier that is missing, in a kernel with shared memory. */
export const barrier: RepairOperator = {
  name: 'barrier',
  adds: true,
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
