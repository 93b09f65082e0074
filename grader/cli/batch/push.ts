import { setTimeout as sleep } from 'node:timers/promises';
import { withEqualTotals } from '../../batch/export/index.ts';
import { type GradeBook, readBook } from '../../batch/index.ts';
import { ApiClient, type PushReport, pushToCanvas, serverAddress, tokenOf } from '../../batch/push/index.ts';
import { EXIT, printable, printableLine, UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { writeJson } from '../json.ts';
import { feedbackNotes } from './feedback.ts';
import { openBatch } from './open.ts';

/** The options that `commands.ts` declares. */
interface PushOptions {
  readonly to?: 'canvas';
  readonly send?: true;
  readonly url?: string;
  readonly courseId?: string;
  readonly comments: boolean;
  readonly json?: string;
  readonly assignments?: string[];
}

/** Students that are listed on standard output; the machine form has all. */
const SHOWN = 200;

/** `grade batch push`: sends grades to a platform, or says what it would send. */
export async function batchPush(command: CommandInput): Promise<number> {
  const { args, io } = command;
  const options = command.options as unknown as PushOptions;
  const [out = ''] = args;
  checkOptions(options);
  const { store, course, assignments } = await openBatch(out, options.assignments);
  const { book, apart } = withEqualTotals(await readBook(store, course, [...assignments.values()]));
  const warnings = feedbackNotes(store, book);
  for (const warning of warnings) io.stderr.write(`warning: ${printable(warning)}\n`);
  const report = await pushTo(book, options, command);
  const notes = [...apart, ...report.notes];
  for (const note of notes) io.stderr.write(`note: ${printableLine(note)}\n`);
  if (options.json !== undefined) {
    await writeJson({ schemaVersion: 1, sent: options.send === true, ...report, notes }, options.json, io);
  }
  if (options.json !== '-') io.stdout.write(printable(reportText(report, options)));
  return notes.length > 0 ? EXIT.problems : EXIT.success;
}

/** @throws UsageError with everything that is missing or wrong */
function checkOptions({ to, url, courseId }: PushOptions): void {
  const missing = [
    ...(to === undefined ? ['--to canvas'] : []),
    ...(to === 'canvas' && url === undefined ? ['--url https://canvas.school.example'] : []),
    ...(to === 'canvas' && courseId === undefined ? ['--course-id 4711'] : []),
  ];
  if (missing.length > 0) throw new UsageError(`Where to? Give ${missing.join(' and ')}.`);
  if (courseId !== undefined && !/^(?:\d+|sis_course_id:[\w.-]+)$/.test(courseId)) {
    throw new UsageError(
      `--course-id ${JSON.stringify(courseId)} is not the number of a course. It is in the address of its page, as in /courses/4711.`,
    );
  }
}

async function pushTo(book: GradeBook, options: PushOptions, { io }: CommandInput): Promise<PushReport> {
  const { signal } = io;
  const send = options.send === true;
  const base = serverAddress(options.url ?? '', '--url');
  const isTokenSet = (io.env.CANVAS_TOKEN ?? '').trim() !== '';
  if (!send && !isTokenSet) {
    io.stderr.write('note: CANVAS_TOKEN is not set, so nothing is compared with what Canvas has.\n');
  }
  const client =
    send || isTokenSet
      ? new ApiClient({
          base,
          token: tokenOf(io.env, 'CANVAS_TOKEN'),
          signal,
          onWait: (text) => io.stderr.write(`note: ${printableLine(text)}\n`),
        })
      : null;
  return pushToCanvas(book, {
    client,
    courseId: options.courseId ?? '',
    send,
    comments: options.comments,
    wait: (milliseconds) => sleep(milliseconds, undefined, { signal }),
  });
}

function reportText({ pushed, unchanged }: PushReport, { send }: PushOptions): string {
  const lines = pushed.slice(0, SHOWN).map(({ student, assignment, what }) => `${student}, ${assignment}: ${what}`);
  if (pushed.length > SHOWN) lines.push(`and ${pushed.length - SHOWN} more; --json lists all`);
  const done = send === true ? 'sent' : 'would be sent';
  lines.push(`${pushed.length} ${done}, ${unchanged} are there already.`);
  if (send !== true && pushed.length > 0) lines.push('Nothing was sent. Add --send to send this.');
  return `${lines.map(printableLine).join('\n')}\n`;
}
