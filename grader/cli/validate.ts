import { join } from 'node:path';
import type { ProofId, ValidatedAssignment } from '../authoring/validate/index.ts';
import type { LocalEngine } from '../pipeline/engine/index.ts';
import { nodeFiles, writeFileAtomic } from '../platform/files/index.ts';
import { didYouMean, memoryBytes, printableLine, textWidth, UsageError, usesColor } from '../platform/index.ts';
import { cores } from '../platform/threads/index.ts';
import { assignmentFolders, assignmentRoots } from '../spec/index.ts';
import type { CommandInput } from './command.ts';
import { writeJson } from './json.ts';
import { type MachineFlags, machineOptions } from './machine-options.ts';
import { cacheSettings } from './machine-settings.ts';
import { progressLine } from './progress.ts';

/** As declared in `commands.ts`. */
interface ValidateOptions extends Omit<MachineFlags, 'nvcc'> {
  readonly only?: string;
  readonly jobs?: string;
  readonly repetitions?: string;
  readonly writeManifest?: boolean;
  readonly json?: string;
  readonly assignments?: string[];
}

/** Submissions at once in one engine: while one is compiled, the other runs. */
const PER_ENGINE = 2;
/** What an engine holds at most: Clang twice, and cases that run. */
const ENGINE_BYTES = 2 * 2 ** 30;

/** Programs that an assignment's proofs compile: with many of them, an engine is worth optimising. */
const PROGRAMS = 60;

/** By status, the worst last. */
const STATUS: Readonly<Record<ValidatedAssignment['status'], number>> = {
  proven: 0,
  refuted: 1,
  unreadable: 2,
  undecided: 3,
};

/** `grade validate`: 0 where all is proven, 1 where something is not so, 2 for a broken assignment.yaml, 3 for the machine. */
export async function validate({ args, options: given, config, io }: CommandInput): Promise<number> {
  const options = given as unknown as ValidateOptions;
  const jobs = parseJobs(options.jobs);
  const repetitions = parseRepetitions(options.repetitions);
  const folders = assignmentFolders(args[0], assignmentRoots(options.assignments));
  const submissions = PROGRAMS * folders.size;
  const [authoring, { openEngine }] = await Promise.all([
    import('../authoring/validate/index.ts'),
    import('../pipeline/engine/index.ts'),
  ]);
  const { Lanes, PROOF_IDS, renderValidation, validateAssignment, validationSchema } = authoring;
  const only = parseOnly(options.only, PROOF_IDS);
  const machine = machineOptions({ ...options, nvcc: options.target === 'emulator' ? 'off' : 'auto' }, config, io);
  const cache = cacheSettings(io, config);
  const opened: LocalEngine[] = [];
  const progress = progressLine(io);
  try {
    const lanes = new Lanes(async () => {
      const first = await openEngine(cache, { machine, submissions });
      opened.push(first);
      for (const reason of first.skipped) io.stderr.write(`note: ${reason}\n`);
      // Timings must not disturb each other: a GPU has one submission at a time.
      const alone = first.engine.gpu !== null;
      const wanted = alone ? 1 : Math.ceil(jobs / PER_ENGINE);
      while (opened.length < wanted) opened.push(await openEngine(cache, { machine, cases: PER_ENGINE, submissions }));
      return { engines: opened.map(({ engine }) => engine), each: alone ? 1 : Math.min(jobs, PER_ENGINE) };
    });
    const assignments: ValidatedAssignment[] = [];
    for (const [id, folder] of folders) {
      if (options.writeManifest) {
        const onStep = (done: number, total: number) => progress.show({ activity: `${id}: submissions`, done, total });
        const observed = await authoring.observeSubmissions(folder, lanes, io.signal, onStep);
        progress.clear();
        io.stderr.write(`${printableLine(id)}: submissions/manifest.yaml\n${authoring.renderObserved(observed)}`);
        const path = join(folder, authoring.MANIFEST_PATH);
        const before = typeof nodeFiles.stat(path) === 'number' ? new TextDecoder().decode(nodeFiles.read(path)) : '';
        await writeFileAtomic(path, authoring.withObserved(before, observed));
      }
      const validated = await validateAssignment({
        id,
        folder,
        lanes,
        only,
        signal: io.signal,
        ...(repetitions !== null && { repetitions }),
        onLine: (line) => {
          progress.clear();
          io.stderr.write(`${printableLine(`${id}: ${line}`)}\n`);
        },
        onProgress: (proof, done, total) => progress.show({ activity: `${id}: ${proof}`, done, total }),
      });
      progress.clear();
      assignments.push(validated);
      if (options.json !== '-') {
        const look = { color: usesColor(io.stdout, io.env), width: textWidth(io.stdout) };
        io.stdout.write(`${assignments.length > 1 ? '\n' : ''}${renderValidation(validated, look)}`);
      }
    }
    if (options.json !== undefined) {
      await writeJson(validationSchema.parse({ schemaVersion: 1, assignments }), options.json, io);
    }
    return Math.max(0, ...assignments.map(({ status }) => STATUS[status]));
  } finally {
    progress.clear();
    await Promise.all(opened.map((one) => one.dispose()));
  }
}

function parseOnly(list: string | undefined, available: readonly ProofId[]): readonly ProofId[] {
  if (list === undefined) return available;
  const names = list.split(',').map((name) => name.trim());
  return names.map((name) => {
    const known = available.find((id) => id === name);
    if (known !== undefined) return known;
    const meant = didYouMean(name, available);
    throw new UsageError(
      `There is no proof ${JSON.stringify(name)}${meant === '' ? '.' : `, ${meant}`} There are: ${available.join(', ')}.`,
    );
  });
}

function parseJobs(jobs: string | undefined): number {
  if (jobs === undefined) {
    return Math.max(1, Math.min(cores(), PER_ENGINE * Math.floor(memoryBytes() / ENGINE_BYTES)));
  }
  if (/^[1-9]\d{0,3}$/.test(jobs)) return Number(jobs);
  throw new UsageError(`--jobs ${JSON.stringify(jobs)} is no number of submissions at once. Give e.g. --jobs 4.`);
}

function parseRepetitions(repetitions: string | undefined): number | null {
  if (repetitions === undefined) return null;
  if (/^[1-9]\d{0,2}$/.test(repetitions)) return Number(repetitions);
  throw new UsageError(
    `--repetitions ${JSON.stringify(repetitions)} is no number of timings. Give e.g. --repetitions 10.`,
  );
}
