import {
  type Change,
  childrenOf,
  dropStatement,
  isDevice,
  isStatement,
  LOOPS,
  replace,
  type SyntaxNode,
  some,
  statementRange,
} from '../../../syntax/index.ts';
import type { Operator } from '../operator.ts';

/** A statement that is nothing but a barrier. */
function isBarrier(node: SyntaxNode): boolean {
  if (!/^(?:CXXMember)?CallExpr$/.test(node.kind) || node.isMacro || !isStatement(node) || !isDevice(node))
    return false;
  return /^__sync(?:threads|warp)\w*\s*\(/.test(node.text) || /(?:\.\s*|::\s*)sync\s*\(/.test(node.text);
}

export const dropBarrier: Operator = {
  name: 'drop-barrier',
  about: 'leaves out a barrier',
  imitates: 'thinks that all threads are equally fast',
  *changes(node, source) {
    if (isBarrier(node)) yield [dropStatement(source, node)];
  },
};

export const moveBarrier: Operator = {
  name: 'move-barrier',
  about: 'a barrier goes one statement up or down, into a loop or branch beside it, or out of its own',
  imitates: 'puts the barrier where it looks tidy',
  *changes(node, source) {
    const { parent } = node;
    if (!isBarrier(node) || parent?.kind !== 'CompoundStmt') return;
    const siblings = childrenOf(parent);
    const at = siblings.indexOf(node);
    const drop = dropStatement(source, node);
    const text = `${node.text};`;
    const [before, after] = [siblings[at - 1], siblings[at + 1]];
    if (before && matters(before)) yield [drop, insertBefore(source, before, text)];
    if (after && matters(after)) yield [drop, insertAfter(source, after, text)];
    for (const beside of [before, after]) {
      // At the end of the loop before it, it would only be slow.
      const body = beside && !(beside === before && LOOPS.has(beside.kind)) ? bodyOf(beside) : null;
      if (body) yield [drop, ...intoBody(source, body, text)];
    }
    const around = parent.parent;
    if (around && (LOOPS.has(around.kind) || around.kind === 'IfStmt') && around.slots.at(-1) === parent) {
      yield [drop, insertAfter(source, around, text)];
    }
  },
};

/** Other threads may see whether a barrier stands before or after it: it reads or writes memory, or leaves. */
function matters(statement: SyntaxNode): boolean {
  if (isBarrier(statement)) return false;
  return some(statement, ({ kind, opcode }) => {
    return /^(?:ArraySubscript|Call|CXXMemberCall)Expr$|^(?:Return|Continue|Break)Stmt$/.test(kind) || opcode === '*';
  });
}

/** Body of a loop, or of a branch with no `else`. */
function bodyOf(node: SyntaxNode): SyntaxNode | null {
  if (node.isMacro) return null;
  if (node.kind === 'ForStmt' || node.kind === 'WhileStmt') return node.slots.at(-1) ?? null;
  return node.kind === 'IfStmt' && node.slots.length === 2 ? (node.slots[1] ?? null) : null;
}

function intoBody(source: string, body: SyntaxNode, text: string): Change {
  const { start, end } = statementRange(source, body);
  if (body.kind === 'CompoundStmt') return [{ start: end - 1, end: end - 1, text: `${text} ` }];
  return [
    { start, end: start, text: '{ ' },
    { start: end, end, text: ` ${text} }` },
  ];
}

function insertBefore(source: string, { start }: SyntaxNode, text: string): Change[number] {
  return { start, end: start, text: `${text}\n${indentation(source, start)}` };
}

function insertAfter(source: string, node: SyntaxNode, text: string): Change[number] {
  const { end } = statementRange(source, node);
  return { start: end, end, text: `\n${indentation(source, node.start)}${text}` };
}

function indentation(source: string, at: number): string {
  const line = source.slice(source.lastIndexOf('\n', at - 1) + 1, at);
  return /^\s*/.exec(line)?.[0] ?? '';
}

const WITHOUT_ATOMIC: Readonly<Record<string, (target: string, value: string) => string>> = {
  atomicAdd: (target, value) => `${target} += ${value}`,
  atomicSub: (target, value) => `${target} -= ${value}`,
  atomicAnd: (target, value) => `${target} &= ${value}`,
  atomicOr: (target, value) => `${target} |= ${value}`,
  atomicXor: (target, value) => `${target} ^= ${value}`,
  atomicExch: (target, value) => `${target} = ${value}`,
  atomicMax: (target, value) => `${target} = max(${target}, ${value})`,
  atomicMin: (target, value) => `${target} = min(${target}, ${value})`,
};
/** What an atomic function gives is the value before: where it can be had without a second variable. */
const VALUE_BEFORE: Readonly<Record<string, string>> = { atomicAdd: '-', atomicSub: '+' };

export const dropAtomic: Operator = {
  name: 'drop-atomic',
  about: 'atomicAdd(&x, v) becomes x += v, and so with the other atomic functions',
  imitates: 'adds to what other threads add to, as one would with one thread',
  *changes(node) {
    const [callee, pointer, value] = node.slots;
    const name = (callee?.text ?? '').replace(/_(?:block|system)$/, '');
    const make = WITHOUT_ATOMIC[name];
    if (node.kind !== 'CallExpr' || !make || !pointer || !value || node.isMacro || !isDevice(node)) return;
    const target = pointer.text.startsWith('&') ? pointer.text.slice(1).trim() : `*(${pointer.text})`;
    const plain = make(target, value.text);
    const back = VALUE_BEFORE[name];
    if (isStatement(node)) yield [replace(node, plain)];
    else if (back) yield [replace(node, `(${plain}) ${back} (${value.text})`)];
  },
};
