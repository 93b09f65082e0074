import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addAll, BatchStore, isSettledNote, Journal, readJournal, takeIn } from '../../grader/batch/index.ts';
import { readCommits } from '../../grader/batch/intake/commits.ts';
import { parseRoster } from '../../grader/batch/roster.ts';
import { journalKey } from '../../grader/batch/state/chain.ts';
import { readHeaders } from '../../grader/platform/files/index.ts';
import { noPosix } from '../posix.ts';
import { zipOf } from './archives.ts';

let root: string;
let batches: number;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grade attempts '));
  batches = 0;
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const ROSTER = new Map(
  parseRoster(
    'id,name,email,canvas_id,github\nada,Ada Lovelace,ada@x,11,countess\nben,Ben Bitdiddle,ben@x,12,benb\n',
    'roster.csv',
  ).entries.map((entry) => [entry.id, entry]),
);
const NAMES = { ada: 'Ada Lovelace', ben: 'Ben Bitdiddle' } as const;
type Student = keyof typeof NAMES;

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

async function newBatch() {
  batches += 1;
  const out = join(root, `out-${batches}`);
  const settings = { target: 'emulator', nvcc: 'off', sandbox: 'auto', sanitize: false, reports: [] } as const;
  const store = await BatchStore.create(out, {
    assignment: 'grayscale',
    seed: '1',
    settings: { ...settings, reports: [] },
  });
  const journal = await Journal.open(join(out, 'journal.jsonl'), journalKey('the key of the batch', 'secret'), 'tess');
  const importOf = async (input: string, at = '2026-10-20T10:00:00.000Z') => {
    const { handedIn, notes } = await takeIn(join(root, input), {
      assignment: 'grayscale',
      assignments: ['grayscale'],
      roster: ROSTER,
      dueOf: () => Date.parse('2026-10-14T00:00:00Z'),
    });
    const why = { at, reason: `import of ${input}` };
    const counts = await addAll(store, journal, handedIn, new AbortController().signal, why);
    return { ...counts, notes: [...notes, ...counts.notes] };
  };
  const events = async () => (await readJournal(join(out, 'journal.jsonl'))).events;
  return { store, out, journal, importOf, events };
}

/** Writes what platforms give for one state of a class: a source per student. */
const DOWNLOADS: Readonly<Record<string, (name: string, sources: Readonly<Record<string, string>>) => void>> = {
  canvas: (name, sources) => {
    const ids: Readonly<Record<string, string>> = { ada: 'lovelaceada_11', ben: 'bitdiddleben_12' };
    for (const [student, source] of Object.entries(sources)) {
      put({ [`${name}/${ids[student]}_${source.length}_gray-${source.length}.cu`]: source });
    }
  },
  moodle: (name, sources) => {
    for (const [student, source] of Object.entries(sources)) {
      put({ [`${name}/${NAMES[student as Student]}_7_assignsubmission_file_/gray.cu`]: source });
    }
  },
  gradescope: (name, sources) => {
    const records = Object.keys(sources).map(
      (student, at) => `submission_${at}:\n  :submitters:\n  - :email: ${student}@x\n`,
    );
    put({ [`${name}/submission_metadata.yml`]: records.join('') });
    for (const [at, source] of Object.values(sources).entries()) put({ [`${name}/submission_${at}/a.cu`]: source });
  },
  plain: (name, sources) => {
    for (const [student, source] of Object.entries(sources)) put({ [`${name}/${student}/x.cu`]: source });
  },
};

describe('any sequence of downloads', () => {
  it('gives the same attempts in every order, and nothing new the second time', { timeout: 120_000 }, async () => {
    const source = fc.constantFrom('a', 'bb', 'ccc', 'dddd');
    const download = fc.record({
      format: fc.constantFrom(...Object.keys(DOWNLOADS)),
      sources: fc
        .record({ ada: source, ben: source }, { requiredKeys: [] })
        .filter((made) => Object.keys(made).length > 0),
    });
    const orders = fc.array(download, { minLength: 1, maxLength: 5 }).chain((downloads) =>
      fc.tuple(
        fc.constant(downloads),
        fc.shuffledSubarray(
          [...downloads, ...downloads].map((_, at) => at % downloads.length),
          { minLength: 2 * downloads.length },
        ),
      ),
    );
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(orders, async ([downloads, order]) => {
        runs += 1;
        const folders = downloads.map(({ format, sources }, at) => {
          const name = `in-${runs}-${at}`;
          DOWNLOADS[format]?.(name, sources as Record<string, string>);
          return name;
        });
        const attemptsAfter = async (sequence: readonly number[]) => {
          const { store, journal, importOf, out } = await newBatch();
          for (const at of sequence) await importOf(folders[at] as string);
          const before = (await store.attempts()).length;
          for (const folder of folders) expect(await importOf(folder)).toMatchObject({ added: 0, decided: 0 });
          await journal.close();
          const attempts = await store.attempts();
          expect(attempts).toHaveLength(before);
          return attempts
            .map(({ student, folder, file }) => `${student} ${readFileSync(join(out, folder, file), 'utf8')}`)
            .sort();
        };
        const expected = new Set(
          downloads.flatMap(({ sources }) => Object.entries(sources).map(([who, what]) => `${who} ${what}`)),
        );
        const straight = await attemptsAfter(folders.map((_, at) => at));
        expect(straight).toEqual([...expected].sort());
        expect(await attemptsAfter(order)).toEqual(straight);
      }),
      { numRuns: 12 },
    );
  });
});

describe('times', () => {
  const manifest = (rows: readonly string[]): void =>
    put({ 'late/gray.cu': 'ada', 'late/m.csv': `student,file,submitted_at\n${rows.join('\n')}\n` });

  it('that staff have set stay, and each change of a time is an event', async () => {
    const { store, journal, importOf, events } = await newBatch();
    DOWNLOADS.canvas?.('canvas', { ada: 'ada' });
    put({
      'scope/submission_metadata.yml':
        'submission_1:\n  :submitters:\n  - :email: ada@x\n  :created_at: 2026-10-13 08:00:00 Z\n',
    });
    put({ 'scope/submission_1/a.cu': 'ada' });
    manifest(['ada,gray.cu,2026-10-15T10:00:00+02:00']);
    await importOf('canvas');
    expect(await importOf('scope')).toMatchObject({ known: 1, retimed: 1 });
    expect(await importOf('late/m.csv')).toMatchObject({ known: 1, retimed: 1 });
    expect(await importOf('canvas')).toMatchObject({ known: 1, retimed: 0 });
    expect(await importOf('scope')).toMatchObject({ known: 1, retimed: 0 });
    expect(await importOf('late/m.csv')).toMatchObject({ known: 1, retimed: 0 });
    await journal.close();
    expect(await store.attempts()).toMatchObject([{ submittedAt: '2026-10-15T10:00:00+02:00', timeFrom: 'staff' }]);
    const changes = (await events()).filter(({ event }) => event === 'time');
    expect(changes).toMatchObject([
      { before: null, after: '2026-10-13T08:00:00.000Z', from: 'platform', by: 'tess', reason: 'import of scope' },
      { before: '2026-10-13T08:00:00.000Z', after: '2026-10-15T10:00:00+02:00', from: 'staff', by: 'tess' },
    ]);
  });

  it('of one file in several lines of a manifest are its first and its last', async () => {
    const { store, journal, importOf } = await newBatch();
    manifest(['ada,gray.cu,2026-10-15T10:00:00Z', 'ada,gray.cu,2026-10-12T10:00:00Z']);
    for (let time = 0; time < 2; time++) await importOf('late/m.csv');
    await journal.close();
    const [first, ...others] = await store.attempts();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ submittedAt: '2026-10-12T10:00:00Z', lastAt: '2026-10-15T10:00:00Z' });
  });

  it('of earlier submissions on Gradescope are kept, also with aliases', async () => {
    const { store, journal, importOf } = await newBatch();
    put({
      'scope/submission_metadata.yml': `---
submission_1:
  :submitters:
  - :name: Ada Lovelace
    :email: ada@x
  :created_at: &1 2026-10-14 18:51:57.123456789 -07:00
  :score: 0.0
  :history:
  - :submitters: []
    :created_at: 2026-10-13 18:51:57.000000000 Z
    :score: 0.0
    :status: processed
submission_2:
  :submitters:
  - :email: ben@x
  :created_at: *1
`,
      'scope/submission_1/a.cu': 'ada',
      'scope/submission_2/a.cu': 'ben',
    });
    expect((await importOf('scope')).notes).toEqual([
      '1 student has earlier submissions that the export lists without their files. Those that no earlier import took in cannot be graded.',
    ]);
    await journal.close();
    expect(await store.attempts()).toMatchObject([
      { student: 'ada', submittedAt: '2026-10-15T01:51:57.000Z', otherTimes: ['2026-10-13T18:51:57.000Z'] },
      { student: 'ben', submittedAt: '2026-10-15T01:51:57.000Z', otherTimes: [] },
    ]);
  });

  it('of repositories are read from a path relative to the working folder', async () => {
    put({ 'repo/gray.cu': 'ada' });
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', join(root, 'repo'), '-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
        env: { ...process.env, GIT_COMMITTER_DATE: '2026-10-12T10:00:00+02:00', GIT_CONFIG_GLOBAL: '/dev/null' },
        stdio: 'pipe',
      });
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    const folder = relative(process.cwd(), join(root, 'repo'));
    expect(isAbsolute(folder)).toBe(false);
    const commits = await readCommits([{ folder, files: [], due: null }]);
    expect(commits).toMatchObject([{ head: { time: '2026-10-12T10:00:00+02:00' }, onTime: null, uncommitted: [] }]);
    expect((await commits?.[0]?.head?.files[0]?.read(100))?.toString()).toBe('ada');
  });

  it('of repositories go with the committed files, on time and at last', async () => {
    const { store, journal, importOf, out } = await newBatch();
    const folder = 'gray-submissions/gray-countess';
    const git = (at: string, ...args: string[]) =>
      execFileSync('git', ['-C', join(root, folder), '-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
        env: { ...process.env, GIT_COMMITTER_DATE: at, GIT_CONFIG_GLOBAL: '/dev/null' },
        stdio: 'pipe',
      });
    const commit = (at: string, files: Readonly<Record<string, string>>) => {
      put(Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text])));
      git(at, 'add', '.');
      git(at, 'commit', '-q', '-m', 'x');
    };
    put({ [`${folder}/gray.cu`]: 'first', 'gray-submissions/gray-benb/gray.cu': 'no repository' });
    git('2026-10-10T10:00:00+02:00', 'init', '-q');
    commit('2026-10-10T10:00:00+02:00', { 'gray.cu': 'first' });
    commit('2026-10-12T10:00:00+02:00', { 'gray.cu': '#include "k.cuh"\n', 'k.cuh': 'k', 'evil.txt': 'x' });
    commit('2026-10-16T10:00:00+02:00', { 'gray.cu': 'late' });
    put({ [`${folder}/gray.cu`]: 'edited', [`${folder}/new.cu`]: 'new', [`${folder}/k.cuh`]: 'k' });
    const { notes } = await importOf('gray-submissions');
    await importOf('gray-submissions');
    await journal.close();
    expect(notes).toContain(
      'ada (gray-countess): the last commit is graded. These files have changes that are not committed: gray.cu, new.cu.',
    );
    const attempts = (await store.attempts()).filter(({ student }) => student === 'ada');
    expect(
      attempts.map(({ folder: own, file, submittedAt, further }) => [
        readFileSync(join(out, own, file), 'utf8'),
        submittedAt,
        further.map(({ name }) => name),
      ]),
    ).toEqual([
      ['#include "k.cuh"\n', '2026-10-12T10:00:00+02:00', ['k.cuh']],
      ['late', '2026-10-16T10:00:00+02:00', []],
    ]);
  });

  it('are none if the repository has no commit, and the repository is named', async () => {
    const { store, journal, importOf } = await newBatch();
    const git = (folder: string, ...args: string[]) =>
      execFileSync('git', ['-C', join(root, folder), '-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
        env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
        stdio: 'pipe',
      });
    put({ 'gray-submissions/gray-countess/gray.cu': 'ada' });
    mkdirSync(join(root, 'gray-submissions/gray-benb'));
    for (const who of ['countess', 'benb']) git(`gray-submissions/gray-${who}`, 'init', '-q');
    git('gray-submissions/gray-countess', 'add', '.');
    git('gray-submissions/gray-countess', 'commit', '-q', '-m', 'x');
    const { notes } = await importOf('gray-submissions');
    await journal.close();
    expect(notes).toContain('ben (gray-benb): the repository has no commit, so nothing is handed in.');
    expect(notes.join('\n')).not.toContain('cannot be read');
    expect((await store.attempts()).map(({ student }) => student)).toEqual(['ada']);
  });

  it('of repositories are those of the last commit, without their settings', async () => {
    const { store, journal, importOf } = await newBatch();
    const git = (folder: string, ...args: string[]) =>
      execFileSync('git', ['-C', join(root, folder), '-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
        env: { ...process.env, GIT_COMMITTER_DATE: '2026-10-12T10:00:00+02:00', GIT_CONFIG_GLOBAL: '/dev/null' },
        stdio: 'pipe',
      });
    put({ 'gray-submissions/gray-countess/gray.cu': 'ada', 'gray-submissions/gray-benb/gray.cu': 'ben' });
    for (const who of ['countess', 'benb']) {
      const folder = `gray-submissions/gray-${who}`;
      git(folder, 'init', '-q');
      git(folder, 'add', '.');
      git(folder, 'commit', '-q', '-m', 'committer x <x> 1 +0000');
      if (who === 'benb') git(folder, 'gc', '-q');
    }
    const marker = join(root, 'executed');
    const evil = `[core]\n\tfsmonitor = touch '${marker}'\n\thooksPath = .\n[log]\n\tshowSignature = true\n[gpg]\n\tprogram = ./evil\n`;
    writeFileSync(join(root, 'gray-submissions/gray-benb/.git/config'), evil, { flag: 'a' });
    const { notes } = await importOf('gray-submissions');
    await journal.close();
    expect(notes).toEqual([
      '2 hand-in times are those of the last commit, which a student can set. A manifest can give others.',
    ]);
    expect(readdirSync(root)).not.toContain('executed');
    expect((await store.attempts()).map(({ student, submittedAt }) => [student, submittedAt])).toEqual([
      ['ada', '2026-10-12T10:00:00+02:00'],
      ['ben', '2026-10-12T10:00:00+02:00'],
    ]);
  });
});

describe('a manifest', () => {
  it('with the time of a late hand-in settles the note that asks for it', async () => {
    const { journal, importOf } = await newBatch();
    put({
      'canvas/lovelaceada_LATE_11_5_gray.cu': 'a',
      'canvas/bitdiddleben_LATE_12_6_gray.cu': 'b',
      'm.csv': 'student,file,submitted_at\nada,canvas/lovelaceada_LATE_11_5_gray.cu,2026-10-16T10:00:00+02:00\n',
    });
    const isAsked = ({ notes, settled }: Awaited<ReturnType<typeof importOf>>, student: string) =>
      notes.filter(
        (note) => note.startsWith(student) && note.includes('is marked late') && !isSettledNote(note, settled),
      );
    const first = await importOf('canvas');
    expect([isAsked(first, 'ada').length, isAsked(first, 'ben').length]).toEqual([1, 1]);
    const { settled } = await importOf('m.csv');
    expect(isAsked({ ...first, settled }, 'ada')).toEqual([]);
    const again = await importOf('canvas');
    expect([isAsked(again, 'ada').length, isAsked(again, 'ben').length]).toEqual([0, 1]);
    await journal.close();
  });

  it('with another file for a number that is taken gives a new attempt', async () => {
    const { store, journal, importOf } = await newBatch();
    put({ 'a.cu': 'a', 'b.cu': 'b', 'm1.csv': 'student,file,attempt\nada,a.cu,1\n' });
    put({ 'm2.csv': 'student,file,attempt\nada,b.cu,1\n' });
    expect(await importOf('m1.csv')).toMatchObject({ added: 1, notes: [] });
    expect((await importOf('m2.csv')).notes).toEqual([
      `ada (${join(root, 'm2.csv')}:2): attempt 1 is there with another file, and stays. This file is attempt 2.`,
    ]);
    await journal.close();
    expect((await store.attempts()).map(({ attempt, file }) => [attempt, file])).toEqual([
      ['1', 'a.cu'],
      ['2', 'b.cu'],
    ]);
  });

  it('decides which file of a hand-in counts, before or after it is imported', async () => {
    put({ 'in/ada/a.cu': 'a', 'in/ada/b.cu': '#include "k.cuh"\n', 'in/ada/k.cuh': 'k', 'in/ben.cu': 'x' });
    put({ 'm.csv': 'student,file\nada,named/mine.cu\nben,in/ben.cu\n', 'named/mine.cu': '#include "k.cuh"\n' });
    for (const order of [
      ['in', 'm.csv'],
      ['m.csv', 'in'],
    ]) {
      const { store, journal, importOf, out } = await newBatch();
      for (const input of [...order, ...order]) await importOf(input);
      await journal.close();
      const attempts = await store.attempts();
      const [first] = attempts;
      expect(attempts.map(({ student, problem }) => [student, problem])).toEqual([
        ['ada', null],
        ['ben', null],
      ]);
      expect(readFileSync(join(out, first?.folder ?? '', first?.file ?? ''), 'utf8')).toContain('k.cuh');
      // Staff have named a copy: its folder has no header, and the hand-in has.
      if (order[0] === 'in') expect(first).toMatchObject({ file: 'b.cu', further: [{ name: 'k.cuh' }] });
    }
  });
});

describe('a hand-in without a .cu file', () => {
  it.each([
    ['gray.cu.txt', 'int x;', 'gray.cu'],
    ['gray.cpp', '__global__ void k() {}', 'gray.cu'],
    ['gray.cuh', '__global__ void k() {}', 'gray.cu'],
    ['solution.txt', '__global__ void k() {}', 'solution.cu'],
  ])('is graded if it is CUDA: %s', async (name, content, file) => {
    const { store, journal, importOf } = await newBatch();
    put({ [`in/ada/${name}`]: content, 'in/ben.cu': 'x' });
    await importOf('in');
    await journal.close();
    expect((await store.attempts())[0]).toMatchObject({ student: 'ada', problem: null, file });
  });

  it.each([
    ['notes.txt', 'I had no time.'],
    ['gray.cpp', 'int main() {}'],
    ['gray.ipynb', '{"cells":[]}'],
    ['onlinetext.html', '<p>__global__</p>'],
  ])('is an attempt that fails: %s', async (name, content) => {
    const { store, journal, importOf, out } = await newBatch();
    put({ [`in/ada/${name}`]: content, 'in/ben.cu': 'x' });
    await importOf('in');
    await journal.close();
    const [attempt] = await store.attempts();
    expect(attempt?.problem).toEqual({
      kind: 'no-source',
      text: `This hand-in has no CUDA source. It has ${name}. Hand in one .cu file.`,
    });
    expect(readFileSync(join(out, 'students/ada/1/handed-in', name), 'utf8')).toBe(content);
  });

  it('with kernels in Numba, or of ElementwiseKernel, has its source in Python', async () => {
    const { store, journal, importOf } = await newBatch();
    const cell = {
      cell_type: 'code',
      source: 'from numba import cuda\n@cuda.jit\ndef gray(a):\n    pass\n',
    };
    put({
      'in/ada/n.ipynb': JSON.stringify({ cells: [cell] }),
      'in/ben/n.py': '@numba.cuda.jit\ndef f(): pass\n',
      'in/cy/n.py': 'import cupy\nk = cupy.ElementwiseKernel("T x", "T y", "y = x")\n',
      'in/dan/n.py': 'from numba.cuda import jit as kernel\n@kernel\ndef f(): pass\n',
    });
    await importOf('in');
    await journal.close();
    const attempts = await store.attempts();
    expect(attempts.map(({ problem }) => problem ?? null)).toEqual([null, null, null, null]);
    expect(attempts.map(({ student }) => student)).toEqual(['ada', 'ben', 'cy', 'dan']);
  });

  it('that is a text entry of Canvas is an attempt', async () => {
    const { store, journal, importOf } = await newBatch();
    put({ 'in/lovelaceada_LATE_11_text.html': '<p>x</p>', 'in/bitdiddleben_12_99_gray.cu': 'x' });
    const { notes } = await importOf('in');
    await journal.close();
    expect(notes.join('\n')).toContain('ada (lovelaceada_LATE_11_text.html): This hand-in has no CUDA source.');
    expect((await store.attempts()).map(({ student, problem }) => [student, problem?.kind])).toEqual([
      ['ada', 'no-source'],
      ['ben', undefined],
    ]);
  });
});

describe('headers', () => {
  it('stay with an attempt whose time staff give in a manifest', async () => {
    const { store, journal, importOf, out } = await newBatch();
    put({ 'in/ada/gray.cu': '#include "k.cuh"\n', 'in/ada/k.cuh': 'k', 'in/ben/gray.cu': 'x' });
    await importOf('in');
    writeFileSync(
      join(out, 'late.csv'),
      'student,file,submitted_at\nada,students/ada/1/gray.cu,2026-10-15T10:00:00+02:00\n',
    );
    expect(await importOf(relative(root, join(out, 'late.csv')))).toMatchObject({ added: 0, known: 1 });
    await journal.close();
    expect((await store.attempts()).filter(({ student }) => student === 'ada')).toMatchObject([
      { attempt: '1', submittedAt: '2026-10-15T10:00:00+02:00', further: [{ name: 'k.cuh' }] },
    ]);
  });

  it('that a source includes are kept with it, and identify it too', async () => {
    const { store, journal, importOf, out } = await newBatch();
    const source = '#include "k.cuh"\n#include "../ben/secret.cuh"\n#include "missing.h"\n';
    put({ 'in/ada/src/gray.cu': source, 'in/ada/src/k.cuh': '#include "more/l.h"\n', 'in/ada/src/more/l.h': 'l' });
    put({ 'in/ada/src/unused.cuh': 'x', 'in/ben/gray.cu': 'x', 'in/ben/secret.cuh': 'secret' });
    await importOf('in');
    expect((await store.attempts())[0]?.further.map(({ name }) => name)).toEqual(['k.cuh', 'more/l.h']);
    expect(readFileSync(join(out, 'students/ada/1/headers/more/l.h'), 'utf8')).toBe('l');
    expect(await importOf('in')).toMatchObject({ added: 0, known: 2 });
    put({ 'in/ada/src/more/l.h': 'changed', 'in/ada/src/unused.cuh': 'y' });
    expect(await importOf('in')).toMatchObject({ added: 1, known: 1 });
    await journal.close();
    const own = (await store.attempts()).filter(({ student }) => student === 'ada');
    expect(new Set(own.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(new Set(own.map(({ digest }) => digest)).size).toBe(2);
  });

  it('are found by the name that Canvas changed', async () => {
    const { store, journal, importOf } = await newBatch();
    put({ 'in/lovelaceada_11_90_gray-1.cu': '#include "k.cuh"\n', 'in/lovelaceada_11_91_k-1.cuh': 'k' });
    await importOf('in');
    await journal.close();
    expect(await store.attempts()).toMatchObject([{ file: 'gray-1.cu', further: [{ name: 'k.cuh' }] }]);
  });

  it.skipIf(noPosix !== null)('are no links', async () => {
    const { store, journal, importOf } = await newBatch();
    put({ 'in/ada/gray.cu': '#include "k.cuh"\n', 'secret.cuh': 's' });
    symlinkSync('../../secret.cuh', join(root, 'in/ada/k.cuh'));
    await importOf('in');
    await journal.close();
    expect(await store.attempts()).toMatchObject([{ further: [] }]);
    expect(await readHeaders(join(root, 'in/ada/gray.cu'), '#include "k.cuh"\n#include "../../secret.cuh"\n')).toEqual(
      [],
    );
  });
});

it('opens a zip that is all of a hand-in, and names in it by Linux', async () => {
  const { store, journal, importOf } = await newBatch();
  const inner = zipOf(['../evil.cu', 'src/gray.cu'], Buffer.from('int x;'));
  mkdirSync(join(root, 'in/ada'), { recursive: true });
  writeFileSync(join(root, 'in/ada/homework.zip'), inner);
  writeFileSync(join(root, 'names.zip'), zipOf(['José.cu', 'ada/Übung.cu'], Buffer.from('x')));
  const taken = await takeIn(join(root, 'names.zip'), {
    assignment: 'grayscale',
    assignments: ['grayscale'],
    roster: null,
  });
  expect(taken.handedIn.map(({ student, file }) => [student, file?.path])).toEqual([
    ['José', 'José.cu'],
    ['ada', 'ada/Übung.cu'],
  ]);
  await importOf('in');
  await journal.close();
  expect(await store.attempts()).toMatchObject([{ student: 'ada', file: 'gray.cu', problem: null }]);
});
