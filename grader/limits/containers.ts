/**
 * What a container may use. Every value becomes a setting of the engine or of the kernel; none is advice.
 * Bytes unless the name says otherwise.
 */
export interface Limits {
  /** From the start of the command until it is killed. */
  readonly wallTimeMs: number;
  /** Of all processes together, tmpfs content included. There is no swap on top of it. */
  readonly memoryBytes: number;
  /** Processor time a second, in cores. */
  readonly cpus: number;
  /** Processes and threads. */
  readonly processes: number;
  /** Files that one process may hold open. */
  readonly openFiles: number;
  /** Size of one file. */
  readonly fileBytes: number;
  /** Size of `/tmp`. */
  readonly temporaryBytes: number;
  /** Size of `/work`, the folder in which the command runs and leaves its results. */
  readonly workBytes: number;
  /** What the command may print, standard output and standard error together, before it is killed. */
  readonly outputBytes: number;
  /** All files together that are taken out of the container. */
  readonly resultBytes: number;
}

/** A helper's output is not kept, so it has no size; the other limits are those of a command. */
export type HelperLimits = Omit<Limits, 'outputBytes' | 'resultBytes'>;

const MiB = 1 << 20;

/** Several times what nvcc needs for a course's exercise. */
export const BUILD_LIMITS: Limits = {
  wallTimeMs: 60_000,
  memoryBytes: 2048 * MiB,
  cpus: 1,
  processes: 64,
  openFiles: 256,
  fileBytes: 256 * MiB,
  temporaryBytes: 256 * MiB,
  workBytes: 64 * MiB,
  outputBytes: MiB,
  resultBytes: 32 * MiB,
};

/** For a whole program that is linked, with the templates of Thrust. */
export const PROGRAM_BUILD_LIMITS: Limits = { ...BUILD_LIMITS, wallTimeMs: 180_000 };

/** For Node with a CUDA context, which lives as long as a batch of submissions. */
export const HELPER_LIMITS: HelperLimits = {
  wallTimeMs: 6 * 3600_000,
  memoryBytes: 8192 * MiB,
  cpus: 2,
  processes: 256,
  openFiles: 1024,
  fileBytes: 256 * MiB,
  temporaryBytes: 256 * MiB,
  workBytes: 64 * MiB,
};

/** For a program of the user's own on a GPU; its time is that of `--timeout`. */
export const GPU_PROGRAM_LIMITS: Limits = {
  ...HELPER_LIMITS,
  wallTimeMs: 600_000,
  outputBytes: 4 * MiB,
  resultBytes: 4 * MiB,
};
