import type { CompileOptions, CompileResult, SourceOptions } from '../../compile/index.ts';
import type { Recorded, RunOptions, RunRequest, RunResult, Symbolize } from '../../host/index.ts';
import type { DirectRun, Judged, Judging, Planned } from '../../host/replay/index.ts';
import type { BuildRequest, BuildResult } from '../../sandbox/index.ts';
import type { Assignment } from '../../spec/index.ts';
import type { GpuTarget } from '../gpu/index.ts';

/** NVIDIA's compiler, in a container or not, for the GPUs that were asked for. */
export interface Nvcc {
  /** As it tells it, e.g. `13.0.48`. */
  readonly version: string;
  /** Where it runs. */
  readonly sandbox: 'docker' | 'podman' | 'none';
  /** The id of the container image that has it, `sha256:…`; null without a container. */
  readonly image: string | null;
  /** E.g. `sm_90`. */
  readonly architectures: readonly string[];
  /** @throws InfrastructureError where the engine, the image or the machine fails */
  build(request: Omit<BuildRequest, 'architectures'>): Promise<BuildResult>;
}

/** What grading needs of the machine: a compiler, something that runs programs, files and a cache. */
export interface Engine {
  /** Called when cases will soon have to be run. */
  prepare(): void;
  compile(source: string, fileName: string, options: CompileOptions): Promise<CompileResult>;
  /** Returns Clang's syntax tree of a source as JSON; `null` if the source does not compile. */
  syntaxTree(source: string, fileName: string, options: SourceOptions): Promise<string | null>;
  run(
    request: RunRequest,
    signal?: AbortSignal,
    streams?: Pick<RunOptions, 'onOutput' | 'readInput'>,
  ): Promise<RunResult>;
  /** Runs host code on decoys, and its kernels on the request's inputs. */
  judge(request: RunRequest, judging: Judging, signal?: AbortSignal): Promise<Judged>;
  /**
   * Runs host code on inputs that it cannot tell from decoys; null if it does not behave as in the recording, or makes
   * more than so many bytes from them.
   */
  runDirectly(request: RunRequest, like: Recorded, mostBytes: number, signal?: AbortSignal): Promise<DirectRun | null>;
  /** Runs only host code, for its launch plan, on a device that looks like this machine's and has no kernels. */
  plan(request: RunRequest, signal?: AbortSignal): Promise<Planned>;
  /** True if host code keeps addresses of the device in memory of the device. */
  keepsAddresses(request: RunRequest, signal?: AbortSignal): Promise<boolean>;
  /** Source lines of places in host code. */
  readonly symbolize: Symbolize;
  /** null where it is not to be asked, or there is none. */
  readonly nvcc: Nvcc | null;
  /** What judges and times besides the emulator; null without a GPU. Needs `nvcc`. */
  readonly gpu: GpuTarget | null;
  /** A file of the assignment's folder. */
  readFile(assignment: Assignment, path: string): Uint8Array;
  readonly cache: {
    get(key: string): Promise<unknown>;
    put(key: string, value: unknown): Promise<void>;
    /** Does work that makes an entry in one process at a time; default: in all at once. */
    oneAtATime?<T>(key: string, work: () => Promise<T>): Promise<T>;
  };
  /** Hashes text and bytes, hexadecimal SHA-256. */
  sha256(...parts: readonly (string | Uint8Array)[]): string;
  readonly versions: { readonly engine: string; readonly clang: string | null; readonly node: string };
  /** Compiles and runs the control program in workers of its own. @throws Error where that fails on this machine */
  readonly control?: () => Promise<void>;
  /** Receives a line per failure that does not decide the outcome. */
  readonly log?: (line: string) => void;
  /** Milliseconds that only ever grow. */
  now(): number;
}
