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

describe('an access through a null pointer', () => {
  it('includes the accesses with a large index at the same place', () => {
    expect(found([access(5, null, 40), access(5, 'null-pointer')])).toEqual([[5, 20, true]]);
  });

  it('leaves a pointer into host memory at another place alone', () => {
    expect(found([access(5, 'null-pointer'), access(6, null)])).toEqual([
      [5, 10, true],
      [6, 10, false],
    ]);
  });
});
