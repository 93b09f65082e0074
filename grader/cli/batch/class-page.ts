import { renderClassPage } from '../../batch/class-page/index.ts';
import {
  type BatchStore,
  CLASS_PAGE,
  type GradeBook,
  journalKey,
  keptCourse,
  type LoadedCourse,
  readAttemptSource,
  readBook,
  wholeBook,
  writeNotices,
} from '../../batch/index.ts';
import { writeFileAtomic } from '../../platform/files/index.ts';
import type { CommandInput } from '../command.ts';
import type { OpenBatch } from './open.ts';
import { drawingSecret } from './secret.ts';

/** Writes the class page, which is for staff because hidden cases are in it, and the decisions in students' reports. */
export async function writePages(
  store: BatchStore,
  book: GradeBook,
  course: LoadedCourse,
  command: Pick<CommandInput, 'io' | 'config'>,
): Promise<void> {
  await writeNotices(store, book);
  const attempts = await store.attempts();
  const whole = await wholeBook(store, attempts, book);
  const report = store.batch.settings.reports.includes('html') ? 'report.html' : 'result.json';
  if (course.course.anonymous) {
    const { anonymize } = await import('../../batch/anonymous/index.ts');
    // The same ones as long as the batch lives, even if the course gets a secret later.
    const key = journalKey('the key of the batch', await drawingSecret(store, command));
    const { book: masked, readSource } = await anonymize(store, whole, course, key, report);
    await writeFileAtomic(store.path(CLASS_PAGE), renderClassPage(masked, { readSource, report, isAnonymous: true }));
    return;
  }
  const page = renderClassPage(whole, { readSource: readAttemptSource(store, attempts), report });
  await writeFileAtomic(store.path(CLASS_PAGE), page);
}

/** Writes the pages for the grades of now; a command that was interrupted may have changed them without writing it. */
export async function refreshPages(
  { store, assignments }: OpenBatch,
  command: Pick<CommandInput, 'io' | 'config'>,
): Promise<void> {
  const course = keptCourse(store.out);
  await writePages(store, await readBook(store, course, [...assignments.values()]), course, command);
}
