import {
  type AssignmentSpec,
  elementBytes,
  extents,
  inOrder,
  outputParameters,
  type Problem,
  REFERENCE_FOLDER,
  REFERENCE_MANIFEST,
  readYaml,
  referenceManifestSchema,
  sha256,
} from '../../spec/index.ts';
import { aboutFile, errorsIn, type Folder, type Issue, readText } from './issue.ts';

const PATH = `${REFERENCE_FOLDER}/${REFERENCE_MANIFEST}`;
const ANEW = 'references that are generated again';

/** The manifest of the reference outputs, and the files that it describes: there, undamaged, of the cases' shapes. */
export async function lintReferences(folder: Folder, spec: AssignmentSpec): Promise<Issue[]> {
  const read = readText(folder, PATH);
  if ('issue' in read) return [{ ...read.issue, expected: 'the reference outputs of the visible cases' }];
  // JSON is YAML: problems get their lines.
  const { value, locator, problems } = readYaml(read.text, referenceManifestSchema, 'a manifest of reference outputs');
  if (value === null || locator === null) return errorsIn(PATH, inOrder(problems));
  const found: Problem[] = [...problems];
  const issues: Issue[] = [];
  const outputs = outputParameters(spec.entry);
  for (const { name, dims } of spec.cases) {
    const entry = value.cases[name];
    if (entry === undefined) {
      found.push({ ...locator.value(['cases']), problem: `the case ${name} has no reference outputs`, expected: ANEW });
      continue;
    }
    const shapes = extents(spec, dims);
    const wanted = outputs.map(
      (output) => `${output.name}: ${output.type} [${(shapes[output.name] ?? []).join(', ')}]`,
    );
    const described = entry.outputs.map((output) => `${output.name}: ${output.dtype} [${output.shape.join(', ')}]`);
    if (wanted.join() !== described.join()) {
      found.push({
        ...locator.value(['cases', name, 'outputs']),
        problem: `the reference outputs of ${name} are not those of assignment.yaml`,
        expected: wanted.join(', '),
        found: described.join(', '),
      });
    }
    const bytes = outputs.reduce(
      (sum, output) =>
        sum + (shapes[output.name] ?? []).reduce((product, extent) => product * extent, elementBytes(output.type)),
      0,
    );
    issues.push(...(await lintFile(folder, entry, bytes)));
  }
  for (const name of Object.keys(value.cases)) {
    if (spec.cases.some((given) => given.name === name)) continue;
    const problem = `assignment.yaml has no case ${name}`;
    found.push({ ...locator.key(['cases', name]), problem, expected: ANEW, found: name });
  }
  const named = new Set([REFERENCE_MANIFEST, ...Object.values(value.cases).map(({ file }) => file)]);
  const strange = folder.list(REFERENCE_FOLDER).filter((file) => !named.has(file) && !file.startsWith('.'));
  for (const file of strange) {
    issues.push(aboutFile(`${REFERENCE_FOLDER}/${file}`, 'warning', { problem: `${PATH} does not name this file` }));
  }
  return [...errorsIn(PATH, inOrder(found)), ...issues];
}

async function lintFile(folder: Folder, entry: { file: string; sha256: string }, bytes: number): Promise<Issue[]> {
  const file = `${REFERENCE_FOLDER}/${entry.file}`;
  const size = folder.stat(file);
  if (typeof size !== 'number') {
    return [aboutFile(file, 'error', { problem: `${file} does not exist`, expected: ANEW })];
  }
  if (size !== bytes) {
    const said = {
      problem: `${file} has another size than its outputs`,
      expected: `${bytes} bytes`,
      found: `${size} bytes`,
    };
    return [aboutFile(file, 'error', said)];
  }
  if ((await sha256([folder.read(file)])) === entry.sha256) return [];
  return [aboutFile(file, 'error', { problem: `${file} is not the file that ${PATH} describes`, expected: ANEW })];
}
