import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Round } from '../../../grader/batch/slurm/round.ts';
import { entriesOf } from './tasks.ts';

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'grade-rounds-'));
});
afterEach(() => rmSync(out, { recursive: true, force: true }));

const PLAN = {
  identity: null,
  settings: {
    cache: { dir: null, maxMiB: null },
    machine: { target: 'emulator', nvcc: 'off', sandbox: 'auto' },
    sanitize: false,
  },
  secondsPerSubmission: 900,
  workerMiB: 1536,
} as const;

const make = (count: number) =>
  Round.create(out, PLAN, { setup: undefined, program: ['node', 'bin.js'] }, [entriesOf(count), entriesOf(1, 2)]);

describe('a round', () => {
  it('is read back by a node as it was written', async () => {
    const made = await make(3);
    const read = await Round.open(made.folder);
    expect(read.plan).toEqual(made.plan);
    expect(await read.chunks()).toEqual([entriesOf(3), entriesOf(1, 2)]);
    expect(await read.chunk(2)).toBeNull();
    expect(read.job).toBeNull();
    await made.submitted('12');
    expect((await Round.open(made.folder)).job).toBe('12');
  });

  it('has a folder and a name of its own', async () => {
    const [first, second] = [await make(1), await make(1)];
    expect(first.folder).toBe(join(out, 'slurm', '0001'));
    expect(second.folder).toBe(join(out, 'slurm', '0002'));
    expect(second.plan.name).not.toBe(first.plan.name);
    expect(readFileSync(first.path('task.sh'), 'utf8')).toContain(`'batch' 'work' '${first.folder}'`);
  });

  it('is unfinished until it is closed; a partly written one does not count', async () => {
    const [first, second, torn] = [await make(1), await make(1), await make(1)];
    rmSync(torn.path('plan.json'));
    expect((await Round.unfinished(out)).map(({ folder }) => folder)).toEqual([first.folder, second.folder]);
    await first.close();
    expect((await Round.unfinished(out)).map(({ folder }) => folder)).toEqual([second.folder]);
    expect(await (await Round.open(first.folder)).isClosed()).toBe(true);
  });

  it('that a node cannot see is a fault of the machine, which names the folder', async () => {
    await expect(Round.open(join(out, 'slurm', '0009'))).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining(join(out, 'slurm', '0009')),
    });
  });

  it('keeps the last words of its tasks', async () => {
    const round = await make(1);
    expect(await round.lastWords(0)).toEqual([]);
    writeFileSync(round.path('0.log'), `one\n\ntwo\n${'x'.repeat(2000)}\n`);
    expect(await round.lastWords(0, 2)).toEqual(['two', 'x'.repeat(500)]);
  });
});
