import { describe, expect, it } from 'vitest';
import { judge } from '../../grader/judge/index.ts';
import { caseOf, evidence, FILE, fault, run } from './builders.ts';

const at = (line: number, block = 0) =>
  ({ position: { file: FILE, line, column: 9 }, access: 'read', block: [block, 0, 0], thread: [0, 0, 0] }) as const;
const access = (line: number, detail: 'null-pointer' | null, block = 0) =>
  fault({ rule: 'host-device-pointer', at: at(line, block), detail, count: 10 });

const found = (faults: readonly ReturnType<typeof access>[]) =>
  judge(evidence({ cases: [caseOf({ run: run({ faults: [...faults] }) })] }))
    .flatMap(({ findings }) => findings)
    .filter(({ rule }) => rule === 'host-device-pointer')
    .map(({ line, count, message }) => [line, count, message.includes('a null pointer')]);

describe('accesses of a kernel outside device memory', () => {
  it('are one null pointer if the first is, even with a large index later', () => {
    expect(found([access(5, 'null-pointer'), access(5, null, 40)])).toEqual([[5, 20, true]]);
  });

  it('are one host pointer if the first is, even if it leads to a null pointer', () => {
    expect(found([access(5, null), access(5, 'null-pointer')])).toEqual([[5, 20, false]]);
  });

  it('are two mistakes at two places', () => {
    expect(found([access(5, 'null-pointer'), access(6, null)])).toEqual([
      [5, 10, true],
      [6, 10, false],
    ]);
  });
});
