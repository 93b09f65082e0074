import { assignmentRoots, findAssignments, prototype } from '../spec/index.ts';
import type { CommandInput } from './command.ts';
import { writeError } from './io.ts';
import { writeJson } from './json.ts';

/** `grade list`: sound assignments on stdout; broken ones, with every mistake, on stderr and in the exit status. */
export async function list({ options, io }: CommandInput): Promise<number> {
  const listings = findAssignments(assignmentRoots(options.assignments as string[] | undefined));
  const sound = listings.flatMap((listing) => (listing.status === 'loaded' ? [listing.assignment] : []));
  const broken = listings.flatMap((listing) => (listing.status === 'broken' ? [listing] : []));
  if (options.json !== undefined) {
    const report = {
      schemaVersion: 1,
      assignments: sound.map(({ spec, folder, shipped }) => ({
        id: spec.id,
        title: spec.title,
        summary: spec.summary,
        prototype: prototype(spec),
        cases: { visible: spec.cases.length, hidden: spec.hidden.reduce((sum, { count }) => sum + count, 0) },
        shipped,
        folder,
      })),
      broken: broken.map(({ id, folder, error }) => ({ id, folder, message: error.message, problems: error.details })),
    };
    await writeJson(report, String(options.json), io);
  } else {
    const width = Math.max(0, ...sound.map(({ spec }) => spec.id.length));
    for (const { spec } of sound) {
      const title = /[.?!]$/.test(spec.title) ? spec.title : `${spec.title}.`;
      io.stdout.write(`${spec.id.padEnd(width)}  ${title} ${spec.summary}\n`);
    }
    for (const { error } of broken) writeError(error.message, error.details, io);
  }
  return broken.length > 0 ? 2 : 0;
}
