import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  FileRecord,
  Journal,
  journalKey,
  journalLines,
  proveRecord,
  readJournal,
  writeHead,
} from '../../../grader/batch/index.ts';
import { verifyChain } from '../../../grader/batch/state/verify.ts';
import { AT, taken } from '../taken.ts';
import { failed, KEY, makeBatch, passed } from './fixtures.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-chain-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function written(count: number, path = join(root, 'journal.jsonl')): Promise<string[]> {
  const journal = await Journal.open(path, KEY, 'anna');
  for (let graded = 0; graded < count; graded++) await journal.write({ event: 'closed', graded, faults: 0 });
  await journal.close();
  return journalLines(path);
}

describe('the chain of a journal', () => {
  it('is signed by another key only before the first line of its own key', async () => {
    const other = journalKey('the key of the batch', 'other'.repeat(8));
    const sign = async (path: string, ...keys: (typeof KEY)[]): Promise<string[]> => {
      for (const key of keys) {
        const journal = await Journal.open(path, key, 'anna');
        await journal.write({ event: 'closed', graded: 1, faults: 0 });
        await journal.close();
      }
      return journalLines(path);
    };
    expect(verifyChain(await sign(join(root, 'a'), other, KEY), [KEY, other])).toMatchObject({
      signed: 2,
      problems: [],
    });
    const { problems } = verifyChain(await sign(join(root, 'b'), KEY, other), [KEY, other]);
    expect(problems).toEqual([expect.stringContaining('line 2 does not follow')]);
  });

  it('holds over several commands and over a line that a crash tore', async () => {
    const path = join(root, 'journal.jsonl');
    await written(3, path);
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"at":"2026-11-21T00:00:00Z","event":"cl`);
    const report = verifyChain(await written(2, path), [KEY]);
    expect(report).toMatchObject({ signed: 5, unsigned: 0, torn: [4], problems: [] });
    expect(report.keys).toEqual(['the key of the batch']);
  });

  it('continues a journal of an earlier version, and finds a change of it', async () => {
    const path = join(root, 'journal.jsonl');
    const old = '{"at":"2026-11-20T00:00:00Z","event":"graded","attempt":"students/ada/1","score":70}\n';
    writeFileSync(path, old);
    const lines = await written(2, path);
    expect(verifyChain(lines, [KEY])).toMatchObject({ signed: 2, unsigned: 1, problems: [] });
    expect((await readJournal(path)).events).toHaveLength(3);
    const edited = [lines[0]?.replace('70', '90') ?? '', ...lines.slice(1)];
    expect(verifyChain(edited, [KEY]).problems).toHaveLength(1);
  });

  it('is broken by each edit, removal, swap and addition', async () => {
    const lines = (await written(8)).filter((line) => line !== '');
    expect(verifyChain(lines, [KEY]).problems).toEqual([]);
    const at = fc.integer({ min: 0, max: lines.length - 1 });
    const change = fc.oneof(
      at.map((index) => lines.map((line, i) => (i === index ? line.replace('"faults":0', '"faults":1') : line))),
      fc.integer({ min: 0, max: lines.length - 2 }).map((index) => lines.filter((_, i) => i !== index)),
      fc.integer({ min: 0, max: lines.length - 2 }).map((index) => {
        const swapped = [...lines];
        [swapped[index], swapped[index + 1]] = [lines[index + 1] ?? '', lines[index] ?? ''];
        return swapped;
      }),
      at.map((index) => [...lines.slice(0, index + 1), '{"at":"x","event":"closed"}', ...lines.slice(index + 1)]),
      at.map((index) => [...lines.slice(0, index + 1), lines[index] ?? '', ...lines.slice(index + 1)]),
    );
    fc.assert(
      fc.property(change, (changed) => {
        expect(verifyChain(changed, [KEY]).problems).not.toEqual([]);
      }),
    );
  });

  it('finds a removed end by a signature of before', async () => {
    const lines = (await written(4)).filter((line) => line !== '');
    const { head } = verifyChain(lines, [KEY]);
    expect(verifyChain(lines.slice(0, 3), [KEY]).problems).toEqual([]);
    expect(verifyChain(lines.slice(0, 3), [KEY], [head.mac ?? '']).problems[0]).toContain(
      'lines were removed from the end',
    );
    expect(verifyChain(lines, [KEY], [head.mac ?? '']).problems).toEqual([]);
  });

  it('is not signed by another key', async () => {
    const lines = await written(2);
    expect(verifyChain(lines, [journalKey('the key of the course', 'another')]).problems).toHaveLength(2);
  });
});

describe('proveRecord', () => {
  const made = async () => {
    const store = await makeBatch(join(root, 'out'), [
      { student: 'ada', result: passed },
      { student: 'ben', result: failed },
    ]);
    const journal = await Journal.open(store.path('journal.jsonl'), KEY, 'anna');
    const record = new FileRecord(store.out, journal);
    await record.begin('batch run');
    await record.end();
    await writeHead(store, await journal.head(), KEY);
    await journal.close();
    return store;
  };
  const edit = (path: string, change: (text: string) => string) =>
    writeFileSync(path, change(readFileSync(path, 'utf8')));

  it('finds that signatures were removed', async () => {
    const store = await made();
    const path = store.path('journal.jsonl');
    edit(path, (text) => text.replaceAll(/,"mac":"[0-9a-f]+"/g, '').replace('"score":70', '"score":90'));
    rmSync(store.path('journal.head.json'));
    const { problems } = await proveRecord(store, [KEY]);
    expect(problems).toContain('journal.jsonl: line 1 has no signature: it was removed by hand.');
    expect(problems.join()).toContain('No line of journal.jsonl is signed, so nothing is proved.');
    // The next command signs what is there, and cannot hide it.
    const journal = await Journal.open(path, KEY, 'anna');
    await journal.write({ event: 'closed', graded: 1, faults: 0 });
    await journal.close();
    expect((await proveRecord(store, [KEY])).problems.join()).toContain('line 1 has no signature');
  });

  it('names the secret if it is not the one that signed', async () => {
    const { problems } = await proveRecord(await made(), [journalKey('the key of the batch', 'another')]);
    expect(problems).toEqual([expect.stringContaining('Restore the secret from a backup')]);
  });

  it('holds for what the commands wrote', async () => {
    expect(await proveRecord(await made(), [KEY])).toMatchObject({ problems: [], notes: [] });
  });

  it.each<[string, (path: (...parts: string[]) => string) => void, string]>([
    [
      'a result',
      (path) => edit(path('students/ben/1/result.json'), (text) => text.replace('"score":70', '"score":90')),
      'students/ben/1/result.json was changed.',
    ],
    [
      'a removed result',
      (path) => rmSync(path('students/ben/1/result.json')),
      'students/ben/1/result.json was removed.',
    ],
    [
      'a submission',
      (path) => edit(path('students/ben/1/gray.cu'), (text) => `${text}//`),
      'students/ben/1/gray.cu is not the file that was handed in.',
    ],
    [
      'a removed end',
      (path) => edit(path('journal.jsonl'), (text) => text.split('\n').slice(0, 3).join('\n')),
      'lines were removed from the end',
    ],
    [
      'a forged head',
      (path) => edit(path('journal.head.json'), (text) => text.replace(/"lines":\d+/, '"lines":3')),
      'journal.head.json was changed',
    ],
    ['a removed attempt', (path) => rmSync(path('students/ben'), { recursive: true }), 'students/ben/1 was removed.'],
    ['a removed journal', (path) => rmSync(path('journal.jsonl')), 'journal.jsonl is empty or missing'],
    ['a removed head', (path) => rmSync(path('journal.head.json')), 'journal.head.json is missing'],
  ])('finds %s', async (_, change, problem) => {
    const store = await made();
    change((...parts) => store.path(...parts));
    const { problems } = await proveRecord(store, [KEY]);
    expect(problems.join('\n')).toContain(problem);
  });

  it('only notes what an interrupted command could not record', async () => {
    const store = await made();
    const journal = await Journal.open(store.path('journal.jsonl'), KEY, 'anna');
    await new FileRecord(store.out, journal).begin('batch run');
    await journal.close();
    await store.add(taken('cem', 'x', { name: 'x.cu' }), AT);
    writeFileSync(store.path('students/cem/1/result.json'), JSON.stringify(failed));
    const { problems, notes } = await proveRecord(store, [KEY]);
    expect(problems).toEqual([]);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('students/cem/1/result.json, students/cem/1/submission.json, students/cem/1/x.cu');
    expect(notes[0]).toContain('grade batch run of anna');
  });

  it('finds an attempt that no command added', async () => {
    const store = await made();
    await store.add(taken('cem', 'x', { name: 'x.cu' }), AT);
    const { problems } = await proveRecord(store, [KEY]);
    expect(problems.join('\n')).toContain('students/cem/1 was added by hand');
  });
});
