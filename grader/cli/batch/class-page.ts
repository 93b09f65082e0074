import { type BatchStore, type GradeBook, readAttemptSource, readBook } from '../../batch/index.ts';
import { renderClassPage } from '../../classpage/index.ts';
import { writeFileAtomic } from '../../platform/atomic.ts';
import type { OpenBatch } from './open.ts';

const CLASS_PAGE = 'class.html';

/** Writes the class page beside the results that it links to. */
export async function writeClassPage(store: BatchStore, book: GradeBook): Promise<void> {
  const page = renderClassPage(book, {
    readSource: readAttemptSource(store, await store.attempts()),
    report: store.batch.settings.reports.includes('html') ? 'report.html' : 'result.json',
  });
  await writeFileAtomic(store.path(CLASS_PAGE), page);
}

/** As the grades stand now; a command that was interrupted may have changed them without writing it. */
export async function refreshClassPage({ store, course, assignments }: OpenBatch): Promise<void> {
  await writeClassPage(store, await readBook(store, course, [...assignments.values()]));
}
