// `lock-user FOLDER MODE HOLD_MS TIMES LOG`: takes the lock TIMES times and appends `+MODE` and `-MODE` to the log.
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LockMode, QueueLock } from '../../../grader/platform/queue/queue-lock.ts';

const [folder = '', mode = 'shared', holdMs = '0', times = '1', log = ''] = process.argv.slice(2);
const lock = new QueueLock(folder);
for (let time = 0; time < Number(times); time++) {
  const held = await lock.acquire({
    mode: mode as LockMode,
    label: 'testing',
    expectedMs: Number(holdMs),
    limitMs: 120_000,
  });
  appendFileSync(log, `+${mode}\n`);
  await sleep(Number(holdMs));
  appendFileSync(log, `-${mode}\n`);
  await held.release();
}
