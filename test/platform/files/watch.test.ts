import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchSaves } from '../../../grader/platform/files/watch.ts';

let folder: string;
let file: string;
let stop: () => void;
let saves: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grade-watch-'));
  file = join(folder, 'mine.cu');
  writeFileSync(file, 'first');
  // What happened just before must not count.
  await sleep(50);
  saves = 0;
  stop = watchSaves(file, () => {
    saves += 1;
  });
});
afterEach(() => {
  stop();
  rmSync(folder, { recursive: true, force: true });
});

async function calledBack(times: number): Promise<void> {
  await vi.waitFor(() => expect(saves).toBe(times), 4000);
  await sleep(150);
  expect(saves).toBe(times);
}

// A machine that pauses between two writes makes two saves of them.
it('calls back once for a burst of writes', { retry: 3 }, async () => {
  for (let i = 0; i < 5; i++) writeFileSync(file, `text ${i}`);
  await calledBack(1);
});

it('calls back once for a save that both the folder and the poll report', {
  retry: 3,
}, async () => {
  writeFileSync(file, 'saved once');
  await sleep(2300);
  expect(saves).toBe(1);
});

it('goes on after the file was replaced by another', async () => {
  for (let i = 1; i <= 2; i++) {
    writeFileSync(`${file}~`, 'new');
    renameSync(`${file}~`, file);
    await vi.waitFor(() => expect(saves).toBeGreaterThanOrEqual(i), 4000);
  }
});

it('does not care for other files of the folder', async () => {
  writeFileSync(join(folder, 'other.cu'), 'x');
  await sleep(250);
  expect(saves).toBe(0);
});

it('is silent once it was stopped', async () => {
  stop();
  writeFileSync(file, 'second');
  await sleep(250);
  expect(saves).toBe(0);
});
