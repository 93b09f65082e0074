import { filePart, type Note, notesFile, openReason, sentence, shownAttempt } from '../export/index.ts';
import type { GradeBook } from '../model.ts';
import type { AssignmentFeedback, FeedbackFile, FeedbackOptions, StudentFeedback } from './feedback.ts';
import type { PlatformName } from './names.ts';
import { zipOf } from './zip.ts';

/** The form in which a platform takes reports back in an archive. */
export interface ArchiveForm {
  readonly platform: PlatformName['platform'];
  /** The name of the export's format. */
  readonly format: string;
  /** The platform, as its users call it. */
  readonly title: string;
  /** Returns the path of a student's report in the archive. */
  readonly pathOf: (name: string) => string;
}

/** Makes an archive per assignment, with the report of each student whose name in the download is known. */
export async function reportArchives(
  students: Iterable<StudentFeedback>,
  { assignments }: GradeBook,
  { names }: FeedbackOptions,
  { platform, format, title, pathOf }: ArchiveForm,
): Promise<FeedbackFile[]> {
  const known = new Map(
    names
      .filter((one) => one.platform === platform)
      .map(({ assignment, student, name }) => [JSON.stringify([assignment, student]), name]),
  );
  const notes: Note[] = [];
  const files: FeedbackFile[] = [];
  const entries = new Map(assignments.map(({ id }) => [id, [] as FeedbackFile[]]));
  const missing = new Map(assignments.map(({ id }) => [id, [] as Note[]]));
  for (const { student, assignments: own } of students) {
    for (const feedback of own) {
      const id = feedback.assignment;
      if (feedback.grade.attempts.length === 0) continue;
      const name = known.get(JSON.stringify([id, student]));
      if (name === undefined) {
        missing.get(id)?.push({
          who: `${student}, ${id}`,
          why: `left out, because no download of ${title} with this student was imported. Import one with grade batch run --resume.`,
        });
      } else if (feedback.report === null) missing.get(id)?.push(noReport(student, feedback));
      else entries.get(id)?.push({ fileName: pathOf(name), content: feedback.report });
    }
  }
  for (const [id, own] of entries) {
    notes.push(...(missing.get(id) ?? []));
    if (own.length > 0) files.push({ fileName: `${format}.${filePart(id)}.zip`, content: await zipOf(own) });
    own.length = 0;
  }
  return [...files, ...notesFile(format, notes)];
}

/** Returns the note on a student without a report. */
export function noReport(student: string, { assignment, grade }: AssignmentFeedback): Note {
  const who = `${student}, ${assignment}`;
  const open = openReason(grade);
  if (shownAttempt(grade)?.result == null && open !== null) {
    return { who, why: `there is no report, because the grade is open. ${sentence(open)}` };
  }
  const folder = (grade.counted ?? grade.attempts.at(-1))?.folder ?? '';
  return `${who}: ${folder} has no report.html. A batch has them unless --format leaves out html.`;
}
