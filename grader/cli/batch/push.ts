import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Note, noteLines, withEqualTotals } from '../../batch/export/index.ts';
import { type BatchStore, type GradeBook, JOURNAL_FILE, readBook, readJournal } from '../../batch/index.ts';
import {
  ApiClient,
  checkRepositories,
  type Push,
  type PushLog,
  type PushReport,
  pushToCanvas,
  pushToGitHub,
  serverAddress,
  tokenOf,
} from '../../batch/push/index.ts';
import { EXIT, printable, printableLine, UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { writeJson } from '../json.ts';
import { feedbackNotes } from './feedback.ts';
import { Notes } from './notes.ts';
import { openBatch, withBatch } from './open.ts';
import { warnOfChanges } from './record-check.ts';

/** The options that `commands.ts` declares. */
interface PushOptions {
  readonly to?: 'canvas' | 'github';
  readonly send?: true;
  readonly url?: string;
  readonly courseId?: string;
  readonly repository?: string;
  readonly comments: boolean;
  readonly as: 'comment' | 'check';
  readonly unverified?: true;
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
  if (options.send !== true) await warnOfChanges(store, command);
  const report =
    options.send === true ? await sendAll(book, store, options, command) : await pushTo(book, store, options, command);
  const notes = [...apart, ...report.notes];
  const shown = new Notes(io);
  for (const line of noteLines(notes.map(noteOf))) shown.say(line, '--json');
  if (options.json !== undefined) {
    await writeJson({ schemaVersion: 1, sent: options.send === true, ...report, notes }, options.json, io);
  }
  if (options.json !== '-') io.stdout.write(printable(reportText(report, options)));
  return notes.length > 0 ? EXIT.problems : EXIT.success;
}

/** Returns a note as that of a student, so that equal reasons are one line. */
function noteOf(text: string): Note {
  const groups = /^(?<who>.+?, [^,: ]+): (?<why>not sent.*)$/.exec(text)?.groups;
  return groups?.who !== undefined && groups.why !== undefined ? { who: groups.who, why: groups.why } : text;
}

/** Sends grades under the batch's lock, and writes down what was sent to whom. */
async function sendAll(
  book: GradeBook,
  store: BatchStore,
  options: PushOptions,
  command: CommandInput,
): Promise<PushReport> {
  // A wrong option is reported before anything is written.
  tokenOf(command.io.env, variableOf(options));
  return withBatch(store, command, async (journal, { hashOf }) => {
    const changes = await warnOfChanges(store, command, [], hashOf);
    if (changes > 0 && options.unverified !== true) {
      throw new UsageError(
        'Nothing was sent, because the record of the batch was changed by hand. Restore it, or give --unverified to send these grades.',
      );
    }
    const to = destinationOf(options);
    const open = new Map<string, Push>();
    const sent: Push[] = [];
    const keyOf = ({ student, assignment }: Pick<Push, 'student' | 'assignment'>): string =>
      JSON.stringify([student, assignment]);
    const unclear = new Map<string, Push>();
    for (const event of (await readJournal(store.path(JOURNAL_FILE))).events) {
      if (event.event !== 'sending' && event.event !== 'sent' && event.event !== 'refused') continue;
      const { student, assignment, what } = event;
      if (event.event === 'sending' && event.to === to) unclear.set(keyOf(event), { student, assignment, what });
      else if (event.to === to) unclear.delete(keyOf(event));
    }
    const log: PushLog = {
      sending: async (push) => {
        open.set(keyOf(push), push);
        await journal.write({ event: 'sending', ...push, to });
      },
      ended: async (push, refusal) => {
        open.delete(keyOf(push));
        if (refusal === null) sent.push(push);
        if (refusal === null) await journal.write({ event: 'sent', ...push, to });
        else await journal.write({ event: 'refused', ...push, to, reason: refusal });
      },
      there: async (grade) => {
        // An interrupted push did not see the answer.
        const push = unclear.get(keyOf(grade));
        if (push && !open.has(keyOf(grade))) await journal.write({ event: 'sent', ...push, to });
      },
    };
    try {
      return await pushTo(book, store, options, command, log);
    } catch (error) {
      const names = (all: Iterable<Push>): string =>
        [...all].map(({ student, assignment }) => `${student}, ${assignment}`).join('; ');
      if (sent.length > 0)
        command.io.stderr.write(
          `note: ${sent.length} ${sent.length === 1 ? 'was' : 'were'} sent: ${printableLine(names(sent))}.\n`,
        );
      if (open.size > 0) {
        command.io.stderr.write(
          `note: ${open.size} may have been sent, because the answer is missing: ${printableLine(names(open.values()))}. The next push looks first.\n`,
        );
      }
      if (sent.length + open.size === 0) command.io.stderr.write('note: Nothing was sent.\n');
      throw error;
    }
  });
}

/** Returns where a push goes, for the record. */
function destinationOf({ to, url, courseId, repository }: PushOptions): string {
  return to === 'github' ? `${url ?? GITHUB}, ${repository}` : `${url}, course ${courseId}`;
}

function variableOf({ to }: PushOptions): 'GITHUB_TOKEN' | 'CANVAS_TOKEN' {
  return to === 'github' ? 'GITHUB_TOKEN' : 'CANVAS_TOKEN';
}

/** @throws UsageError with everything that is missing or wrong */
function checkOptions({ to, url, courseId, repository }: PushOptions): void {
  const missing = [
    ...(to === undefined ? ['--to canvas or --to github'] : []),
    ...(to === 'canvas' && url === undefined ? ['--url https://canvas.school.example'] : []),
    ...(to === 'canvas' && courseId === undefined ? ['--course-id 4711'] : []),
    ...(to === 'github' && repository === undefined ? ["--repository 'cs101/hw3-{student}'"] : []),
  ];
  if (missing.length > 0) throw new UsageError(`Where to? Give ${missing.join(' and ')}.`);
  if (repository !== undefined) checkRepositories(repository, '--repository');
  if (courseId !== undefined && !/^(?:\d+|sis_course_id:[\w.-]+)$/.test(courseId)) {
    throw new UsageError(
      `--course-id ${JSON.stringify(courseId)} is not the number of a course. It is in the address of its page, as in /courses/4711.`,
    );
  }
}

const GITHUB = 'https://github.com';
const GITHUB_HEADERS = {
  Accept: 'application/vnd.github+json',
  'X-GitHub-Api-Version': '2022-11-28',
  'User-Agent': 'cuda-course-grade',
};

async function pushTo(
  book: GradeBook,
  store: Pick<BatchStore, 'batch'>,
  options: PushOptions,
  { io }: CommandInput,
  log?: PushLog,
): Promise<PushReport> {
  const { signal } = io;
  const send = options.send === true;
  const wait = (milliseconds: number): Promise<void> => sleep(milliseconds, undefined, { signal });
  const toGitHub = options.to === 'github';
  const given = serverAddress(options.url ?? GITHUB, '--url');
  const isOwn = toGitHub && given.origin !== GITHUB;
  const variable = variableOf(options);
  const own = { ...(log && { log }), wait };
  const isTokenSet = (io.env[variable] ?? '').trim() !== '';
  if (!send && !isTokenSet) {
    io.stderr.write(`note: ${variable} is not set, so nothing is compared with what is there.\n`);
  }
  const client =
    send || isTokenSet
      ? new ApiClient({
          base: toGitHub && !isOwn ? new URL('https://api.github.com/') : given,
          token: tokenOf(io.env, variable),
          ...(toGitHub && { headers: GITHUB_HEADERS }),
          signal,
          onWait: (text) => io.stderr.write(`note: ${printableLine(text)}\n`),
        })
      : null;
  if (toGitHub) {
    // GitHub Enterprise has its API on the server itself.
    const prefix = isOwn ? '/api/v3' : '';
    const batch = createHash('sha256').update(store.batch.createdAt).digest('hex').slice(0, 8);
    return pushToGitHub(book, {
      client,
      prefix,
      repository: options.repository ?? '',
      send,
      batch,
      as: options.as,
      ...own,
    });
  }
  return pushToCanvas(book, { client, courseId: options.courseId ?? '', send, comments: options.comments, ...own });
}

function reportText({ pushed, unchanged }: PushReport, { send }: PushOptions): string {
  const lines = pushed.slice(0, SHOWN).map(({ student, assignment, what }) => `${student}, ${assignment}: ${what}`);
  if (pushed.length > SHOWN) lines.push(`and ${pushed.length - SHOWN} more; --json lists all`);
  const done = send === true ? 'sent' : 'would be sent';
  lines.push(`${pushed.length} ${done}, ${unchanged} ${unchanged === 1 ? 'is' : 'are'} there already.`);
  if (send !== true && pushed.length > 0) lines.push('Nothing was sent. Add --send to send this.');
  return `${lines.map(printableLine).join('\n')}\n`;
}
