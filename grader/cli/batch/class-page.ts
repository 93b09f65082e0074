import { renderClassPage } from '../../batch/class-page/index.ts';
import { type BatchStore, type GradeBook, readAttemptSource, readBook, wholeBook } from '../../batch/index.ts';
import { writeFileAtomic } from '../../platform/files/index.ts';
import type { OpenBatch } from './open.ts';

const CLASS_PAGE = 'class.html';

/** Writes the class page, which is for staff: hidden cases are in it. */
export async function writeClassPage(store: BatchStore, book: GradeBook): Promise<void> {
  const attempts = await store.attempts();
  const page = renderClassPage(await wholeBook(store, attempts, book), {
    readSource: readAttemptSource(store, attempts),
    report: store.batch.settings.reports.includes('html') ? 'report.html' : 'result.json',
  });
  await writeFileAtomic(store.path(CLASS_PAGE), page);
}

/** As the grades stand now; a command that was interrupted may have changed them without writing it. */
export async function refreshClassPage({ store, course, assignments }: OpenBatch): Promise<void> {
  await writeClassPage(store, await readBook(store, course, [...assignments.values()]));
}
