import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatchStore, Journal, journalKey } from '../../../grader/batch/index.ts';
import type { GradeResult } from '../../../grader/result/index.ts';
import { inputs, SOURCE } from '../../report/fixtures.ts';
import { AT, taken } from '../taken.ts';

export const KEY = journalKey('the key of the batch', 'a secret of the tests');

export const passed = inputs.accepted.result;
export const failed = inputs['guard missing'].result;
export const broken = inputs.infrastructure.result;

/** A hand-in of a made batch. */
export interface Made {
  readonly student: string;
  readonly result: GradeResult | null;
  readonly source?: string;
  readonly file?: string;
}

/** Makes a batch whose results are on record, as if they had been graded. */
export async function makeBatch(
  out: string,
  hands: readonly Made[],
  files: Readonly<Record<string, string>> = {},
): Promise<BatchStore> {
  const settings = {
    target: 'emulator',
    nvcc: 'off',
    sandbox: 'auto',
    sanitize: false,
    reports: ['html', 'md'],
  } as const;
  const store = await BatchStore.create(out, {
    assignment: 'grayscale',
    seed: null,
    settings: { ...settings, reports: [...settings.reports] },
  });
  writeFileSync(join(out, 'secret'), 'a secret of the tests\n');
  await store.keep({ 'course.yaml': 'schemaVersion: 1\n', ...files });
  const journal = await Journal.open(store.path('journal.jsonl'), KEY, 'anna');
  for (const { student, result, source = SOURCE, file = 'gray.cu' } of hands) {
    const bytes = Buffer.from(source);
    const { folder, sha256 } = await store.add(taken(student, bytes, { name: file }), AT);
    await journal.write({ event: 'added', attempt: folder, sha256 });
    if (result === null) continue;
    writeFileSync(store.path(folder, 'result.json'), JSON.stringify(result));
    writeFileSync(store.path(folder, 'report.html'), `<header>${student}</header><main>${result.score}</main>`);
    writeFileSync(store.path(folder, 'report.md'), `## ${student}\n`);
    const { verdict, score, maxScore } = result;
    const facts = { key: 'k', verdict, score, maxScore, durationMs: 1, engine: 'engine 1 on the emulator' };
    await journal.write({
      event: 'graded',
      attempt: folder,
      ...facts,
      result: (await store.resultHash({ folder })) ?? undefined,
    });
  }
  await journal.close();
  return store;
}
