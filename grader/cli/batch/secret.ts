import { createHmac } from 'node:crypto';
import { resolve } from 'node:path';
import type { BatchFile, BatchStore } from '../../batch/index.ts';
import { readSecret } from '../../platform/files/index.ts';
import { messageOf, UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';

type Settings = Pick<CommandInput, 'io' | 'config'>;

/** Returns the path of the secret that this command is given; `null` if it is given none. */
function givenFile({ io, config }: Settings): string | null {
  const file = io.env.GRADE_SECRET_FILE ?? config.secretFile ?? null;
  return file === null ? null : resolve(io.cwd, file);
}

/** Tells secrets apart, and tells nothing of them. */
function checkOf(secret: string): string {
  return createHmac('sha256', secret).update('batch').digest('hex');
}

/** Returns what a new batch remembers of the secret of its course; `null` if it has one of its own. */
export function secretToRemember(settings: Settings): NonNullable<BatchFile['secret']> | null {
  const file = givenFile(settings);
  return file === null ? null : { file, check: checkOf(readSecret(file)) };
}

/**
 * Returns the secret of the course, whatever folder the command is in: the batch remembers its file. `null` if the course
 * has none.
 * @throws UsageError if it cannot be read, or is not the one with which the batch began
 */
export function courseSecret({ batch, out }: BatchStore, settings: Settings): string | null {
  const given = givenFile(settings);
  const { secret: remembered } = batch;
  if (!remembered) return given === null ? null : readSecret(given);
  const file = given ?? remembered.file;
  let secret: string;
  try {
    secret = readSecret(file);
  } catch (error) {
    throw new UsageError(
      `The batch ${out} needs the secret with which it began, and it cannot be read: ${messageOf(error)} If the file was moved, set GRADE_SECRET_FILE to its new place.`,
      { cause: error },
    );
  }
  if (checkOf(secret) === remembered.check) return secret;
  throw new UsageError(
    `The batch ${out} began with the secret in ${remembered.file}, and ${file} has another one. Its hidden cases and its signatures follow from the secret, so nothing was done. Set GRADE_SECRET_FILE to the file with the right secret.`,
  );
}

/** Returns the secret that hidden cases follow from. It never changes in a batch. */
export async function drawingSecret(store: BatchStore, settings: Settings): Promise<string> {
  // A batch that began without a secret of the course stays with its own, so that all students get the same cases.
  if (store.batch.secret === null) return store.secret();
  return courseSecret(store, settings) ?? store.secret();
}
