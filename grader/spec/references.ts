import { z } from 'zod';
import { AssignmentError, messageOf } from '../platform/index.ts';
import { countedLaunchSchema } from './counted-launch.ts';
import {
  type ElementArray,
  type ElementArrays,
  type ElementTypeName,
  elementBytes,
  elementTypes,
  encodeElements,
  viewElements,
} from './elements.ts';
import { arrayParameters, extents, outputParameters } from './entry.ts';
import type { AssignmentSpec } from './schema.ts';

/**
 * `reference/manifest.json`: what the reference outputs of the visible cases are and where they come from.
 * The outputs of a case lie in `reference/<case>.bin`, one after the other in the order of the parameters, row-major
 * and little-endian, as a GPU stores them.
 */
const outputSchema = z.strictObject({
  name: z.string().describe('Output parameter'),
  dtype: z.enum(elementTypes).describe('Element type'),
  shape: z.array(z.int().min(1)).min(1).describe('Extents, slowest first'),
});

/** What techniques and estimates of speed compare a submission with: counted once, by `grade references`. */
const baselineCountSchema = z.strictObject({
  file: z.string().describe('File of the baseline'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal')
    .describe('Of that file: where it has changed, the numbers hold no more'),
  entry: z.string().describe('The entry point that was called'),
  dims: z.record(z.string(), z.number()).describe('Sizes of the case'),
  globalLoadSectors: z.int().min(0).describe('Sectors of 32 bytes that all launches load from global memory'),
  globalStoreSectors: z.int().min(0).describe('Sectors of 32 bytes that all launches store to global memory'),
  launches: z
    .array(countedLaunchSchema)
    .optional()
    .describe('Each launch, in their order, as an estimate of speed needs it; absent where there are many'),
});

export type BaselineCount = z.infer<typeof baselineCountSchema>;

/** What reports draw beside a submission's traffic. Totals alone: students have this file, and not the solution. */
const solutionCountSchema = z.strictObject({
  file: z.string().describe('File of the solution, as `timing.reference` names it'),
  entry: z.string().describe('The entry point that was called'),
  dims: z.record(z.string(), z.number()).describe('Sizes of the case'),
  globalLoadSectors: z.int().min(0).describe('Sectors of 32 bytes that all launches load from global memory'),
  globalStoreSectors: z.int().min(0).describe('Sectors of 32 bytes that all launches store to global memory'),
  sharedWavefronts: z.int().min(0).describe('Wavefronts that all loads and stores of shared memory take'),
  sharedBankConflicts: z.int().min(0).describe('Those of them that conflicts of banks cost'),
});

export type SolutionCount = z.infer<typeof solutionCountSchema>;

export const referenceManifestSchema = z.strictObject({
  schemaVersion: z.literal(1),
  baseline: baselineCountSchema.optional(),
  solution: solutionCountSchema.optional(),
  generator: z.string().describe('What computed the outputs, and in which arithmetic'),
  cases: z.record(
    z.string(),
    z.strictObject({
      file: z.string().describe('File in this folder'),
      sha256: z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal'),
      inputsSha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal')
        .describe('Of all inputs, one after the other: shows that generated inputs are the same everywhere'),
      outputs: z.array(outputSchema).min(1),
    }),
  ),
});

export type ReferenceManifest = z.infer<typeof referenceManifestSchema>;
export type ReferenceEntry = ReferenceManifest['cases'][string];

export const REFERENCE_FOLDER = 'reference';
export const REFERENCE_MANIFEST = 'manifest.json';

/**
 * Reads the reference outputs of a visible case, and makes sure that they are the ones that were written.
 * @param readFile - content of a file in the assignment's folder, by its path there with `/`
 * @throws AssignmentError where they are missing, damaged, or of another shape than the case
 */
export async function readReference(
  spec: Pick<AssignmentSpec, 'entry' | 'cases'>,
  caseName: string,
  readFile: (relativePath: string) => Uint8Array,
): Promise<Record<string, ElementArray>> {
  const read = (name: string): Uint8Array => {
    try {
      return readFile(`${REFERENCE_FOLDER}/${name}`);
    } catch (error) {
      throw new AssignmentError(`${REFERENCE_FOLDER}/${name} cannot be read: ${messageOf(error)}.`, { cause: error });
    }
  };
  const manifest = parseManifest(read(REFERENCE_MANIFEST));
  const entry = manifest.cases[caseName];
  const dims = spec.cases.find(({ name }) => name === caseName)?.dims;
  if (entry === undefined || dims === undefined) {
    throw new AssignmentError(`${REFERENCE_FOLDER}/${REFERENCE_MANIFEST} has no outputs for the case ${caseName}.`);
  }
  const bytes = read(entry.file);
  if ((await sha256([bytes])) !== entry.sha256) {
    throw new AssignmentError(`${REFERENCE_FOLDER}/${entry.file} is not the file that the manifest describes.`);
  }
  const shapes = extents(spec, dims);
  const outputs: Record<string, ElementArray> = {};
  let offset = 0;
  for (const { name, type } of outputParameters(spec.entry)) {
    const shape = shapes[name] ?? [];
    const described = entry.outputs.find((output) => output.name === name);
    if (described?.dtype !== type || described.shape.join() !== shape.join()) {
      throw new AssignmentError(
        `The reference output ${name} of the case ${caseName} is not ${type} [${shape.join(', ')}]. Make the references again.`,
      );
    }
    const length = shape.reduce((product, extent) => product * extent, 1);
    const end = offset + length * elementBytes(type);
    outputs[name] = fromLittleEndian(bytes.slice(offset, end), type, length);
    offset = end;
  }
  return outputs;
}

/**
 * What is known of the baseline's traffic; null where nothing is.
 * @throws AssignmentError where the manifest is damaged
 */
export function readBaselineCount(readFile: (relativePath: string) => Uint8Array): BaselineCount | null {
  return manifestOf(readFile)?.baseline ?? null;
}

/**
 * What is known of the reference solution's traffic; null where nothing is.
 * @throws AssignmentError where the manifest is damaged
 */
export function readSolutionCount(readFile: (relativePath: string) => Uint8Array): SolutionCount | null {
  return manifestOf(readFile)?.solution ?? null;
}

function manifestOf(readFile: (relativePath: string) => Uint8Array): ReferenceManifest | null {
  let bytes: Uint8Array;
  try {
    bytes = readFile(`${REFERENCE_FOLDER}/${REFERENCE_MANIFEST}`);
  } catch {
    // An assignment without references is told of where they are needed.
    return null;
  }
  return parseManifest(bytes);
}

/** SHA-256, in hexadecimal, of the parts one after the other. */
export async function sha256(parts: readonly Uint8Array[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', joinBytes(parts));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Elements one array after the other, little-endian, each in the type that the entry point has for it. */
export function toLittleEndian(spec: Pick<AssignmentSpec, 'entry'>, arrays: ElementArrays): Uint8Array<ArrayBuffer> {
  const types = new Map(arrayParameters(spec.entry).map(({ name, type }) => [name, type]));
  return joinBytes(
    Object.entries(arrays).map(([name, elements]) => {
      const type = types.get(name);
      if (type === undefined) throw new RangeError(`the entry point has no array ${name}`);
      const bytes = encodeElements(type, elements).slice();
      return bigEndian() ? swapBytes(bytes, elementBytes(type)) : bytes;
    }),
  );
}

function fromLittleEndian(bytes: Uint8Array, type: ElementTypeName, length: number): ElementArray {
  const size = elementBytes(type);
  if (bytes.length !== length * size) throw new AssignmentError('A reference file is shorter than its shape.');
  return viewElements(bigEndian() ? swapBytes(new Uint8Array(bytes), size) : bytes, type);
}

function parseManifest(bytes: Uint8Array): ReferenceManifest {
  const where = `${REFERENCE_FOLDER}/${REFERENCE_MANIFEST}`;
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new AssignmentError(`${where} is not JSON: ${messageOf(error)}.`, { cause: error });
  }
  const parsed = referenceManifestSchema.safeParse(data);
  if (!parsed.success) {
    const details = z.prettifyError(parsed.error).split('\n');
    throw new AssignmentError(`${where} is not a manifest of reference outputs.`, { details });
  }
  return parsed.data;
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

function bigEndian(): boolean {
  return new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;
}

function swapBytes(bytes: Uint8Array, size: number): Uint8Array {
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
  return bytes;
}
