import { basename, join, relative } from 'node:path';
import { addResult } from '../course/index.ts';
import { type Compared, wordChanges } from '../explain/index.ts';
import { readHandIn } from '../handin/index.ts';
import { assertWritableFolder, type DrawnFor, seedSource, watchSaves, writeReports } from '../platform/files/index.ts';
import {
  checkHeap,
  EXIT,
  GradeError,
  InfrastructureError,
  messageOf,
  printable,
  textWidth,
  UsageError,
  usesColor,
} from '../platform/index.ts';
import type { GradeResult } from '../result/index.ts';
import type { Assignment } from '../spec/index.ts';
import { chooseSubmission } from './choose-submission.ts';
import type { CommandInput } from './command.ts';
import { docsUrlOf } from './docs-url.ts';
import type { Graded, Grader } from './grader.ts';
import { type Io, writeError } from './io.ts';
import { assertWritableJson, writeJson } from './json.ts';
import { type MachineFlags, machineOptions } from './machine-options.ts';
import { cacheSettings } from './machine-settings.ts';
import { parseFormats, parseSeed } from './options.ts';
import { progressLine } from './progress.ts';
import { pathForReaders, workflowRun } from './workflow.ts';

/** As declared in `commands.ts`. */
interface SubmitOptions extends MachineFlags {
  readonly reportDir: string;
  readonly format: string;
  readonly json?: string;
  readonly seed?: string;
  readonly drawnFor?: DrawnFor;
  readonly sanitize?: true;
  readonly diagnose?: boolean;
  readonly watch?: true;
  readonly verbose?: true;
  readonly open?: true;
  readonly assignments?: string[];
}

/** The exit status, and where the HTML report lies. */
interface Told {
  readonly status: number;
  readonly html: string | null;
}

interface Plan {
  readonly assignment: Assignment;
  readonly file: string;
  /** The exercise's folder, which keeps the results; null if `grade start` made none. */
  readonly folder: string | null;
  readonly formats: readonly string[];
  readonly seed: string;
  /** The seed follows from no secret. */
  readonly seedIsPublic: boolean;
  readonly docsUrl: string | null;
  readonly options: SubmitOptions;
  /** What the machine form is of; null as soon as it is written. */
  untold: { readonly fileName: string; readonly sha256: string } | null;
}

/** `grade submit`: everything that can be wrong with the command line is said before the engine is loaded. */
export async function submit({ args, options: given, config, io, services }: CommandInput): Promise<number> {
  const options = given as unknown as SubmitOptions;
  const { assignment, file, folder, notes } = await chooseSubmission(args, {
    io,
    services,
    given: options.assignments,
  });
  for (const note of notes) io.stderr.write(`note: ${printable(note)}\n`);
  const plan: Plan = {
    assignment,
    file,
    folder,
    formats: parseFormats(options.format, await services.formats()),
    ...seedOf(options, io.env.GRADE_SECRET_FILE ?? config.secretFile ?? null, assignment.spec.id),
    docsUrl: docsUrlOf(io, config),
    options,
    untold: null,
  };
  if (plan.formats.some((format) => format !== 'text')) assertWritableFolder(options.reportDir);
  if (options.json !== undefined) assertWritableJson(options.json, file);
  // A watched file may be missing or broken for a moment; at the start it has to be there.
  plan.untold = await readHandIn(file, assignment.spec);
  const started = performance.now();
  try {
    return await gradeWith(plan, { config, io, services });
  } catch (error) {
    if (!io.signal.aborted && !options.watch) {
      // Where that fails too, what went wrong first is the news.
      await tellFault(error, plan, performance.now() - started, io).catch(() => undefined);
    }
    throw error;
  }
}

/** @throws UsageError if `--drawn-for` has no secret to draw from */
function seedOf(
  { seed, drawnFor }: SubmitOptions,
  secretFile: string | null,
  assignment: string,
): Pick<Plan, 'seed' | 'seedIsPublic'> {
  const seedIsPublic = seed !== undefined || secretFile === null;
  if (drawnFor !== undefined && seedIsPublic) {
    throw new UsageError(
      `--drawn-for ${drawnFor} needs the secret of the course, and no --seed. Name the file of the secret in grade.config.yaml (secretFile).`,
    );
  }
  return { seed: seedSource(parseSeed(seed), secretFile)(assignment, drawnFor), seedIsPublic };
}

async function gradeWith(
  plan: Plan,
  { config, io, services }: Pick<CommandInput, 'config' | 'io' | 'services'>,
): Promise<number> {
  const { options } = plan;
  checkHeap('grade');
  const grader = await services.grader(cacheSettings(io, config), machineOptions(options, config, io));
  for (const reason of grader.skipped) io.stderr.write(`note: ${printable(reason)}\n`);
  try {
    if (options.watch) return await watch(plan, grader, io, services.open);
    const { status, html } = await gradeOnce(plan, grader, io, io.signal);
    if (options.open) await show(html, services.open, io);
    return status;
  } finally {
    await grader.dispose();
  }
}

/** Programs that read the machine form are told that there is no verdict, and whose doing that is. */
async function tellFault(error: unknown, plan: Plan, durationMs: number, io: Io): Promise<void> {
  const { assignment, options, untold } = plan;
  const isMachines = !(error instanceof GradeError) || error instanceof InfrastructureError;
  if (options.json === undefined || untold === null || !isMachines) return;
  const { faultResult } = await import('../pipeline/grade/index.ts');
  const about = {
    assignment,
    ...untold,
    target: options.target === 'gpu' ? ('gpu' as const) : ('emulator' as const),
    node: process.version,
    durationMs: 1000 * Math.ceil(durationMs / 1000),
  };
  await writeJson(faultResult(about, messageOf(error)), options.json, io);
}

/** The milliseconds for the line that decides. With --watch, or without a report, it is not looked for. */
function diagnoseMs({ formats, options: { diagnose, watch, json } }: Plan): number {
  if (diagnose !== undefined) return diagnose ? ASKED_MS : 0;
  const hasReport = formats.some((format) => format !== 'text') || json !== '-';
  return watch || !hasReport ? 0 : DEFAULT_MS;
}

/** The limits with --diagnose and without. A line is mostly found within 1 s on 2 processors. */
const ASKED_MS = 60_000;
const DEFAULT_MS = 3_000;

/**
 * Grades the file as it is now, and shows the result.
 * @param lead - writes what comes before the report
 */
async function gradeOnce(
  plan: Plan,
  grader: Grader,
  io: Io,
  signal: AbortSignal,
  lead: (result: GradeResult) => void = () => undefined,
): Promise<Told> {
  const { assignment, file, formats, seed, seedIsPublic, docsUrl, options } = plan;
  const { headers, note, ...submission } = await readHandIn(file, assignment.spec);
  if (note !== null) io.stderr.write(`note: ${printable(note)}\n`);
  const progress = progressLine(io);
  let graded: Graded;
  try {
    graded = await grader.grade({
      assignment,
      ...submission,
      ...(headers.length > 0 && { headers }),
      seed,
      seedIsPublic,
      sanitize: options.sanitize === true,
      diagnoseMs: diagnoseMs(plan),
      onProgress: (event) => progress.show(event),
      signal,
    });
  } finally {
    progress.clear();
  }
  signal.throwIfAborted();
  lead(graded.result);
  const workflow = formats.includes('github') ? workflowRun(io) : null;
  if (formats.includes('text') && options.json !== '-') {
    const text = graded.text({
      color: usesColor(io.stdout, io.env),
      width: textWidth(io.stdout),
      verbose: options.verbose === true,
    });
    io.stdout.write(workflow ? workflow.quote(text) : text);
  }
  plan.untold = null;
  await keep(plan, graded, io);
  if (options.json !== undefined) await writeJson(graded.result, options.json, io, graded.at);
  const files = graded.files(formats, pathForReaders(file, io), docsUrl);
  // Where stdout is the machine form's alone, GitHub reads commands on stderr as well.
  workflow?.publish(files, options.json === '-' ? io.stderr : io.stdout);
  if (files.length === 0) return { status: exitStatus(graded.result), html: null };
  const paths = await writeReports(options.reportDir, files, { time: graded.at });
  const html = paths.find((path) => path.endsWith('.html')) ?? null;
  const shown = html === null ? options.reportDir : join(options.reportDir, basename(html));
  io.stderr.write(`Report: ${printable(shown)}\n`);
  return { status: exitStatus(graded.result), html };
}

/** Keeps a result in the exercise's folder, for `grade progress`. */
async function keep({ folder }: Plan, { result, at }: Graded, io: Io): Promise<void> {
  if (folder === null) return;
  try {
    await addResult(folder, result, at);
  } catch (error) {
    io.stderr.write(`warning: The result cannot be kept in ${printable(folder)}: ${messageOf(error)}.\n`);
    return;
  }
  if (result.verdict === 'passed' && io.stderr.isTTY) io.stderr.write('Next exercise: grade next\n');
}

/** 0 passed, 1 graded and not passed; an `error` is somebody else's than the student's. */
function exitStatus({ verdict, responsible }: GradeResult): number {
  if (verdict === 'passed') return EXIT.success;
  if (verdict === 'failed' || responsible === 'student') return EXIT.problems;
  return responsible === 'assignment' ? EXIT.usage : EXIT.infrastructure;
}

/** Grades on every save with the same warm engine until the user interrupts. A save during a run starts it anew. */
async function watch(plan: Plan, grader: Grader, io: Io, open: (path: string) => Promise<boolean>): Promise<number> {
  let dirty = true;
  let opened = plan.options.open !== true;
  let current: AbortController | null = null;
  let wake: () => void = () => undefined;
  const lead = changesLead(io);
  const nudge = (): void => {
    current?.abort();
    wake();
  };
  const stop = watchSaves(plan.file, () => {
    dirty = true;
    nudge();
  });
  io.signal.addEventListener('abort', nudge);
  try {
    while (!io.signal.aborted) {
      if (!dirty) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      dirty = false;
      current = new AbortController();
      const html = await gradeForWatch(plan, grader, io, current.signal, lead);
      current = null;
      if (!opened && html !== null) {
        opened = true;
        await show(html, open, io);
      }
      if (!dirty && !io.signal.aborted) {
        io.stderr.write(`Watching ${printable(relative(process.cwd(), plan.file))}; press Ctrl-C to stop.\n`);
      }
    }
    return 0;
  } finally {
    stop();
    io.signal.removeEventListener('abort', nudge);
  }
}

/** Clears a terminal's screen and the lines above it, and begins at its top. */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

/** Returns what begins each report of `--watch`: the time, and what changed since the last save. */
function changesLead(io: Io): (result: GradeResult) => void {
  let before: Compared | null = null;
  return (result) => {
    if (io.stdout.isTTY && io.stderr.isTTY && io.env.TERM !== 'dumb') io.stdout.write(CLEAR);
    io.stderr.write(`${new Date().toTimeString().slice(0, 8)}  ${wordChanges(before, result)}\n`);
    // An open grade says nothing about the program: the next one is compared with the last that is not.
    if (result.verdict !== 'error') before = result;
  };
}

/** A file that cannot be graded at this moment is no reason to stop watching it. */
async function gradeForWatch(
  plan: Plan,
  grader: Grader,
  io: Io,
  signal: AbortSignal,
  lead: (result: GradeResult) => void,
): Promise<string | null> {
  try {
    return (await gradeOnce(plan, grader, io, signal, lead)).html;
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof GradeError)) throw error;
    writeError(error.message, error.details, io);
    return null;
  }
}

async function show(html: string | null, open: (path: string) => Promise<boolean>, io: Io): Promise<void> {
  if (html === null) io.stderr.write('warning: --open shows the HTML report, and --format leaves it out.\n');
  else if (!(await open(html)))
    io.stderr.write(`warning: no program to show the report was found. Open ${html} yourself.\n`);
}
