import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageOf, systemCode, UsageError } from './errors.ts';

/** A secret shorter than this could be guessed from a few results. */
const MIN_SECRET_CHARACTERS = 16;

/** Gives the seed of a submission's hidden cases, from the hash of its file. */
export type SeedSource = (submissionSha256: string) => string;

/**
 * `--seed`; else the course's secret mixed with the submission's hash, so that a course grades every submission on cases
 * that nobody can foresee and that are the same when it grades again; else random, once for each run of the program, so
 * that `--watch` compares like with like.
 * @throws UsageError where the secret cannot be read or is too short
 */
export function seedSource(seed: string | null, secretFile: string | null): SeedSource {
  if (seed !== null) return () => seed;
  if (secretFile === null) {
    const random = randomBytes(8).readBigUInt64LE().toString();
    return () => random;
  }
  const secret = readSecret(secretFile);
  return (sha256) => seedFrom(secret, sha256);
}

/** The seed that a secret gives to a submission. */
export function seedFrom(secret: string, submissionSha256: string): string {
  return createHmac('sha256', secret).update(submissionSha256).digest().readBigUInt64LE().toString();
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
