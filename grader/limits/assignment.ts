/** What an assignment may set in `limits`, and between which bounds. */
export interface AssignmentLimit {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Whole numbers alone. */
  readonly isWhole: boolean;
  /** With its unit. */
  readonly what: string;
}

/**
 * The upper bounds are what the emulator and this program can hold: 300 MiB of global memory is its largest layout,
 * 500 MiB of host memory ends below the first device pointer, and the others keep one submission from taking an evening.
 */
export const ASSIGNMENT_LIMITS = {
  deviceSteps: {
    default: 20_000_000,
    min: 1,
    max: 100_000_000_000,
    isWhole: true,
    what: 'Loop iterations and calls of device code in one case',
  },
  wallSeconds: { default: 20, min: 0.1, max: 600, isWhole: false, what: 'Seconds for one case, a far backstop' },
  compileSeconds: { default: 60, min: 0.1, max: 120, isWhole: false, what: 'Seconds for the compiler' },
  hostMemoryMiB: { default: 256, min: 16, max: 500, isWhole: true, what: 'Memory of host code, MiB' },
  deviceMemoryMiB: {
    default: 16,
    min: 1,
    max: 300,
    isWhole: true,
    what: 'Global memory, MiB: the next of 16, 64 and 300',
  },
  outputKiB: { default: 64, min: 1, max: 65_536, isWhole: true, what: 'What a submission may print, KiB' },
  launches: { default: 10_000, min: 1, max: 1_000_000, isWhole: true, what: 'Kernel launches in one case' },
} as const satisfies Readonly<Record<string, AssignmentLimit>>;

export type AssignmentLimitName = keyof typeof ASSIGNMENT_LIMITS;
