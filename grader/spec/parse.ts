import { checkConsistency } from './consistency.ts';
import { isStudentsCopy } from './consistency-timing.ts';
import { draftOf, type Siblings } from './draft.ts';
import { inline, type Problem } from './problem.ts';
import { withExactWords } from './program.ts';
import { type AssignmentSpec, assignmentSchema } from './schema.ts';
import { inOrder, readYaml } from './yaml-file.ts';

export type ParseResult =
  | { readonly status: 'valid'; readonly spec: AssignmentSpec }
  | { readonly status: 'invalid'; readonly problems: readonly Problem[] };

/**
 * Reads the text of an `assignment.yaml`. All mistakes are found at once, in the order in which they stand in the file.
 * @param context.folder - name of the assignment's folder, which its id must equal; null where there is none
 * @param context.siblings - what lies beside the file
 */
export function parseAssignment(
  text: string,
  context: { readonly folder: string | null; readonly siblings: Siblings },
): ParseResult {
  const file = readYaml(text, assignmentSchema, 'an assignment that begins with `schemaVersion: 1`');
  const { value: spec, data, locator } = file;
  const problems = [...file.problems];
  if (locator !== null) {
    for (const { path, at, ...rest } of checkConsistency(draftOf(data), context.siblings)) {
      problems.push({ ...(at === 'key' ? locator.key(path) : locator.value(path)), ...rest });
    }
    if (spec !== null && context.folder !== null && spec.id !== context.folder) {
      const said = { problem: "`id` is not the folder's name", expected: context.folder, found: inline(spec.id) };
      problems.push({ ...locator.value(['id']), ...said });
    }
  }
  if (spec !== null && problems.length === 0)
    return { status: 'valid', spec: withExactWords(asCopied(spec, context.siblings)) };
  return { status: 'invalid', problems: inOrder(problems) };
}

/** Without the solution that a copy for students lacks. */
function asCopied(spec: AssignmentSpec, siblings: Siblings): AssignmentSpec {
  if (!spec.timing || !isStudentsCopy(spec.timing, siblings)) return spec;
  const { reference: _, ...timing } = spec.timing;
  return { ...spec, timing };
}
