import { wordFeedbackSubject, wordGreeting, wordReportAttached } from '../../explain/index.ts';
import { UsageError } from '../../platform/index.ts';
import { wellFormed } from '../../report/index.ts';
import { filePart, gradingOf, type Note, notesFile } from '../export/index.ts';
import type { GradeBook } from '../model.ts';
import type { FeedbackFile, FeedbackOptions, StudentFeedback } from './feedback.ts';
import { type Address, draft, isAddress } from './mime.ts';
import { noReport } from './reports.ts';

/** Makes a draft per student with a grade, to the address of the roster. Nothing is sent. */
export async function mailDrafts(
  students: Iterable<StudentFeedback>,
  { title }: GradeBook,
  { sender, now }: FeedbackOptions,
): Promise<FeedbackFile[]> {
  if (sender === null) throw new Error('mail has a sender: the command asks for it');
  const notes: Note[] = [];
  const files: FeedbackFile[] = [];
  for (const feedback of students) {
    const { student, name, roster } = feedback;
    const graded = feedback.assignments.filter(({ grade }) => gradingOf(grade) !== null);
    if (graded.length === 0) continue;
    const address = roster?.email ?? null;
    if (address === null || !isAddress(address)) {
      const why = address === null ? 'the roster has no e-mail address' : `${JSON.stringify(address)} is no address`;
      notes.push({ who: student, why: `left out, because ${why}.` });
      continue;
    }
    for (const one of graded)
      if (one.report === null && one.grade.attempts.length > 0) notes.push(noReport(student, one));
    const attachments = graded.flatMap(({ report, reportName }) =>
      report === null ? [] : [{ fileName: reportName, type: 'text/html', content: report }],
    );
    const text = [
      wordGreeting(name),
      ...graded.map((one) => [one.title, ...one.sentences].join('\n')),
      ...(attachments.length > 0 ? [wordReportAttached(attachments.map(({ fileName }) => fileName))] : []),
      sender.name,
    ];
    const content = draft({
      from: sender,
      to: { name: plain(name), address },
      subject: plain(
        wordFeedbackSubject(
          graded.map((one) => one.title),
          title,
        ),
      ),
      date: now,
      text: `${wellFormed(text.filter((part) => part !== '').join('\n\n'))}\n`,
      attachments,
    });
    files.push({ fileName: `mail/${filePart(student)}.eml`, content });
  }
  return [...files, ...notesFile('mail', notes)];
}

/** Returns a text as one line. */
function plain(text: string): string {
  return wellFormed(text).replace(/\s+/g, ' ').trim();
}

/**
 * Reads `Name <address>`, or an address alone.
 * @throws UsageError
 */
export function parseSender(text: string): Address {
  const named = /^\s*"?(?<name>[^<>"]*?)"?\s*<(?<address>[^<>]*)>\s*$/.exec(text)?.groups;
  const address = (named?.address ?? text).trim();
  if (isAddress(address)) return { name: plain(named?.name ?? ''), address };
  throw new UsageError(
    `--from ${JSON.stringify(text)} is no address of mail. Give e.g. --from 'Ada Lovelace <ada@school.example>'.`,
  );
}
