import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendOutcome, type OutcomeLine, OutcomeTail } from '../../../grader/batch/slurm/outcomes.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grade-outcomes-'));
  path = join(folder, '0.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fault = (attempt: string): OutcomeLine => {
  return { kind: 'fault', attempt, key: 'k', message: 'für nichts', details: [] };
};

describe("a task's outcomes", () => {
  it('are read once each, as they come', async () => {
    const tail = new OutcomeTail(path);
    expect(await tail.read()).toEqual([]);
    await appendOutcome(path, fault('a'));
    await appendOutcome(path, fault('b'));
    expect(await tail.read()).toEqual([fault('a'), fault('b')]);
    expect(await tail.read()).toEqual([]);
    await appendOutcome(path, fault('c'));
    expect(await tail.read()).toEqual([fault('c')]);
  });

  it('are read whole: a line that is being written is left for later', async () => {
    const tail = new OutcomeTail(path);
    const line = JSON.stringify(fault('a'));
    appendFileSync(path, line.slice(0, 20));
    expect(await tail.read()).toEqual([]);
    appendFileSync(path, `${line.slice(20)}\n`);
    expect(await tail.read()).toEqual([fault('a')]);
  });

  it('outlive a writer that was killed in the middle of a line', async () => {
    appendFileSync(path, '{"kind":"fault","att');
    await appendOutcome(path, fault('b'));
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
    expect(await new OutcomeTail(path).read()).toEqual([fault('b')]);
  });

  it('are not taken from lines that are none', async () => {
    appendFileSync(path, '{"kind":"graded","attempt":"a","summary":{"score":"all"}}\nnull\n');
    expect(await new OutcomeTail(path).read()).toEqual([]);
  });
});
