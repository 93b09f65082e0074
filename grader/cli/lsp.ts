import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { definedIn, openExercise } from '../course/index.ts';
import { cudaIn, defines, type HandIn, HandInError, hasKernelsInPython, isPython } from '../handin/index.ts';
import { type Checked, type CheckedFile, serve, type Workplace } from '../lsp/index.ts';
import { PROGRAM_LIMITS } from '../pipeline/run/index.ts';
import { decodeSubmission, readHeaders } from '../platform/files/index.ts';
import { EXIT, type GradeError, messageOf, printableLine, UsageError } from '../platform/index.ts';
import type { Finding, GradeResult } from '../result/index.ts';
import { type Assignment, assignmentRoots, resolveAssignment } from '../spec/index.ts';
import type { CommandInput } from './command.ts';
import { exercisesInOrder } from './exercise.ts';
import type { Grader, Runner, Tracer } from './grader.ts';
import type { Io } from './io.ts';
import { cacheSettings } from './machine-settings.ts';
import { splitRunArguments } from './nvcc-options.ts';
import { optionFiles } from './option-files.ts';
import { readSources } from './run-sources.ts';

/** `grade lsp`: serves an editor over standard input and output until it ends. */
export async function lsp({ options, config, io, services }: CommandInput): Promise<number> {
  if (io.stdin === null) throw new UsageError('`grade lsp` is started by an editor, which talks over standard input.');
  const { assignments, exercise } = options as { readonly assignments?: string[]; readonly exercise?: string };
  const cache = cacheSettings(io, config);
  const grader = later(() => services.grader(cache, { target: 'emulator', nvcc: 'off', sandbox: 'none' }));
  const runner = later(() => services.runner(cache));
  const tracer = later(() => services.tracer(cache));
  const pages = later(() => mkdtemp(join(tmpdir(), 'grade-trace-')));
  const place = new EditorPlace({ grader: grader.get, runner: runner.get, tracer: tracer.get, pages: pages.get }, io, {
    assignments,
    exercise,
  });
  try {
    return (await serve(inputOf(io.stdin), outputOf(io), place, io.signal)) === 0 ? EXIT.success : EXIT.problems;
  } finally {
    await Promise.all([grader, runner, tracer].map(async (each) => (await each.made())?.dispose()));
    const folder = await pages.made();
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
}

/** Returns what makes something when it is first asked for, and knows whether it was. */
function later<Made>(make: () => Promise<Made>): { get(): Promise<Made>; made(): Promise<Made | null> } {
  let made: Promise<Made> | null = null;
  return {
    get: () => {
      // What failed is tried again, because the cause can be gone.
      made ??= make().catch((error: unknown) => {
        made = null;
        throw error;
      });
      return made;
    },
    made: async () => (made === null ? null : made.catch(() => null)),
  };
}

interface Tools {
  grader(): Promise<Grader>;
  runner(): Promise<Runner>;
  tracer(): Promise<Tracer>;
  /** Returns the folder for pages. */
  pages(): Promise<string>;
}

/** A file that is for no exercise, and no program. */
const NOTHING: Checked = { findings: [], summary: '' };

class EditorPlace implements Workplace {
  readonly #tools: Tools;
  readonly #io: Io;
  readonly #given: { readonly assignments: string[] | undefined; readonly exercise: string | undefined };
  #pages = 0;

  constructor(tools: Tools, io: Io, given: { assignments: string[] | undefined; exercise: string | undefined }) {
    this.#tools = tools;
    this.#io = io;
    this.#given = given;
  }

  async check(file: CheckedFile, signal: AbortSignal): Promise<Checked | null> {
    const [assignment, ...others] = this.#assignmentsOf(file);
    const ids = others.length > 0 && assignment ? [assignment, ...others].map(({ spec }) => spec.id) : [];
    if (ids.length > 0) return { findings: [], summary: wordChoice(ids), choices: ids };
    try {
      if (assignment) return await this.#graded(assignment, file, signal);
      if (!isProgram(file)) return NOTHING;
      return file.isSaved ? await this.#run(file, signal) : null;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof UsageError)) throw error;
      return { findings: refusal(error), summary: error.message };
    }
  }

  async trace(file: CheckedFile, finding: Finding | null, signal: AbortSignal): Promise<string> {
    const { block = null, thread = null, kernel = null } = finding ?? {};
    const target = { block: triple(block), thread: triple(thread), kernel };
    const [assignment] = this.#assignmentsOf(file);
    const tracer = await this.#tools.tracer();
    let page: string;
    if (assignment) {
      const handIn = await handInOf(file, assignment);
      const view = await tracer.submission({
        assignment,
        ...handIn,
        caseName: finding?.case ?? null,
        ...target,
        signal,
      });
      page = view.page();
    } else {
      const view = await tracer.program({ ...(await this.#program(file)), limits: PROGRAM_LIMITS, ...target, signal });
      page = view.page();
    }
    this.#pages += 1;
    const path = join(await this.#tools.pages(), `trace-${this.#pages}.html`);
    await writeFile(path, page);
    return path;
  }

  log(line: string): void {
    this.#io.stderr.write(`${printableLine(line)}\n`);
  }

  /** Returns the exercise of the folder, the one that the user named, or all whose function the text defines. */
  #assignmentsOf({ path, text, exercise }: CheckedFile): readonly Assignment[] {
    // Much Python calls a function like `softmax`.
    if (exercise === null && isPython(path) && !hasKernelsInPython(text)) return [];
    const folder = openExercise(dirname(path));
    const roots = assignmentRoots([...(this.#given.assignments ?? []), ...(folder?.roots ?? [])]);
    const named = exercise ?? folder?.assignment ?? this.#given.exercise;
    if (named !== undefined) return [resolveAssignment(named, roots)];
    const { exercises } = exercisesInOrder(roots);
    const meant = definedIn(
      text,
      path,
      exercises.map(({ spec }) => spec),
    ).map(({ id }) => id);
    return exercises.filter(({ spec }) => meant.includes(spec.id));
  }

  async #graded(assignment: Assignment, file: CheckedFile, signal: AbortSignal): Promise<Checked> {
    const { note: _, ...handIn } = await handInOf(file, assignment);
    const grader = await this.#tools.grader();
    const { result } = await grader.grade({
      assignment,
      ...handIn,
      seed: '1',
      seedIsPublic: true,
      onProgress: () => undefined,
      signal,
    });
    return { findings: result.checks.flatMap(({ findings }) => findings), summary: summaryOf(result) };
  }

  async #run(file: CheckedFile, signal: AbortSignal): Promise<Checked> {
    const program = await this.#program(file);
    const runner = await this.#tools.runner();
    const { findings } = await runner.run({
      ...program,
      checks: null,
      counters: false,
      limits: PROGRAM_LIMITS,
      onOutput: () => undefined,
      onProgress: () => undefined,
      signal,
    });
    const count =
      findings.length === 0 ? 'no findings' : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`;
    return { findings, summary: `${basename(file.path)}: ${count}` };
  }

  async #program({ path }: CheckedFile) {
    const { command } = splitRunArguments([path], new Map(), optionFiles);
    const { notes: _, ...sources } = await readSources(command, null, []);
    return { ...sources, args: [], files: { workingFolder: dirname(path), folders: [] } };
  }
}

function wordChoice(ids: readonly string[]): string {
  return `Which exercise is this file for? It defines the function of: ${ids.join(', ')}. Choose one among the actions of this line, or work in a folder of \`grade start\`.`;
}

function triple(index: readonly number[] | null): readonly [number, number, number] | null {
  if (index === null) return null;
  const [x = 0, y = 0, z = 0] = index;
  return [x, y, z];
}

/** Reads what an editor has as `readHandIn` reads a file. @throws UsageError if it cannot be a hand-in */
async function handInOf({ path, text }: CheckedFile, { spec }: Assignment): Promise<HandIn> {
  const bytes = Buffer.from(text);
  const fileName = basename(path);
  const source = decodeSubmission(bytes, fileName);
  const file = { source, fileName, sha256: createHash('sha256').update(bytes).digest('hex') };
  if (!isPython(fileName)) return { ...file, headers: await readHeaders(path, source), note: null };
  return { ...file, ...(await cudaIn(file, spec)) };
}

function isProgram({ path, text }: CheckedFile): boolean {
  return /\.cu$/i.test(path) && defines(text, 'main');
}

function summaryOf({ assignment, verdict, score, maxScore }: GradeResult): string {
  return verdict === 'error' ? `${assignment}: no points yet` : `${assignment}: ${score} of ${maxScore} points`;
}

/** Returns the places of a hand-in that has no source, as findings; a message without one is about the file. */
function refusal(error: GradeError): Finding[] {
  const problems = error instanceof HandInError ? error.problems : [];
  const about = { rule: 'compile-error', severity: 'error' } as const;
  if (problems.length === 0) return [{ ...about, message: error.message }];
  return problems.map(({ line, column, reason }) => ({ ...about, message: `${reason}.`, line, column }));
}

const CHUNK_BYTES = 65_536;

function inputOf(stdin: NonNullable<Io['stdin']>): Readable {
  return new Readable({
    read() {
      stdin.read(CHUNK_BYTES).then(
        (bytes) => this.push(bytes.length === 0 ? null : bytes),
        (error: unknown) => this.destroy(error instanceof Error ? error : new Error(messageOf(error))),
      );
    },
  });
}

function outputOf({ stdout }: Io): Writable {
  return new Writable({
    write(chunk: Buffer, _, done) {
      stdout.write(chunk);
      done();
    },
  });
}
