import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { forgetNames } from '../../batch/feedback/index.ts';
import { forgetStudent, JOURNAL_HEAD_FILE } from '../../batch/index.ts';
import { EXIT, printable, UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { refreshPages } from './class-page.ts';
import { journalKeys, openBatch, withBatch } from './open.ts';

/** Removes what was exported, except for the signatures that prove the record. @returns true if there was anything */
async function removeExports(folder: string): Promise<boolean> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name !== JOURNAL_HEAD_FILE);
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
  return names.length > 0;
}

/** `grade batch forget`: removes a student's files and leaves a signed note. */
export async function batchForget(command: CommandInput): Promise<number> {
  const { options, args, io } = command;
  const {
    student = [],
    reason,
    assignments,
  } = options as unknown as {
    readonly student?: string[];
    readonly reason?: string;
    readonly assignments?: string[];
  };
  if (student.length === 0) throw new UsageError('Who is to be forgotten? Give --student, e.g. --student ada.');
  if (!reason?.trim())
    throw new UsageError('Why? The signed note keeps it. Give --reason, e.g. --reason "left the course".');
  const batch = await openBatch(args[0] ?? '', assignments);
  return withBatch(batch.store, command, async (journal) => {
    const [key] = await journalKeys(batch.store, command);
    for (const one of student) {
      await forgetNames(batch.store, one);
      await forgetStudent(batch.store, journal, key, one, reason);
      io.stdout.write(
        `All that this batch had of ${printable(one)} is removed; a signed note without the name stays.\n`,
      );
    }
    await refreshPages(batch, command);
    if (await removeExports(batch.store.path('export'))) {
      io.stdout.write('The exports in the folder of the batch are removed. Export again.\n');
    }
    io.stdout.write('Other exports, similarity reports and backups still have the files. Remove them too.\n');
    return EXIT.success;
  });
}
