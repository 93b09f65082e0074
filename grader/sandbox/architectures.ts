import { BUILD_LIMITS } from '../limits/index.ts';
import { InfrastructureError } from '../platform/index.ts';
import type { RunOutcome, RunRequest } from './container.ts';

/** A GPU's compute capability: 9.0 is `{ major: 9, minor: 0 }`. */
export interface Capability {
  readonly major: number;
  readonly minor: number;
}

export interface ArchitectureOptions {
  /** What nvcc knows, as `nvcc --list-gpu-code` prints it; default: it is taken to know everything. */
  readonly known?: readonly string[];
  /** What the course asks for; comes before everything else. */
  readonly configured?: readonly string[];
}

const FORM = /^(sm|compute)_(\d{2,3})([af]?)$/;
/** Where there is no GPU the build only answers whether nvcc accepts the source; one architecture is enough for that. */
const DEFAULT = 'sm_90';

/**
 * What to compile for: `sm_90` is machine code for compute capability 9.0, `compute_90` PTX, which the driver translates
 * for later GPUs.
 * @throws RangeError for a configured name of another form; InfrastructureError for a GPU that nvcc has no code for
 */
export function architecturesFor(gpus: readonly Capability[], options: ArchitectureOptions = {}): string[] {
  const { known, configured = [] } = options;
  if (configured.length > 0) return [...new Set(configured)].map((name) => parse(name).name);
  if (gpus.length > 0) return [...new Set(gpus.map((gpu) => codeFor(gpu, known)))];
  return [known === undefined || known.includes(DEFAULT) ? DEFAULT : (newest(plain(known))?.name ?? DEFAULT)];
}

/**
 * The arguments with which nvcc compiles for these.
 * @throws RangeError for what is no architecture, or for none
 */
export function gencodeOptions(architectures: readonly string[]): string[] {
  if (architectures.length === 0) throw new RangeError('no GPU architecture was named');
  return architectures.flatMap((name) => ['-gencode', `arch=compute_${parse(name).target},code=${name}`]);
}

/** What the nvcc of an image can make machine code for, or null where it cannot tell (before CUDA 11). */
export async function knownArchitectures(
  run: (request: Omit<RunRequest, 'image'>) => Promise<RunOutcome>,
): Promise<readonly string[] | null> {
  const outcome = await run({ command: ['nvcc', '--list-gpu-code'], limits: BUILD_LIMITS });
  if (outcome.status !== 'exited' || outcome.exitCode !== 0) return null;
  return plain(outcome.stdout.toString('utf8').split(/\s+/)).map(({ name }) => name);
}

interface Architecture {
  readonly name: string;
  /** What follows the underscore. */
  readonly target: string;
  readonly number: number;
}

function parse(name: string): Architecture {
  const [, , digits, suffix] = FORM.exec(name) ?? [];
  if (digits === undefined) throw new RangeError(`${JSON.stringify(name)} is no GPU architecture such as sm_90`);
  return { name, target: `${digits}${suffix}`, number: Number(digits) };
}

/** Without those that run on one GPU alone (`sm_90a`). */
function plain(names: readonly string[]): Architecture[] {
  return names.filter((name) => /^sm_\d+$/.test(name)).map(parse);
}

function newest(architectures: readonly Architecture[]): Architecture | undefined {
  return architectures.reduce<Architecture | undefined>(
    (best, one) => (best && best.number > one.number ? best : one),
    undefined,
  );
}

/** Machine code runs on the same major version from its minor version on; anything newer needs PTX. */
function codeFor({ major, minor }: Capability, known: readonly string[] | undefined): string {
  const wanted = major * 10 + minor;
  if (known === undefined || known.includes(`sm_${wanted}`)) return `sm_${wanted}`;
  const older = newest(plain(known).filter(({ number }) => number <= wanted));
  if (older === undefined) throw tooOld(major, minor, known);
  return Math.floor(older.number / 10) === major ? older.name : `compute_${older.target}`;
}

function tooOld(major: number, minor: number, known: readonly string[]): InfrastructureError {
  return new InfrastructureError(`this nvcc makes no code for a GPU of compute capability ${major}.${minor}`, {
    details: [`It knows ${known.join(', ')}. Use an older CUDA toolkit, or grade with \`--target emulator\`.`],
  });
}
