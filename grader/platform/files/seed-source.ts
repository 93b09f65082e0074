import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageOf, systemCode, UsageError } from '../errors.ts';

/** A secret shorter than this could be guessed from a few results. */
const MIN_SECRET_CHARACTERS = 16;

/**
 * What hidden cases are drawn for. Who has probed those of feedback, try after try, knows nothing of those that the
 * grade is made with.
 */
export type DrawnFor = 'feedback' | 'grade';

/** Returns the seed of an assignment's hidden cases. */
export type SeedSource = (assignment: string, drawnFor?: DrawnFor) => string;

/**
 * Returns the seed of `--seed`. Without it, returns the one that the course's secret gives to an assignment. Without a
 * secret, returns a random one, which is the same for each run of `--watch`.
 * @param secretFile - null if the course has none
 * @throws UsageError if the secret cannot be read or is too short
 */
export function seedSource(seed: string | null, secretFile: string | null): SeedSource {
  if (seed !== null) return () => seed;
  if (secretFile === null) {
    const random = randomBytes(8).readBigUInt64LE().toString();
    return () => random;
  }
  const secret = readSecret(secretFile);
  return (assignment, drawnFor = 'feedback') => seedFrom(secret, assignment, drawnFor);
}

/**
 * Returns the seed that a secret gives to an assignment: the same for every student and attempt, so that nobody can draw
 * again by a change that means nothing.
 */
export function seedFrom(secret: string, assignment: string, drawnFor: DrawnFor): string {
  return createHmac('sha256', secret).update(`${drawnFor}\n${assignment}`).digest().readBigUInt64LE().toString();
}

/** @throws UsageError where the file cannot be read, or what it holds is too short */
export function readSecret(path: string): string {
  let secret: string;
  try {
    secret = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new UsageError(
      `The file with the course's secret, ${path}, cannot be read (${systemCode(error) ?? messageOf(error)}).`,
      {
        cause: error,
      },
    );
  }
  if (secret.length >= MIN_SECRET_CHARACTERS) return secret;
  throw new UsageError(
    `The course's secret in ${path} has ${secret.length} characters. Use at least ${MIN_SECRET_CHARACTERS} random ones.`,
  );
}
