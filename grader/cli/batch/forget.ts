import { forgetStudent } from '../../batch/index.ts';
import { EXIT, printable, UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { refreshPages } from './class-page.ts';
import { journalKeys, openBatch, withBatch } from './open.ts';

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
      await forgetStudent(batch.store, journal, key, one, reason);
      io.stdout.write(
        `All that this batch had of ${printable(one)} is removed; a signed note without the name stays.\n`,
      );
    }
    await refreshPages(batch, command);
    io.stdout.write('Exports, similarity reports and backups of before still have the files. Remove them too.\n');
    return EXIT.success;
  });
}
