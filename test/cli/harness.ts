import { tmpdir } from 'node:os';
import type { GpuRunner, Graded, GradeRequest, Grader, Runner, Services } from '../../grader/cli/grader.ts';
import type { Io } from '../../grader/cli/io.ts';
import { main } from '../../grader/cli/main.ts';
import type { MachineOptions } from '../../grader/pipeline/engine/index.ts';
import type { CacheSettings } from '../../grader/platform/cache/cache.ts';
import type { GradeResult } from '../../grader/result/index.ts';

/** A run of the command line whose engine is the test's own. */
export interface Session {
  readonly io: Io;
  readonly services: Services;
  readonly graded: GradeRequest[];
  readonly opened: string[];
  readonly caches: CacheSettings[];
  readonly machines: MachineOptions[];
  readonly controller: AbortController;
  stdout(): string;
  stderr(): string;
  /** Engines that were made and not disposed of. */
  alive(): number;
  run(...argv: string[]): Promise<number>;
}

export interface SessionOptions {
  readonly result?: Partial<GradeResult>;
  /** Replaces the grading. */
  readonly grade?: (request: GradeRequest) => Promise<Graded>;
  readonly isTTY?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Replaces the running of programs. */
  readonly runProgram?: Runner['run'];
  /** Replaces the running of programs on a GPU. */
  readonly runOnGpu?: GpuRunner['run'];
  /** What is piped into the command. */
  readonly stdin?: Io['stdin'];
  readonly skipped?: readonly string[];
  /** Looks for nvcc and a GPU as the program does. */
  readonly machine?: (options: MachineOptions) => Promise<unknown>;
  readonly canOpen?: boolean;
  /** What the user types, line by line. */
  readonly answers?: readonly string[];
  /** Aborted by the test as the user would with Ctrl-C. */
  readonly controller?: AbortController;
}

export function session(options: SessionOptions = {}): Session {
  const written = { stdout: '', stderr: '' };
  const graded: GradeRequest[] = [];
  const opened: string[] = [];
  const caches: CacheSettings[] = [];
  const machines: MachineOptions[] = [];
  const controller = options.controller ?? new AbortController();
  const answers = [...(options.answers ?? [])];
  let alive = 0;
  const output = (name: 'stdout' | 'stderr') => ({
    write: (content: string | Uint8Array) => {
      written[name] += typeof content === 'string' ? content : new TextDecoder().decode(content);
    },
    isTTY: options.isTTY ?? false,
    columns: 100,
  });
  const io: Io = {
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: options.stdin ?? null,
    env: options.env ?? {},
    cwd: options.cwd ?? tmpdir(),
    signal: controller.signal,
  };
  const grader = (): Grader => ({
    skipped: options.skipped ?? [],
    grade: (request) => {
      graded.push(request);
      return options.grade?.(request) ?? Promise.resolve(gradedOf(request, options.result));
    },
    dispose: async () => {
      alive -= 1;
    },
  });
  const services: Services = {
    formats: async () => ['text', 'html', 'md', 'json', 'github'],
    grader: async (cache, machine) => {
      await options.machine?.(machine);
      alive += 1;
      caches.push(cache);
      machines.push(machine);
      return grader();
    },
    runner: async (cache) => {
      alive += 1;
      caches.push(cache);
      return {
        run: (request) => {
          if (!options.runProgram) throw new Error('no program was to be run');
          return options.runProgram(request);
        },
        dispose: async () => {
          alive -= 1;
        },
      };
    },
    tracer: () => Promise.reject(new Error('nothing was to be recorded')),
    gpuRunner: async () => {
      alive += 1;
      return {
        run: (request) => {
          if (!options.runOnGpu) throw new Error('no program was to be run on a GPU');
          return options.runOnGpu(request);
        },
        dispose: async () => {
          alive -= 1;
        },
      };
    },
    graders: () => Promise.reject(new Error('no batch was to be graded')),
    open: async (path) => {
      opened.push(path);
      return options.canOpen ?? true;
    },
    terminal: async () => ({
      ask: async (question) => {
        written.stderr += question;
        const answer = answers.shift();
        if (answer === undefined) throw new Error(`no answer to ${JSON.stringify(question)}`);
        return answer;
      },
      say: (text) => {
        written.stderr += text;
      },
      close: () => undefined,
    }),
  };
  return {
    io,
    services,
    graded,
    opened,
    caches,
    machines,
    controller,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    alive: () => alive,
    run: (...argv) => main(argv, io, services),
  };
}

export function gradedOf(request: GradeRequest, changes: Partial<GradeResult> = {}): Graded {
  const result: GradeResult = {
    schemaVersion: 1,
    assignment: request.assignment.spec.id,
    submission: { file: request.fileName, sha256: request.sha256 },
    target: 'emulator',
    verdict: 'passed',
    responsible: null,
    score: 90,
    maxScore: 90,
    checks: [],
    cases: [],
    launches: [],
    timing: null,
    environment: { engine: 'test', clang: null, nvcc: null, driver: null, node: '20', limits: {}, durationMs: 1 },
    ...changes,
  };
  return {
    result,
    at: new Date(0),
    text: ({ color }) => `${color ? 'colourful' : 'plain'} ${result.verdict}\n`,
    files: (formats, path) =>
      [
        { format: 'html', fileName: 'report.html', content: '<p>report</p>' },
        { format: 'md', fileName: 'report.md', content: '# report' },
        { format: 'json', fileName: 'result.json', content: JSON.stringify(result) },
        { format: 'github', fileName: 'github.txt', content: `::notice file=${path}::${result.verdict}\n` },
        { format: 'github', fileName: 'github-summary.md', content: `# ${result.verdict}\n` },
      ].filter(({ format }) => formats.includes(format)),
  };
}
