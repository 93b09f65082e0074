import { forgetNames } from '../../batch/feedback/index.ts';
import { forgetStudents } from '../../batch/index.ts';
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
  return withBatch(batch.store, command, async (journal, { forgotten }) => {
    const [key] = await journalKeys(batch.store, command);
    const left = student.filter((one) => !forgotten.includes(one));
    const given = { students: left, reason };
    const { students, hadExports } = await forgetStudents(batch.store, journal, key, given, {
      of: (one) => forgetNames(batch.store, one),
      pages: () => refreshPages(batch, command),
    });
    for (const one of [...forgotten, ...students]) {
      io.stdout.write(
        `All that this batch had of ${printable(one)} is removed; a signed note without the name stays.\n`,
      );
    }
    if (hadExports) {
      io.stdout.write('The exports in the folder of the batch are removed. Export again.\n');
    }
    io.stdout.write('Other exports, similarity reports and backups still have the files. Remove them too.\n');
    return EXIT.success;
  });
}
