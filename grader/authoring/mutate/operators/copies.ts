import { dropStatement, isHost, replace, type SyntaxNode, some, statementOf } from '../../../syntax/index.ts';
import type { Operator } from '../operator.ts';

function calls(node: SyntaxNode, names: RegExp): boolean {
  return node.kind === 'CallExpr' && !node.isMacro && isHost(node) && names.test(node.slots[0]?.text ?? '');
}

export const dropCopy: Operator = {
  name: 'drop-copy',
  about: 'leaves out a cudaMemcpy or cudaMemset',
  imitates: 'thinks that host and device share their memory, or that memory begins at zero',
  *changes(node, source) {
    if (!calls(node, /^cudaMem(?:cpy|set)/)) return;
    const statement = statementOf(node);
    if (statement) yield [dropStatement(source, statement)];
  },
};

const REVERSED: Readonly<Record<string, string>> = {
  cudaMemcpyHostToDevice: 'cudaMemcpyDeviceToHost',
  cudaMemcpyDeviceToHost: 'cudaMemcpyHostToDevice',
};

export const reverseCopy: Operator = {
  name: 'reverse-copy',
  about: 'cudaMemcpyHostToDevice becomes cudaMemcpyDeviceToHost, and the other way round',
  imitates: 'copies in the wrong direction',
  *changes(node) {
    const other = node.kind === 'DeclRefExpr' && !node.isMacro ? REVERSED[node.text] : undefined;
    if (other) yield [replace(node, other)];
  },
};

/** Host code that sees what a kernel does before a copy waited for it. */
const UNORDERED =
  /\bcudaMallocManaged\b|\b__managed__\b|\bcudaHostAlloc\b|\bcudaMallocHost\b|\bcudaStreamCreate|\w+Async\b/;

export const dropSynchronize: Operator = {
  name: 'drop-synchronize',
  about: 'leaves out a cudaDeviceSynchronize in code with streams, managed or mapped memory',
  imitates: 'reads results before the kernel has made them',
  *changes(node, source) {
    if (!calls(node, /^cuda(?:Device|Stream|Event)Synchronize$/) || !UNORDERED.test(source)) return;
    const statement = statementOf(node);
    const isChecked = some(statement, ({ kind }) => kind === 'DeclStmt');
    if (statement && !isChecked) yield [dropStatement(source, statement)];
  },
};
