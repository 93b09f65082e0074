import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatchStore, loadCourse, type StoredAttempt } from '../../../grader/batch/index.ts';
import type { GradeResult } from '../../../grader/result/index.ts';
import { AT, taken } from '../../batch/taken.ts';
import { inputs, SOURCE } from '../../report/fixtures.ts';
import { fileOf } from '../../report/rendered.ts';

const settings = { target: 'auto', nvcc: 'auto', sandbox: 'auto', sanitize: false, reports: ['html'] } as const;

export interface HandedInFor {
  readonly student: string;
  readonly result: GradeResult | null;
  readonly attempt?: string;
  readonly submittedAt?: string;
  readonly source?: string;
}

/** A batch for `grayscale` with results that the test gives; nothing is graded. */
export async function batchOf(
  out: string,
  handedIn: readonly HandedInFor[],
  { roster, course = '' }: { readonly roster?: string; readonly course?: string } = {},
): Promise<{ readonly store: BatchStore; readonly attempts: readonly StoredAttempt[] }> {
  const store = await BatchStore.create(out, {
    assignment: 'grayscale',
    seed: '1',
    settings: { ...settings, reports: [...settings.reports] },
  });
  const report = fileOf(inputs['guard missing'], 'html');
  for (const { student, result, attempt = '1', submittedAt = null, source = SOURCE } of handedIn) {
    const { folder } = await store.add(taken(student, source, { name: `${student}.cu`, attempt, submittedAt }), AT);
    if (result === null) continue;
    writeFileSync(store.path(folder, 'result.json'), JSON.stringify(result));
    writeFileSync(store.path(folder, 'report.html'), report);
  }
  if (roster !== undefined || course !== '') {
    const from = join(out, 'given');
    writeFileSync(`${from}.csv`, roster ?? 'id\n');
    writeFileSync(`${from}.yaml`, `schemaVersion: 1\n${roster === undefined ? '' : 'roster: given.csv\n'}${course}`);
    await store.keep(loadCourse(`${from}.yaml`).files);
  }
  return { store, attempts: await store.attempts() };
}
