import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssignmentError } from '../platform/index.ts';
import { type SimulatorModule, simulateAssignment } from '../simulator/index.ts';
import {
  type Assignment,
  type BaselineCount,
  extents,
  outputParameters,
  REFERENCE_FOLDER,
  REFERENCE_MANIFEST,
  type ReferenceManifest,
  type SolutionCount,
  sha256,
  toLittleEndian,
} from '../spec/index.ts';

/** What belongs into an assignment's folder `reference/`: a file a visible case, and the manifest. */
export interface References {
  readonly manifest: ReferenceManifest;
  /** Content by file name, the manifest not among them. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Computes the reference outputs of an assignment's visible cases with its simulator, in the arithmetic of a GPU, and
 * makes sure that they are within the tolerance of the plain loop in float64.
 * @throws AssignmentError where they are not, naming the case and the element
 */
export async function makeReferences(
  { spec, folder }: Pick<Assignment, 'spec' | 'folder'>,
  module: SimulatorModule,
): Promise<References> {
  const readFile = (path: string): Uint8Array => readFileSync(join(folder, path));
  const simulated = simulateAssignment({ spec, module, readFile, caseName: null, trace: null, write: () => {} });
  const files = new Map<string, Uint8Array>();
  const cases: ReferenceManifest['cases'] = {};
  for (const { name, dims, inputs, outputs, mismatch } of simulated) {
    if (mismatch !== null) {
      const { output, index, got, want } = mismatch;
      throw new AssignmentError(
        `The simulator of ${spec.id} is wrong in the case ${name}: ${output}[${index.join('][')}] is ${got}, the plain loop gives ${want}.`,
      );
    }
    const shapes = extents(spec, dims);
    const described = outputParameters(spec.entry).map((parameter) => ({
      name: parameter.name,
      dtype: parameter.type,
      shape: shapes[parameter.name] ?? [],
    }));
    const ordered = Object.fromEntries(
      described.flatMap((output) => {
        const values = outputs[output.name];
        return values === undefined ? [] : [[output.name, values]];
      }),
    );
    const bytes = toLittleEndian(spec, ordered);
    const file = `${name}.bin`;
    files.set(file, bytes);
    cases[name] = {
      file,
      sha256: await sha256([bytes]),
      inputsSha256: await sha256([toLittleEndian(spec, inputs)]),
      outputs: described,
    };
  }
  const generator =
    'simulate() of simulator.ts, in the arithmetic of a GPU; within the tolerance of expected() in float64';
  return { manifest: { schemaVersion: 1, generator, cases }, files };
}

/**
 * Writes what `makeReferences` gave into the assignment's folder.
 * @param counts - of the baseline, null where nothing is compared with it; of the reference solution, null where none is named
 */
export function writeReferences(
  folder: string,
  { manifest: { cases, ...about }, files }: References,
  { baseline, solution }: { readonly baseline: BaselineCount | null; readonly solution: SolutionCount | null },
): void {
  const target = join(folder, REFERENCE_FOLDER);
  mkdirSync(target, { recursive: true });
  for (const [name, bytes] of files) writeFileSync(join(target, name), bytes);
  writeFileSync(
    join(target, REFERENCE_MANIFEST),
    `${JSON.stringify({ ...about, ...(baseline && { baseline }), ...(solution && { solution }), cases }, null, 2)}\n`,
  );
}
