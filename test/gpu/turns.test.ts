import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Activity, nameOf, readActivity } from '../../grader/pipeline/gpu/activity.ts';
import { GpuTurns } from '../../grader/pipeline/gpu/turns.ts';
import { QueueLock } from '../../grader/platform/queue/queue-lock.ts';

const UUID = 'GPU-4cf8db2d-06c0-7d70-1a51-e59b25b2c16c';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grade-turns-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Another grader, whose turn exceeds what it announced. */
function hang(): ReturnType<QueueLock['acquire']> {
  const request = { mode: 'exclusive', label: 'timing on the GPU', expectedMs: 1, limitMs: 1 } as const;
  return new QueueLock(join(folder, UUID)).acquire(request);
}

function turns(activity: Activity | null): GpuTurns {
  return new GpuTurns(UUID, { folder, activity: async () => activity });
}

const BUSY: Activity = {
  utilization: 97,
  processes: [
    { pid: 7, name: 'small', mebibytes: 10 },
    { pid: 4711, name: 'python3', mebibytes: 70_000 },
  ],
};

describe('GpuTurns', () => {
  it('times only while nothing else runs on that GPU', async () => {
    const judging = await turns(null).take('shared');
    const beside = await turns(null).take('shared');
    let isTimed = false;
    const timing = turns(null)
      .take('exclusive')
      .then((hold) => {
        isTimed = true;
        return hold;
      });
    await judging.release();
    await sleep(50);
    expect(isTimed).toBe(false);
    await beside.release();
    await (await timing).release();
  });

  it('keeps GPUs and MIG instances apart', async () => {
    const first = await turns(null).take('exclusive');
    const mig = `MIG-${UUID}/7/0`;
    const second = await new GpuTurns(mig, { folder, activity: async () => null }).take('exclusive');
    expect(readdirSync(folder)).toHaveLength(2);
    await Promise.all([first.release(), second.release()]);
  });

  it('passes a turn that exceeds its limit if the GPU is quiet', async () => {
    const hung = await hang();
    const hold = await turns({ utilization: 0, processes: [] }).take('exclusive');
    await Promise.all([hold.release(), hung.release()]);
  });

  it('names what keeps the GPU busy beyond its limit', async () => {
    const hung = await hang();
    await expect(turns(BUSY).take('exclusive')).rejects.toMatchObject({
      exitCode: 3,
      details: [
        expect.stringMatching(/^User \d+ has been timing on the GPU for \d+ s\.$/),
        'The GPU is 97 % busy; process 4711 (python3, 70000 MiB) uses it.',
        expect.stringMatching(/grade again/),
      ],
    });
    await expect(turns(null).take('exclusive')).rejects.toMatchObject({
      details: expect.arrayContaining(['nvidia-smi does not report what uses the GPU.']),
    });
    await hung.release();
  });

  it('waits for another program, names it, and continues on an idle GPU', async () => {
    const seen = [BUSY, BUSY, { ...BUSY, utilization: 0 }];
    const told: string[] = [];
    const some = new GpuTurns(UUID, { folder, activity: async () => seen.shift() ?? null });
    expect(await some.waitForOthers('named', { onBusy: (who) => told.push(who) })).toBe(true);
    expect(told).toEqual(['The GPU is 97 % busy; process 4711 (python3, 70000 MiB) uses it.']);
  });

  it('does not wait for what a turn of its own has left in the utilization', async () => {
    const seen = [BUSY, { ...BUSY, utilization: 3 }];
    const some = new GpuTurns(UUID, { folder, activity: async () => seen.shift() ?? null });
    expect(await some.waitForOthers('any')).toBe(false);
  });

  it('does not wait for graders, a quiet GPU or one of which nothing is known', async () => {
    const graders = [{ pid: 8, name: '/usr/bin/node', mebibytes: 900 }];
    expect(await turns({ utilization: 90, processes: graders }).waitForOthers('named')).toBe(false);
    expect(await turns({ ...BUSY, utilization: 2 }).waitForOthers('any')).toBe(false);
    expect(await turns(null).waitForOthers('any')).toBe(false);
  });

  it('gives up on a busy GPU after the given minutes, and names the process', async () => {
    const some = new GpuTurns(UUID, { folder, waitMinutes: 0, activity: async () => BUSY });
    await expect(some.waitForOthers('named')).rejects.toMatchObject({
      exitCode: 3,
      message: 'The GPU is busy with another program, and a time measured now would be wrong.',
      details: [
        'The GPU is 97 % busy; process 4711 (python3, 70000 MiB) uses it.',
        'Waited for 0 minutes; GRADE_GPU_WAIT_MINUTES sets another limit.',
        expect.stringMatching(/grade again/),
      ],
    });
  });

  it('stops waiting at once on request', async () => {
    const some = new GpuTurns(UUID, { folder, activity: async () => BUSY });
    const waiting = some.waitForOthers('any', { signal: AbortSignal.timeout(100) });
    await expect(waiting).rejects.toMatchObject({ name: expect.stringMatching(/Abort|Timeout/) });
  });

  it.each(['-1', 'soon'])('refuses %s as minutes', (minutes) => {
    vi.stubEnv('GRADE_GPU_WAIT_MINUTES', minutes);
    expect(() => turns(null)).toThrow(`GRADE_GPU_WAIT_MINUTES is "${minutes}"; expected a number of minutes`);
    vi.unstubAllEnvs();
  });

  it('judges beside a turn that exceeds its limit', async () => {
    const hung = await hang();
    const hold = await turns(BUSY).take('shared');
    await Promise.all([hold.release(), hung.release()]);
  });
});

describe('readActivity', () => {
  it('reads what nvidia-smi prints, with commas in names', () => {
    expect(readActivity('12\n', '4711, /usr/bin/a, b, 512\n8, [Not Found], [N/A]\n')).toEqual({
      utilization: 12,
      processes: [
        { pid: 4711, name: '/usr/bin/a, b', mebibytes: 512 },
        { pid: 8, name: '', mebibytes: 0 },
      ],
    });
  });

  it('returns null for a GPU that does not report its utilization', () => {
    expect(readActivity('[N/A]\n', '')).toBeNull();
  });

  it('says "another process" if the driver hides processes', () => {
    expect(nameOf({ utilization: 30, processes: [] })).toBe('The GPU is 30 % busy; another process uses it.');
    const processes = [{ pid: 8, name: '', mebibytes: 12 }];
    expect(nameOf({ utilization: 30, processes })).toBe('The GPU is 30 % busy; process 8 (12 MiB) uses it.');
  });
});
