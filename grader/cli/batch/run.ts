import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { rememberNames } from '../../batch/feedback/index.ts';
import {
  addAll,
  addOverrides,
  type BatchProgress,
  BatchStore,
  describeEngine,
  differencesFrom,
  type EngineIdentity,
  type GradeBook,
  gradeAll,
  type Intake,
  isSettledNote,
  type Journal,
  keptCourse,
  type LoadedCourse,
  loadCourse,
  machineOf,
  missing,
  onTimeUntil,
  type Planned,
  readBook,
  readOwners,
  recordFound,
  takeIn,
  unknownAssignments,
} from '../../batch/index.ts';
import type { DrawnFor } from '../../platform/files/index.ts';
import { EXIT, InfrastructureError, printable, printableLine, UsageError } from '../../platform/index.ts';
import { findAssignments, ownRoots, resolveAssignment } from '../../spec/index.ts';
import type { CommandInput } from '../command.ts';
import { writeJson } from '../json.ts';
import { parseFormats, parsePattern, parseSeed } from '../options.ts';
import { writePages } from './class-page.ts';
import { openEngineOf } from './engine.ts';
import { feedbackNotes } from './feedback.ts';
import { assignmentsOf, refuseUnwritable, rootsOf, withBatch } from './open.ts';
import { batchProgress } from './progress.ts';
import { secretToRemember } from './secret.ts';
import { summaryJson, summaryText } from './summary.ts';

/** As declared in `commands.ts`. */
interface RunOptions {
  readonly out: string;
  readonly jobs?: string;
  readonly engine: 'local' | 'slurm';
  readonly resume?: true;
  readonly course?: string;
  readonly pattern?: string;
  readonly target?: 'auto' | 'emulator' | 'gpu';
  readonly nvcc?: 'auto' | 'require' | 'off';
  readonly sandbox?: 'auto' | 'docker';
  readonly sanitize?: true;
  readonly format?: string;
  readonly seed?: string;
  readonly reason?: string;
  readonly drawnFor?: DrawnFor;
  /** Without it, status 3 if most grades are open. */
  readonly failOn?: 'never' | 'infrastructure' | 'failed';
  readonly json?: string;
  readonly assignments?: string[];
}

/** `grade batch run`: many submissions, each to its own result; one that goes wrong never stops the rest. */
export async function batchRun(
  command: CommandInput,
  onProgress: (progress: BatchProgress) => void = () => undefined,
): Promise<number> {
  const { io, config, services } = command;
  const options = command.options as unknown as RunOptions;
  const { assignment, input } = readParameters(command.args, options);
  const started = performance.now();
  const course = options.course === undefined ? null : loadCourse(options.course);
  const found = await BatchStore.open(options.out);
  if (course && options.course !== undefined) {
    const there = findAssignments(rootsOf(found, options.assignments)).map(({ id }) => id);
    for (const note of unknownAssignments(options.course, course, there)) io.stderr.write(`note: ${printable(note)}\n`);
  }
  // A batch is begun only with an input that can be taken in.
  const intake = found === null ? await firstIntake(options, assignment, input, course) : null;
  const store = await openStore(found, command, assignment, await command.services.formats());
  const given = ownRoots(rootsOf(null, options.assignments));
  return withBatch(store, command, async (journal, { checkpoint }) => {
    if (course) {
      await store.keep(course.files);
      await addOverrides(store, journal, course.overrides);
    }
    await store.setSettings(store.batch.settings);
    await store.rememberRoots(given);
    const known = keptCourse(options.out);
    await takeSubmissions(store, journal, known, { input, intake }, command);
    // Grading can take hours, and a kill leaves the rest unrecorded.
    await checkpoint();
    const assignments = await assignmentsOf(store, options.assignments);
    const onSlurm = options.engine === 'slurm' ? journal : null;
    const engine = await openEngineOf({
      store,
      course: known,
      assignments,
      jobs: options.jobs,
      config,
      io,
      services,
      onSlurm,
    });
    const { pool, planned, jobs, identity } = engine;
    const line = batchProgress(io);
    const tasks = missing(planned);
    const studentOf = new Map(planned.map(({ attempt }) => [attempt.folder, attempt.student]));
    const chosen: string[] = [];
    try {
      if (tasks.length > 0) refuseOtherMachine(planned, identity, options);
      await journal.write({ event: 'opened', target: identity.target, engine: identity.engine, jobs });
      const { done, faults } = await gradeAll(
        store,
        journal,
        pool,
        tasks,
        (progress) => {
          line.show(progress);
          onProgress(progress);
        },
        describeEngine(identity),
        (attempt, note) => chosen.push(`${studentOf.get(attempt) ?? attempt}: ${note}`),
      );
      await journal.write({ event: 'closed', graded: done - faults, faults });
    } finally {
      line.end();
      pool.dispose();
    }
    if (chosen.length > 0) await store.taking(null, chosen);
    for (const note of chosen) io.stderr.write(`note: ${printableLine(note)}\n`);
    await recordFound(store, journal);
    const changed = planned.filter(({ standing }) => standing.kind === 'changed').length;
    const book = await readBook(store, known, [...assignments.values()]);
    for (const note of feedbackNotes(store, book)) io.stderr.write(`note: ${printable(note)}\n`);
    await writePages(store, book, known, command);
    const facts = {
      out: options.out,
      graded: tasks.length,
      kept: planned.length - tasks.length,
      changed,
      notes: store.batch.notes,
      durationMs: Math.round(performance.now() - started),
    };
    if (options.json !== '-') io.stdout.write(summaryText(book, facts));
    if (options.json !== undefined) await writeJson(summaryJson(book, facts), options.json, io);
    const status = exitStatus(book, options.failOn);
    if (options.failOn === undefined && status === EXIT.infrastructure) {
      io.stderr.write('Most grades are open, so the exit status is 3.\n');
    }
    return status;
  });
}

/** `[assignment] <input>`; nothing to go on with a batch. */
function readParameters(
  args: readonly string[],
  { resume, assignments }: RunOptions,
): { readonly assignment: string | null; readonly input: string | null } {
  const [first, second] = args;
  if (second !== undefined) return { assignment: first ?? null, input: second };
  if (first !== undefined && existsSync(first)) return { assignment: null, input: first };
  if (first !== undefined && findAssignments(rootsOf(null, assignments)).some(({ id }) => id === first)) {
    throw new UsageError(
      `The submissions are missing. Give their folder, archive or manifest, e.g. grade batch run ${first} submissions/.`,
    );
  }
  if (first !== undefined) {
    throw new UsageError(`${first} does not exist. Give the folder, archive or manifest with the submissions.`);
  }
  if (resume) return { assignment: null, input: null };
  throw new UsageError('What is to be graded? Give a folder, an archive or a manifest; or --resume to go on.');
}

/** A new batch, or the one that is to be gone on with. */
async function openStore(
  store: BatchStore | null,
  command: CommandInput,
  assignment: string | null,
  formats: readonly string[],
): Promise<BatchStore> {
  const options = command.options as unknown as RunOptions;
  const { out } = options;
  const reports =
    options.format === undefined ? null : parseFormats(options.format, formats).filter((format) => format !== 'text');
  if (assignment !== null) resolveAssignment(assignment, rootsOf(store, options.assignments));
  if (store === null) {
    refuseUnwritable(out);
    const settings = {
      target: options.target ?? 'auto',
      nvcc: options.nvcc ?? 'auto',
      sandbox: options.sandbox ?? 'auto',
      sanitize: options.sanitize === true,
      reports: reports ?? ['html'],
    };
    const drawnFor = options.drawnFor ?? null;
    const secret = secretToRemember(command);
    return BatchStore.create(out, { assignment, seed: parseSeed(options.seed), drawnFor, settings, secret });
  }
  if (!options.resume) {
    throw new UsageError(`${out} holds a batch already. Give --resume to go on with it, or another folder with --out.`);
  }
  if (assignment !== null && store.batch.assignment !== assignment) {
    const what = store.batch.assignment ?? 'the assignments of a manifest';
    throw new UsageError(`${out} holds a batch for ${what}, not for ${assignment}. Give another folder with --out.`);
  }
  if (options.seed !== undefined && parseSeed(options.seed) !== store.batch.seed) {
    throw new UsageError(`${out} was begun with another seed; one batch has one seed. Leave out --seed.`);
  }
  if (options.drawnFor !== undefined && Object.values(store.batch.draws).some((one) => one !== options.drawnFor)) {
    throw new UsageError(
      `${out} was begun with other hidden cases; a batch keeps its own. Leave out --drawn-for, or give another folder with --out.`,
    );
  }
  const { settings } = store.batch;
  // Written under the batch's lock, as all that is on record.
  store.batch.settings = {
    target: options.target ?? settings.target,
    nvcc: options.nvcc ?? settings.nvcc,
    sandbox: options.sandbox ?? settings.sandbox,
    sanitize: options.sanitize ?? settings.sanitize,
    reports: reports ?? settings.reports,
  };
  return store;
}

/** Reads the input of a batch that does not exist yet. @throws UsageError if there is none */
async function firstIntake(
  options: RunOptions,
  assignment: string | null,
  input: string | null,
  course: LoadedCourse | null,
): Promise<Intake> {
  if (input === null) {
    throw new UsageError(
      `${options.out} holds no batch to go on with. Give the folder that grade batch run was given with --out.`,
    );
  }
  const roots = rootsOf(null, options.assignments);
  if (assignment !== null) resolveAssignment(assignment, roots);
  return takeIn(input, {
    assignment,
    assignments: findAssignments(roots).map(({ id }) => id),
    roster: course?.roster ?? null,
    pattern: parsePattern(options.pattern),
    dueOf: (student) => (course && assignment !== null ? onTimeUntil(course.course, student, assignment) : null),
  });
}

/** Copies the submissions into the batch, which then needs its input no more. */
async function takeSubmissions(
  store: BatchStore,
  journal: Journal,
  { course, roster }: LoadedCourse,
  given: { readonly input: string | null; readonly intake: Intake | null },
  { io, options }: CommandInput,
): Promise<void> {
  const input = given.input ?? store.batch.takingFrom;
  if (input === null) return;
  const { reason, assignments } = options as unknown as RunOptions;
  const roots = rootsOf(store, assignments);
  const owners = await readOwners(store);
  const intake =
    given.intake ??
    (await takeIn(input, {
      assignment: store.batch.assignment,
      assignments: findAssignments(roots).map(({ id }) => id),
      roster,
      pattern: parsePattern((options as unknown as RunOptions).pattern),
      dueOf: (student) => onTimeUntil(course, student, store.batch.assignment ?? ''),
      ownerOf: (name) => owners.of(store.batch.assignment ?? '', name),
    }));
  const all = [...intake.handedIn, ...intake.held];
  await store.taking(resolve(input), intake.notes);
  const { added, retimed, decided, known, notes, settled } = await addAll(store, journal, all, io.signal, {
    at: new Date().toISOString(),
    reason: reason ?? `import of ${resolve(input)}`,
  });
  await rememberNames(store, all);
  const isObsolete = (text: string): boolean => isSettledNote(text, settled);
  await store.taking(null, notes, isObsolete);
  const parts = [
    `${added} new`,
    ...(decided > 0 ? [`${decided} decided`] : []),
    ...(known > 0 ? [`${known} known`] : []),
    ...(retimed > 0 ? [`${retimed} with another time`] : []),
  ];
  io.stderr.write(`${printable(input)}: ${intake.kind}; ${parts.join(', ')}\n`);
  for (const note of [...intake.notes, ...notes].filter((text) => !isObsolete(text)))
    io.stderr.write(`note: ${printableLine(note)}\n`);
}

/**
 * A batch has one machine: what one judged with nvcc, another must not judge without. Who names what to use has decided.
 * @throws InfrastructureError
 */
function refuseOtherMachine(
  planned: readonly Planned[],
  identity: EngineIdentity,
  { target, nvcc, sandbox }: RunOptions,
): void {
  if (target !== undefined || nvcc !== undefined || sandbox !== undefined) return;
  for (const { standing } of planned) {
    if (standing.kind === 'missing' || standing.kind === 'undecided') continue;
    const changed = differencesFrom(machineOf(standing.result), identity);
    if (changed.length === 0) continue;
    throw new InfrastructureError('This machine is not the one that began this batch, so nothing was graded.', {
      details: [
        ...changed,
        'Repair the machine (grade doctor shows what is missing) and run the same command again.',
        'To grade with this machine all the same, name what it has to use: --target, --nvcc or --sandbox.',
      ],
    });
  }
}

function exitStatus({ grades }: GradeBook, failOn: RunOptions['failOn']): number {
  const open = grades.filter((grade) => grade.open !== null).length;
  const handedIn = grades.filter(({ attempts }) => attempts.length > 0).length;
  if (failOn === undefined && 2 * open > handedIn) return EXIT.infrastructure;
  if (failOn !== undefined && failOn !== 'never' && open > 0) return EXIT.infrastructure;
  return failOn === 'failed' && grades.some(({ counted }) => counted?.result?.verdict === 'failed')
    ? EXIT.problems
    : EXIT.success;
}
