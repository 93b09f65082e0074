import { BUILD_LIMITS } from '../limits/index.ts';
import { InfrastructureError } from '../platform/index.ts';
import type { RunOutcome, RunRequest } from './container.ts';

/** The nvcc of an image, by its own account. */
export interface NvccVersion {
  /** E.g. `13.0.88`. */
  readonly version: string;
  /** Architectures that it compiles for, e.g. `sm_90`; empty if it does not list them. */
  readonly known: readonly string[];
}

/** Lines of a failed command that an error repeats. */
const LAST_LINES = 5;

/** @throws InfrastructureError with the last words of nvcc, or of what should have started it */
export async function askNvcc(
  run: (request: Omit<RunRequest, 'image'>) => Promise<RunOutcome>,
  image: string,
): Promise<NvccVersion> {
  const command = ['/bin/sh', '-c', 'nvcc --version && nvcc --list-gpu-code'];
  const outcome = await run({ command, limits: BUILD_LIMITS });
  if (outcome.status !== 'exited' || outcome.exitCode !== 0) {
    throw new InfrastructureError(`nvcc does not answer in the image ${image} (${endOf(outcome)}).`, {
      details: [...lastLines(outcome), `Check it: docker run --rm --network none ${image} nvcc --version`],
    });
  }
  return readNvccVersion(outcome.stdout.toString('utf8'));
}

/** Reads what `nvcc --version` and `nvcc --list-gpu-code` print. */
export function readNvccVersion(text: string): NvccVersion {
  const version = /\bV(\d+(?:\.\d+)+)/.exec(text)?.[1] ?? 'unknown';
  return { version, known: text.match(/\bsm_\d+[af]?\b/g) ?? [] };
}

function endOf(outcome: RunOutcome): string {
  return outcome.status === 'exited' ? `exit status ${outcome.exitCode}` : `stopped at its limit of ${outcome.limit}`;
}

/** Returns the last lines that a command printed. */
export function lastLines({ stdout, stderr }: RunOutcome): string[] {
  const lines = `${stdout.toString('utf8')}\n${stderr.toString('utf8')}`.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').slice(-LAST_LINES);
}
