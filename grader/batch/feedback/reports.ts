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
  students: readonly StudentFeedback[],
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
  for (const { id } of assignments) {
    const entries = students.flatMap(({ student, assignments: own }): FeedbackFile[] => {
      const feedback = own.find(({ assignment }) => assignment === id);
      if (!feedback || feedback.grade.attempts.length === 0) return [];
      const name = known.get(JSON.stringify([id, student]));
      if (name === undefined) {
        notes.push({
          who: `${student}, ${id}`,
          why: `left out, because no download of ${title} with this student was imported. Import one with grade batch run --resume.`,
        });
        return [];
      }
      if (feedback.report === null) {
        notes.push(noReport(student, feedback));
        return [];
      }
      return [{ fileName: pathOf(name), content: feedback.report }];
    });
    if (entries.length > 0) files.push({ fileName: `${format}.${filePart(id)}.zip`, content: await zipOf(entries) });
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
