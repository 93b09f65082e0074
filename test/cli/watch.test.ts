import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { workspace } from './fixtures.ts';
import { gradedOf, type Session, type SessionOptions, session } from './harness.ts';

const space = workspace();

/** Starts `grade submit --watch`, lets `work` save files, then interrupts as Ctrl-C does. */
async function watching(
  work: (ran: Session, file: string) => Promise<void>,
  options: SessionOptions = {},
): Promise<Session> {
  const file = space.path(`watched-${Math.random().toString(36).slice(2)}.cu`);
  writeFileSync(file, 'first');
  const ran = session(options);
  const fixed = ['--assignments', space.assignments, '--report-dir', space.path('watch-reports')];
  const status = ran.run('submit', 'matmul-demo', file, '--watch', ...fixed);
  try {
    await sources(ran, ['first']);
    await work(ran, file);
  } finally {
    ran.controller.abort();
  }
  expect(await status).toBe(0);
  expect(ran.alive()).toBe(0);
  return ran;
}

/** Waits until exactly these sources were graded and the last grading was reported. */
async function sources(ran: Session, expected: string[]): Promise<void> {
  await vi.waitFor(() => {
    expect(ran.graded.map(({ source }) => source)).toEqual(expected);
    expect(ran.stderr()).toMatch(/Watching .*\n$/);
  }, 5000);
}

it('grades on every save, with one engine', async () => {
  await watching(async (ran, file) => {
    writeFileSync(file, 'second');
    await sources(ran, ['first', 'second']);
    expect(ran.alive()).toBe(1);
  });
});

it('sees editors that save by renaming', async () => {
  await watching(async (ran, file) => {
    for (const text of ['second', 'third']) {
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
      await vi.waitFor(() => expect(ran.graded.at(-1)?.source).toBe(text), 5000);
    }
    await sources(ran, ['first', 'second', 'third']);
  });
});

it('takes a burst of writes for one save', async () => {
  await watching(async (ran, file) => {
    for (const text of ['a', 'ab', 'abc']) writeFileSync(file, text);
    await sources(ran, ['first', 'abc']);
  });
});

it('goes on after a file that cannot be graded for a moment', async () => {
  const ran = await watching(async (ran, file) => {
    writeFileSync(file, '');
    await vi.waitFor(() => expect(ran.stderr()).toMatch(/error: .* is empty/), 5000);
    rmSync(file);
    await vi.waitFor(() => expect(ran.stderr()).toMatch(/error: .* does not exist/), 5000);
    writeFileSync(file, 'second');
    await sources(ran, ['first', 'second']);
  });
  expect(ran.stdout()).toBe('plain passed\nplain passed\n');
});

it('starts again if a save arrives during a run', async () => {
  let runs = 0;
  await watching(
    async (ran, file) => {
      writeFileSync(file, 'slow');
      await vi.waitFor(() => expect(ran.graded.at(-1)?.source).toBe('slow'), 5000);
      writeFileSync(file, 'third');
      await sources(ran, ['first', 'slow', 'third']);
      expect(ran.stdout()).toBe('plain passed\nplain passed\n');
    },
    {
      grade: (request) => {
        runs += 1;
        if (runs !== 2) return Promise.resolve(gradedOf(request));
        return new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
        });
      },
    },
  );
});

it('opens the report once', async () => {
  const file = space.path('opened.cu');
  writeFileSync(file, 'first');
  const ran = session();
  const fixed = ['--assignments', space.assignments, '--report-dir', space.path('open-reports')];
  const status = ran.run('submit', 'matmul-demo', file, '--watch', '--open', ...fixed);
  await sources(ran, ['first']);
  writeFileSync(file, 'second');
  await sources(ran, ['first', 'second']);
  ran.controller.abort();
  expect(await status).toBe(0);
  expect(ran.opened).toHaveLength(1);
});
