import { printable, UsageError } from '../platform/index.ts';
import { type Assignment, assignmentRoots, findAssignments, resolveAssignment } from '../spec/index.ts';
import type { CommandInput } from './command.ts';
import { progressLine } from './progress.ts';

interface PlaygroundOptions {
  readonly assignment?: string[];
  readonly assignments?: string[];
  readonly force?: true;
}

/** `grade playground`: a site that any web server can serve. */
export async function playground({ args, options: given, io }: CommandInput): Promise<number> {
  const options = given as unknown as PlaygroundOptions;
  const [folder = ''] = args;
  const chosen = chooseAssignments(options);
  const { assertPlaygroundFolder, PLAYGROUND_SEED, writePlayground } = await import('../playground/index.ts');
  const force = options.force === true;
  assertPlaygroundFolder(folder, force);
  const progress = progressLine(io);
  const written = await writePlayground({
    assignments: chosen,
    folder,
    force,
    onProgress: (done, total) => progress.show({ activity: 'compressing files', done, total }),
  }).finally(() => progress.clear());
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  const of = `${chosen.length} ${chosen.length === 1 ? 'exercise' : 'exercises'}`;
  io.stdout.write(
    `${printable(folder)}: ${of}, ${written.files} files, ${megabytes(written.bytes)} MB; a first visit loads ${megabytes(written.firstBytes)} MB\n`,
  );
  io.stderr.write(
    `Serve the folder with any web server, over https or from this machine (e.g. npx http-server ${printable(folder)}).\n` +
      noteOf(chosen, PLAYGROUND_SEED),
  );
  return 0;
}

function noteOf(chosen: readonly Assignment[], seed: string): string {
  const readable = chosen.filter(({ spec }) => spec.practice === undefined && spec.hidden.length > 0);
  if (readable.length === 0)
    return `note: Practice cases are drawn from public ranges, with the seed ${seed}. No hidden range is in it.\n`;
  const of = readable.length === chosen.length ? '' : ` of ${readable.map(({ spec }) => spec.id).join(', ')}`;
  return `note: Nothing in it is secret: visitors can read the hidden cases${of}, whose seed is ${seed}.\n`;
}

/** @throws UsageError where there are none; AssignmentError where one is broken */
function chooseAssignments({ assignment: ids, assignments: roots }: PlaygroundOptions): Assignment[] {
  const folders = assignmentRoots(roots);
  if (ids !== undefined) {
    const chosen = ids.map((id) => resolveAssignment(id, folders));
    return [...new Map(chosen.map((one) => [one.spec.id, one])).values()];
  }
  const found = findAssignments(folders).map((listing) => {
    if (listing.status === 'broken') throw listing.error;
    return listing.assignment;
  });
  if (found.length === 0) throw new UsageError('There are no assignments here. Give --assignments DIR.');
  return found;
}
