import { makeReferences, writeReferences } from '../authoring/index.ts';
import { openEngine } from '../pipeline/engine/index.ts';
import { countBaseline, countSolution } from '../pipeline/grade/index.ts';
import { whyFolderUnwritable } from '../platform/files/index.ts';
import { printable, UsageError } from '../platform/index.ts';
import { loadSimulator } from '../simulator/file/index.ts';
import {
  type Assignment,
  assignmentRoots,
  type BaselineCount,
  hasBaseline,
  resolveAssignment,
  type SolutionCount,
} from '../spec/index.ts';
import type { CommandInput } from './command.ts';

/** `grade references`: writes an assignment's `reference/` anew, from its simulator, its baseline and its reference solution. */
export async function references({ args, options, io }: CommandInput): Promise<number> {
  const assignment = resolveAssignment(args[0] ?? '', assignmentRoots(options.assignments as string[] | undefined));
  const made = await makeReferences(assignment, await loadSimulator(assignment));
  const counts = await counted(assignment);
  const why = whyFolderUnwritable(assignment.folder);
  if (why !== null) throw new UsageError(`${assignment.folder} cannot be written: ${why}.`);
  writeReferences(assignment.folder, made, counts);
  const bytes = [...made.files.values()].reduce((sum, content) => sum + content.length, 0);
  const sectors = counts.baseline ? `; the baseline loads ${counts.baseline.globalLoadSectors} sectors` : '';
  io.stdout.write(printable(`${assignment.spec.id}: ${made.files.size} cases, ${bytes} bytes${sectors}\n`));
  return 0;
}

async function counted(
  assignment: Assignment,
): Promise<{ readonly baseline: BaselineCount | null; readonly solution: SolutionCount | null }> {
  const { spec } = assignment;
  if (!hasBaseline(spec) && spec.timing?.reference === undefined) return { baseline: null, solution: null };
  const { engine, dispose } = await openEngine({ dir: 'off', maxMiB: null });
  try {
    return {
      baseline: hasBaseline(spec) ? await countBaseline(assignment, engine) : null,
      solution: await countSolution(assignment, engine),
    };
  } finally {
    await dispose();
  }
}
