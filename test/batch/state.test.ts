import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  applyChanges,
  BatchStore,
  type Change,
  finishApply,
  isNoticeable,
  isOfPointsOnly,
  Journal,
  journalKey,
  planBatch,
  readJournal,
  takeLock,
} from '../../grader/batch/index.ts';
import { fileNameOf, folderName } from '../../grader/batch/state/layout.ts';
import { proposedFolder, type StoredAttempt } from '../../grader/batch/state/store.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';
import { AT, taken } from './taken.ts';

let out: string;
beforeEach(() => {
  out = join(mkdtempSync(join(tmpdir(), 'grade-state-')), 'batch');
});
afterEach(() => rmSync(join(out, '..'), { recursive: true, force: true }));

const SETTINGS = { target: 'emulator', nvcc: 'off', sandbox: 'auto', sanitize: false, reports: [] } as const;
const KEY = journalKey('the key of the batch', 'secret');
const NO_JOURNAL = { write: async () => undefined };
const create = () =>
  BatchStore.create(out, { assignment: 'grayscale', seed: null, settings: { ...SETTINGS, reports: [] } });

const handed = (student: string, content: string, attempt = '1', name = 'gray.cu') =>
  taken(student, content, { attempt, name });

const result = (score: number, key: string) => ({
  schemaVersion: 1,
  assignment: 'grayscale',
  verdict: 'failed',
  responsible: 'student',
  score,
  maxScore: 90,
  checks: [],
  environment: { key },
});

async function attempts(store: BatchStore): Promise<StoredAttempt[]> {
  return store.attempts();
}

describe('names of folders', () => {
  it('are different for different texts, and can be used on every platform', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const [one, other] = [folderName(a), folderName(b)];
        expect(one).toMatch(/^[A-Za-z0-9_@+%~.-]+$/);
        expect(one).not.toMatch(/^[.-]|\.$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        expect(one.length).toBeLessThanOrEqual(102);
        // Surrogates without their partner are no text: all of them become U+FFFD.
        if ([a, b].every((text) => Buffer.from(text, 'utf8').toString('utf8') === text))
          expect(one === other).toBe(a === b);
      }),
    );
  });

  it.each([
    ['ada', 'ada'],
    ['ada@example.org', 'ada@example.org'],
    ['../../etc', '%2e.%2f..%2fetc'],
    ['Müller', 'M%c3%bcller'],
    ['', '%'],
    ['CON', '%CON'],
    ['-rf', '%2drf'],
  ])('%j is %j', (text, name) => expect(folderName(text)).toBe(name));

  it.each([
    ['mine.cu', 'mine.cu'],
    ['Lösung 2.CU', 'Lösung 2.CU'],
    ['../../x.cu', '_.._x.cu'],
    ['-o.cu', 'o.cu'],
    ['a\u0000\u001b[31m.cu', 'a___31m.cu'],
    ['program.txt', 'submission.cu'],
    ['.cu', 'submission.cu'],
  ])('of a file %j is %j', (given, name) => expect(fileNameOf(given)).toBe(name));
});

describe('the store', () => {
  it('keeps what was handed in, and knows it again', async () => {
    const store = await create();
    expect((await store.add(handed('ada', 'one'), AT)).what).toBe('added');
    expect((await store.add(handed('ada', 'one'), AT)).what).toBe('known');
    expect((await store.add(handed('ada', 'two', '2'), AT)).what).toBe('added');
    const reopened = await BatchStore.open(out);
    expect(
      (await reopened?.attempts())?.map(({ student, attempt, folder, file }) => [student, attempt, folder, file]),
    ).toEqual([
      ['ada', '1', 'students/ada/1', 'gray.cu'],
      ['ada', '2', 'students/ada/2', 'gray.cu'],
    ]);
    expect(readFileSync(join(out, 'students/ada/1/gray.cu'), 'utf8')).toBe('one');
  });

  it('keeps a file and its result if another one comes with its number', async () => {
    const store = await create();
    await store.add(handed('ada', 'one'), AT);
    writeFileSync(join(out, 'students/ada/1/result.json'), JSON.stringify(result(10, 'k')));
    const added = await store.add(handed('ada', 'other', '1', 'renamed.cu'), AT);
    expect(added).toMatchObject({ what: 'added', attempt: '2', folder: 'students/ada/2' });
    const [first] = await attempts(store);
    expect(first && (await store.result(first))).toMatchObject({ score: 10 });
    expect(readdirSync(join(out, 'students/ada/1')).sort()).toEqual(['gray.cu', 'result.json', 'submission.json']);
    expect(readdirSync(join(out, 'students/ada/2')).sort()).toEqual(['renamed.cu', 'submission.json']);
  });

  it('removes what a crash left of an attempt, and never a result', async () => {
    const store = await create();
    mkdirSync(join(out, 'students/ada/1'), { recursive: true });
    writeFileSync(join(out, 'students/ada/1/half.cu'), 'x');
    mkdirSync(join(out, 'students/ada/2'));
    writeFileSync(join(out, 'students/ada/2/result.json'), JSON.stringify(result(10, 'k')));
    expect((await store.add(handed('ada', 'one'), AT)).folder).toBe('students/ada/1');
    expect(readdirSync(join(out, 'students/ada/1')).sort()).toEqual(['gray.cu', 'submission.json']);
    expect((await store.add(handed('ada', 'two', '2'), AT)).folder).toBe('students/ada/3');
    expect(readdirSync(join(out, 'students/ada/2'))).toEqual(['result.json']);
  });

  it('opens attempts of version 0.2, and keeps their times', async () => {
    const store = await create();
    mkdirSync(join(out, 'students/ada/1'), { recursive: true });
    writeFileSync(join(out, 'students/ada/1/gray.cu'), 'one');
    const sha256 = createHash('sha256').update('one').digest('hex');
    const submittedAt = '2026-10-15T10:00:00+02:00';
    const old = { schemaVersion: 1, student: 'ada', assignment: 'grayscale', attempt: '1', submittedAt };
    writeFileSync(join(out, 'students/ada/1/submission.json'), JSON.stringify({ ...old, file: 'gray.cu', sha256 }));
    const imported = { ...handed('ada', 'one'), submittedAt: '2026-10-14T10:00:00+02:00' };
    expect(await store.add(imported, AT)).toMatchObject({ what: 'known', time: null });
    expect(await attempts(store)).toMatchObject([{ submittedAt, digest: sha256, further: [], problem: null }]);
    expect(await store.add({ ...imported, byStaff: true }, AT)).toMatchObject({ time: { before: submittedAt } });
  });

  it('ignores a damaged result, and keeps it if it is graded again', async () => {
    const store = await create();
    await store.add(handed('ada', 'one'), AT);
    writeFileSync(join(out, 'students/ada/1/result.json'), '{"schemaVersion":1,"verd');
    const [attempt] = await attempts(store);
    expect(attempt && (await store.result(attempt))).toBeNull();
    expect(existsSync(join(out, 'history'))).toBe(false);
    const engine = {
      target: 'emulator',
      engine: 'e',
      clang: 'c',
      nvcc: null,
      image: null,
      gpu: null,
      driver: null,
    } as const;
    const assignments = new Map([['grayscale', resolveAssignment('grayscale')]]);
    const settings = { assignments, engine: { ...engine, sanitize: false }, secret: 'secret', reports: [] };
    expect((await planBatch(store, settings)).map(({ standing }) => standing.kind)).toEqual(['missing']);
    expect(readdirSync(join(out, 'history/ada/1'))).toEqual(['0001-damaged.json']);
    await planBatch(store, settings);
    expect(readdirSync(join(out, 'history/ada/1'))).toEqual(['0001-damaged.json']);
  });

  it('rejects a folder with other contents, and a batch of another version', async () => {
    mkdirSync(out);
    writeFileSync(join(out, 'thesis.tex'), '');
    await expect(create()).rejects.toThrow('is not empty and holds no batch');
    writeFileSync(join(out, 'batch.json'), '{"schemaVersion": 2}');
    await expect(BatchStore.open(out)).rejects.toThrow('is not a batch that this version of grade can read');
    writeFileSync(join(out, 'batch.json'), '{');
    await expect(BatchStore.open(out)).rejects.toThrow('batch.json is damaged');
    expect(await BatchStore.open(join(out, 'nothing'))).toBeNull();
    expect(await BatchStore.open('x'.repeat(3000))).toBeNull();
  });

  it('has one secret, which stays', async () => {
    const store = await create();
    const secret = await store.secret();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await (await BatchStore.open(out))?.secret()).toBe(secret);
  });
});

describe('apply', () => {
  async function withProposals(): Promise<{ store: BatchStore; changes: Change[] }> {
    const store = await create();
    for (const student of ['ada', 'alan', 'grace']) {
      await store.add(handed(student, student), AT);
      writeFileSync(join(out, `students/${student}/1/result.json`), JSON.stringify(result(10, 'old')));
      writeFileSync(join(out, `students/${student}/1/report.html`), 'old');
    }
    const changes = await Promise.all(
      (await attempts(store)).map(async (attempt) => {
        const folder = join(out, proposedFolder(attempt));
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'result.json'), JSON.stringify(result(20, 'new')));
        writeFileSync(join(folder, 'report.html'), 'new');
        const [before, after] = await Promise.all([
          store.result(attempt),
          store.result(attempt, proposedFolder(attempt)),
        ]);
        if (!before) throw new Error('no result');
        return { attempt, before, after };
      }),
    );
    return { store, changes };
  }

  async function scores(store: BatchStore): Promise<(number | undefined)[]> {
    return Promise.all((await attempts(store)).map(async (attempt) => (await store.result(attempt))?.score));
  }

  it('makes every proposal the result, with its report, and keeps the old one', async () => {
    const { store, changes } = await withProposals();
    await applyChanges(store, NO_JOURNAL, changes);
    expect(await scores(store)).toEqual([20, 20, 20]);
    expect(readFileSync(join(out, 'students/alan/1/report.html'), 'utf8')).toBe('new');
    const kept = JSON.parse(readFileSync(join(out, 'history/alan/1/0001-applied.json'), 'utf8'));
    expect(kept.score).toBe(10);
    expect(existsSync(join(out, 'proposed/alan/1'))).toBe(false);
    expect(await finishApply(store, NO_JOURNAL)).toBe(0);
  });

  it('tells other points of checks from another verdict or status of a check', async () => {
    const [change] = (await withProposals()).changes;
    if (!change) throw new Error('no change');
    const check = (id: string, score: number) => ({
      id,
      title: id,
      status: 'passed',
      score,
      maxScore: score,
      findings: [],
    });
    const of = (...checks: unknown[]) => ({ ...result(90, 'x'), checks }) as unknown as Change['before'];
    const before = of(check('outputs', 60), check('guards', 30));
    const moved = { ...change, before, after: of(check('outputs', 50), check('guards', 40)) };
    expect([isNoticeable(moved), isOfPointsOnly(moved)]).toEqual([true, true]);
    const failed = { ...moved, after: of(check('outputs', 90), { ...check('guards', 0), status: 'failed' }) };
    expect([isNoticeable(failed), isOfPointsOnly(failed)]).toEqual([true, false]);
  });

  it('does nothing where one proposal is missing', async () => {
    const { store, changes } = await withProposals();
    const lacking = changes.map((change, index) => (index === 1 ? { ...change, after: null } : change));
    const why = new Map([[lacking[1]?.attempt.folder ?? '', 'A file cannot be written (ENOSPC).']]);
    const refused = applyChanges(store, NO_JOURNAL, lacking, null, 'grade batch diff', why);
    await expect(refused).rejects.toThrow('1 of 3 results could not be graded again, so nothing was applied');
    await expect(refused).rejects.toMatchObject({
      exitCode: 3,
      details: [`${lacking[1]?.attempt.folder}: A file cannot be written (ENOSPC).`],
    });
    expect(await scores(store)).toEqual([10, 10, 10]);
  });

  // Every moment at which a crash may come: after the first N of the moves.
  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'is finished by the next command when it was interrupted after %d steps',
    async (steps) => {
      const { store, changes } = await withProposals();
      const folders = changes.map(({ attempt }) => attempt.folder);
      writeFileSync(join(out, 'apply.json'), JSON.stringify({ schemaVersion: 1, folders }));
      let done = 0;
      for (const { attempt } of changes) {
        const moves = [
          () => store.retire(attempt, 'applied'),
          async () => moveFile(`${proposedFolder(attempt)}/report.html`, `${attempt.folder}/report.html`),
          async () => moveFile(`${proposedFolder(attempt)}/result.json`, `${attempt.folder}/result.json`),
        ];
        for (const move of moves) if (done++ < steps) await move();
      }
      expect(await finishApply(store, NO_JOURNAL)).toBe(3);
      expect(await scores(store)).toEqual([20, 20, 20]);
      for (const student of ['ada', 'alan', 'grace']) {
        expect(readFileSync(join(out, `students/${student}/1/report.html`), 'utf8')).toBe('new');
        expect(readdirSync(join(out, `history/${student}/1`))).toEqual(['0001-applied.json']);
      }
      expect(existsSync(join(out, 'apply.json'))).toBe(false);
    },
  );

  function moveFile(from: string, to: string): void {
    writeFileSync(join(out, to), readFileSync(join(out, from)));
    rmSync(join(out, from));
  }
});

describe('the journal', () => {
  it('keeps the order, and its lines after one that a crash tore', async () => {
    mkdirSync(out);
    const path = join(out, 'journal.jsonl');
    const first = await Journal.open(path, KEY, 'ta');
    await Promise.all([1, 2, 3].map((graded) => first.write({ event: 'closed', graded, faults: 0 })));
    await first.close();
    appendFileSync(path, '{"at":"2026-11-21T00:00:00Z","event":"appl');
    const second = await Journal.open(path, KEY, 'ta');
    await second.write({ event: 'closed', graded: 4, faults: 0 });
    await second.close();
    const { events: lines, unread } = await readJournal(path);
    expect(lines.map((line) => line.event === 'closed' && line.graded)).toEqual([1, 2, 3, 4]);
    expect(lines.map(({ by }) => by)).toEqual(['ta', 'ta', 'ta', 'ta']);
    expect(unread).toEqual([4]);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(6);
  });
});

describe('the lock', () => {
  it('keeps a second grader out, until the first is done', () => {
    mkdirSync(out);
    const path = join(out, 'lock');
    const lock = takeLock(path);
    expect(() => takeLock(path)).toThrow(`Process ${process.pid} of this machine is at work in this batch.`);
    lock.release();
    takeLock(path).release();
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    ['a process of this machine that is gone', { pid: 2 ** 30, host: hostname() }],
    ['a torn file', null],
  ])('is taken over from %s', (_, holder) => {
    mkdirSync(out);
    writeFileSync(join(out, 'lock'), holder === null ? '{"pi' : JSON.stringify(holder));
    takeLock(join(out, 'lock')).release();
  });

  it('is left to the process that took it from the same dead holder first', () => {
    mkdirSync(out);
    const path = join(out, 'lock');
    writeFileSync(path, JSON.stringify({ pid: 2 ** 30, host: hostname() }));
    const lock = takeLock(path);
    expect(() => takeLock(path)).toThrow('is at work in this batch');
    expect(readdirSync(out)).toEqual(['lock']);
    lock.release();
  });

  it('of another machine holds while it is heard of', () => {
    mkdirSync(out);
    writeFileSync(join(out, 'lock'), JSON.stringify({ pid: 1, host: 'another-login' }));
    expect(() => takeLock(join(out, 'lock'))).toThrow('Process 1 on another-login is at work');
  });
});
