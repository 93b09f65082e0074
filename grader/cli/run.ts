import { resolve } from 'node:path';
import { collectHeaders } from '../platform/headers.ts';
import { checkHeap } from '../platform/memory.ts';
import { readSubmission } from '../platform/submission-file.ts';
import { printableLine, usesColor } from '../platform/terminal.ts';
import type { RunResultJson } from '../result/index.ts';
import { PROGRAM_LIMITS, renderCounters, renderGcc } from '../run/index.ts';
import { wordExplain, wordRefusedFile, wordWrittenFiles } from '../wording/index.ts';
import type { CommandInput } from './command.ts';
import { assertWritableJson, writeJson } from './json.ts';
import { progressLine } from './progress.ts';
import { assertFolder, parseChecks, parseMemory, parseSeconds } from './run-options.ts';

/** As declared in `commands.ts`. */
interface RunCommandOptions {
  readonly counters?: true;
  readonly check?: string;
  readonly json?: string;
  readonly include?: readonly string[];
  readonly dir?: readonly string[];
  readonly timeout?: string;
  readonly deviceMemory?: string;
  readonly hostMemory?: string;
  readonly exptRelaxedConstexpr?: true;
  readonly relocatableDeviceCode?: 'true' | 'false';
}

/** Instead of the program's own status, where something is wrong with it: what compute-sanitizer's users choose too. */
const FOUND = 86;
const INFRASTRUCTURE = 3;

const ACTIVITIES = { compile: 'compiling', run: '' } as const;

/** `grade run`: the program's own output goes where the program sends it; everything else goes to standard error. */
export async function run({ args, options: given, config, io, services }: CommandInput): Promise<number> {
  const options = given as unknown as RunCommandOptions;
  const [file = '', ...programArgs] = args;
  const checks = parseChecks(options.check);
  const wallMs = parseSeconds(options.timeout, PROGRAM_LIMITS.wallMs / 1000) * 1000;
  const memory = parseMemory(options.deviceMemory, options.hostMemory);
  if (options.json !== undefined) assertWritableJson(options.json, file);
  const { source, sha256 } = await readSubmission(file);
  checkHeap();
  const folders = (options.dir ?? []).map((folder) => resolve(io.cwd, folder));
  for (const folder of folders) assertFolder('--dir', folder);
  for (const folder of options.include ?? []) assertFolder('--include', folder);
  const headers = collectHeaders(file, source, options.include);
  const runner = await services.runner({
    dir: io.env.GRADE_CACHE_DIR ?? config.cacheDir ?? null,
    maxMiB: Number(io.env.GRADE_CACHE_MIB) || config.cacheMiB || null,
  });
  const progress = progressLine(io);
  // With --json stdout is the machine's.
  const stdout = options.json === '-' ? io.stderr : io.stdout;
  const { stdin } = io;
  let result: RunResultJson;
  try {
    result = await runner.run({
      source,
      fileName: file,
      headers,
      files: { workingFolder: io.cwd, folders },
      sha256,
      args: programArgs,
      checks,
      counters: options.counters === true,
      limits: { ...PROGRAM_LIMITS, ...memory, wallMs },
      ...(options.exptRelaxedConstexpr && { relaxedConstexpr: true }),
      ...(options.relocatableDeviceCode === 'true' && { relocatableDeviceCode: true }),
      onOutput: (stream, bytes) => (stream === 'stdout' ? stdout : io.stderr).write(bytes),
      ...(stdin && { readInput: stdin.read }),
      onProgress: (stage) => (stage === 'compile' ? progress.show(activity(ACTIVITIES[stage])) : progress.clear()),
      signal: io.signal,
    });
  } finally {
    progress.clear();
    stdin?.close();
    await runner.dispose();
  }
  io.signal.throwIfAborted();
  const lines = new Map([{ name: file, text: source }, ...headers].map(({ name, text }) => [name, text.split('\n')]));
  io.stderr.write(
    renderGcc(result.findings, {
      color: usesColor(io.stderr, io.env),
      lines: (name) => lines.get(name) ?? null,
    }),
  );
  const rules = [...new Set(result.findings.map(({ rule }) => rule))];
  if (rules.length > 0) io.stderr.write(`${wordExplain(rules)}\n`);
  for (const path of result.refusedFiles) io.stderr.write(`note: ${printableLine(wordRefusedFile(path))}\n`);
  if (result.writtenFiles.length > 0)
    io.stderr.write(`note: ${printableLine(wordWrittenFiles(result.writtenFiles))}\n`);
  if (options.counters) io.stderr.write(renderCounters(result.launches));
  if (options.json !== undefined) await writeJson(result, options.json, io);
  return exitStatus(result);
}

function activity(name: string): { activity: string; done: number; total: number } {
  return { activity: name, done: 0, total: 0 };
}

/** The program's own, unless something is wrong with it; what only a real GPU can run is no fault of the program. */
function exitStatus({ findings, exitCode }: RunResultJson): number {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return exitCode ?? FOUND;
  return errors.every(({ rule }) => rule === 'unsupported-feature') ? INFRASTRUCTURE : FOUND;
}
