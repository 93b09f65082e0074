import { expect, it } from 'vitest';
import { InfrastructureError } from '../../grader/platform/errors.ts';
import { checkHeap, gradingProcesses } from '../../grader/platform/memory.ts';

const MiB = 2 ** 20;

it('reports a Node heap that is too small, with a fix, before it grades', () => {
  checkHeap('grade', 96 * MiB);
  expect(() => checkHeap('grade', 72 * MiB)).toThrow(InfrastructureError);
  expect(() => checkHeap('grade', 72 * MiB)).toThrow('Node may use 72 MiB for its heap here, and grading takes 96.');
});

it('grades with as many processes as memory holds, and one at least', () => {
  expect(gradingProcesses(8, 5 * 2 ** 30)).toBe(4);
  expect(gradingProcesses(2, 64 * 2 ** 30)).toBe(2);
  expect(gradingProcesses(8, 2 ** 28)).toBe(1);
});
