import { resolve } from 'node:path';
import {
  wordAgreement,
  wordDifference,
  wordElsewhere,
  wordExplain,
  wordQueue,
  wordRefusedFile,
  wordStreamsStop,
  wordUnfinishedTool,
  wordWrittenFiles,
} from '../explain/index.ts';
import {
  compareRuns,
  folderFrom,
  foldersWith,
  PROGRAM_LIMITS,
  type ProgramRequest,
  renderCounters,
  renderGcc,
} from '../pipeline/run/index.ts';
import { checkHeap, EXIT, printableLine, UsageError, usesColor } from '../platform/index.ts';
import type { RunResultJson } from '../result/index.ts';
import type { CommandInput } from './command.ts';
import { runLines } from './from-make.ts';
import { assertWritableJson, writeJson } from './json.ts';
import { cacheSettings, gpuSettings } from './machine-settings.ts';
import { splitRunArguments } from './nvcc-options.ts';
import { optionFiles } from './option-files.ts';
import { progressLine } from './progress.ts';
import { assertFolder, parseChecks, parseMemory, parseSeconds } from './run-options.ts';
import { readSources } from './run-sources.ts';

/** As declared in `commands.ts`. */
interface RunCommandOptions {
  readonly target: 'emulator' | 'gpu';
  readonly compare?: true;
  readonly sandbox?: 'auto' | 'docker' | 'none';
  readonly counters?: true;
  readonly check?: string;
  readonly json?: string;
  readonly include?: readonly string[];
  readonly dir?: readonly string[];
  readonly timeout?: string;
  readonly deviceMemory?: string;
  readonly hostMemory?: string;
  /** Empty if the file is looked for. */
  readonly fromMake?: string;
}

const ACTIVITIES = { compile: 'compiling', run: '' } as const;

/** `grade run`: the program's own output goes where the program sends it; everything else goes to standard error. */
export async function run({ args, options: given, config, io, services }: CommandInput): Promise<number> {
  const options = given as unknown as RunCommandOptions;
  if (options.fromMake !== undefined) {
    for (const line of runLines(options.fromMake || null, args[0] ?? null, io.cwd)) io.stdout.write(`${line}\n`);
    return EXIT.success;
  }
  const { command } = splitRunArguments(args, new Map(), optionFiles);
  assertTarget(options);
  const onGpu = options.target === 'gpu';
  const checks = parseChecks(options.check);
  const mostSeconds = onGpu ? GPU_SECONDS : undefined;
  const wallMs = parseSeconds(options.timeout, PROGRAM_LIMITS.wallMs / 1000, mostSeconds) * 1000;
  const memory = parseMemory(options.deviceMemory, options.hostMemory);
  const folders = (options.dir ?? []).map((folder) => resolve(io.cwd, folder));
  for (const folder of folders) assertFolder('--dir', folder);
  for (const folder of options.include ?? []) assertFolder('--include', folder);
  const { notes, project, ...sources } = await readSources(command, io.stdin, options.include ?? []);
  const { fileName: file, source, headers } = sources;
  if (options.json !== undefined) assertWritableJson(options.json, file);
  checkHeap('grade');
  for (const note of [...command.notes.map((text) => `${text}.`), ...notes])
    io.stderr.write(`note: ${printableLine(note)}\n`);
  const progress = progressLine(io);
  // With --json stdout is the machine's.
  const stdout = options.json === '-' ? io.stderr : io.stdout;
  // What was the source is not also the program's input.
  const stdin = command.sources.includes('-') ? null : io.stdin;
  const common = { ...sources, args: command.programArguments, checks, signal: io.signal };
  const onOutput = (stream: 'stdout' | 'stderr', bytes: Uint8Array) =>
    (stream === 'stdout' ? stdout : io.stderr).write(bytes);
  const onEmulator = async (streams: Pick<ProgramRequest, 'onOutput' | 'readInput'>): Promise<RunResultJson> => {
    const runner = await services.runner(cacheSettings(io, config));
    try {
      return await runner.run({
        ...common,
        ...streams,
        files: { workingFolder: io.cwd, folders },
        counters: options.counters === true,
        limits: { ...PROGRAM_LIMITS, ...memory, wallMs },
        onProgress: (stage) => (stage === 'compile' ? progress.show(activity(ACTIVITIES[stage])) : progress.clear()),
      });
    } finally {
      await runner.dispose();
    }
  };
  const onOneGpu = async (): Promise<RunResultJson> => {
    const runner = await services.gpuRunner({
      ...gpuSettings(io, config),
      onWaiting: (waiting) =>
        waiting === null ? progress.clear() : progress.show(activity(wordQueue(waiting.before, waiting.expectedMs))),
    });
    try {
      return await runner.run({
        ...common,
        wallMs,
        onOutput,
        onProgress: (stage) => {
          if (stage === 'run') progress.clear();
          else progress.show(activity(stage === 'compile' ? ACTIVITIES.compile : `compute-sanitizer (${stage})`));
        },
      });
    } finally {
      await runner.dispose();
    }
  };
  let result: RunResultJson;
  let differences: readonly string[] | null = null;
  try {
    if (onGpu) {
      result = await onOneGpu();
      if (options.compare) {
        // Neither run has a standard input, so that both have the same one.
        differences = compareRuns(result, await onEmulator({})).map(wordDifference);
        if (result.gpu) result = { ...result, gpu: { ...result.gpu, differences: [...differences] } };
      }
    } else result = await onEmulator({ onOutput, ...(stdin && { readInput: stdin.read }) });
  } finally {
    progress.clear();
    io.stdin?.close();
  }
  io.signal.throwIfAborted();
  const files = [{ name: file, text: source }, ...headers, ...sources.units];
  const lines = new Map(files.map(({ name, text }) => [name, text.split('\n')]));
  io.stderr.write(
    renderGcc(result.findings, {
      color: usesColor(io.stderr, io.env),
      lines: (name) => lines.get(name) ?? null,
    }),
  );
  for (const path of missingHeaders(result, (name) => lines.get(name) ?? [])) {
    const elsewhere = foldersWith(path, project).map((folder) => folderFrom(io.cwd, folder));
    if (elsewhere.length > 0) io.stderr.write(`note: ${printableLine(wordElsewhere(path, elsewhere))}\n`);
  }
  const rules = [...new Set(result.findings.map(({ rule }) => rule))];
  if (rules.length > 0) io.stderr.write(`${wordExplain(rules)}\n`);
  if (result.streams) io.stderr.write(`note: ${printableLine(wordStreamsStop(result.streams))}\n`);
  for (const path of result.refusedFiles) io.stderr.write(`note: ${printableLine(wordRefusedFile(path))}\n`);
  if (result.writtenFiles.length > 0)
    io.stderr.write(`note: ${printableLine(wordWrittenFiles(result.writtenFiles))}\n`);
  for (const { tool, stopped } of result.gpu?.tools ?? [])
    if (stopped !== null) io.stderr.write(`note: ${wordUnfinishedTool(tool, stopped)}\n`);
  for (const difference of differences ?? []) io.stderr.write(`difference: ${printableLine(difference)}\n`);
  if (differences?.length === 0) io.stderr.write(`note: ${wordAgreement()}\n`);
  if (options.counters) io.stderr.write(renderCounters(result.launches));
  if (options.json !== undefined) await writeJson(result, options.json, io);
  return differences?.length ? EXIT.programProblems : exitStatus(result);
}

/** Returns the paths of the includes that were not found. */
function missingHeaders({ findings }: RunResultJson, linesOf: (name: string) => readonly string[]): string[] {
  const paths = findings.map(({ detail, file, line }) =>
    detail?.kind === 'compiler-message' && detail.hint === 'missing-header' && file && line
      ? /^\s*#\s*include\s*["<]([^">]+)[">]/.exec(linesOf(file)[line - 1] ?? '')?.[1]
      : undefined,
  );
  return [...new Set(paths.filter((path) => path !== undefined))];
}

/** Seconds: a turn on the GPU has a limit that others rely on. */
const GPU_SECONDS = 840;

/** @throws UsageError if options are given that mean something on the other target only */
function assertTarget({ target, compare, sandbox, counters, dir, deviceMemory, hostMemory }: RunCommandOptions): void {
  if (target === 'emulator') {
    for (const [option, value] of Object.entries({ '--compare': compare, '--sandbox': sandbox }))
      if (value !== undefined) throw new UsageError(`${option} needs a GPU. Add --target gpu, or leave it out.`);
    return;
  }
  if (sandbox === 'none')
    throw new UsageError('--target gpu runs programs in containers only. Leave out --sandbox none.');
  const ofEmulator = {
    '--counters': counters,
    '--dir': dir,
    ...(!compare && { '--device-memory': deviceMemory, '--host-memory': hostMemory }),
  };
  for (const [option, value] of Object.entries(ofEmulator))
    if (value !== undefined)
      throw new UsageError(`${option} is for the emulator only. Leave it out, or leave out --target gpu.`);
}

function activity(name: string): { activity: string; done: number; total: number } {
  return { activity: name, done: 0, total: 0 };
}

/** The program's own, unless something is wrong with it; what only a real GPU can run is no fault of the program. */
function exitStatus({ findings, exitCode }: RunResultJson): number {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return exitCode ?? EXIT.programProblems;
  return errors.every(isOfMachine) ? EXIT.infrastructure : EXIT.programProblems;
}

/** The program needs what the emulator lacks, or more time and steps than it got: nothing shows that it would not end. */
function isOfMachine({ rule, detail }: RunResultJson['findings'][number]): boolean {
  if (rule === 'unsupported-feature') return true;
  return rule === 'timeout' && (detail?.kind === 'limit' || detail?.kind === 'step-limit');
}
