import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssignmentError } from '../../platform/index.ts';
import { encodePng } from '../../platform/render/index.ts';
import { type AssignmentSpec, arrayParameters, decodePpm, extents, readReference } from '../../spec/index.ts';

/** A picture of a case, as an address with its data. */
export interface CasePicture {
  readonly caption: string;
  readonly url: string;
}

/** Returns the pictures of the first case that reads one: the input, and the output that a solution computes. */
export async function casePictures(spec: AssignmentSpec, folder: string): Promise<CasePicture[]> {
  const read = (path: string): Uint8Array => new Uint8Array(readFileSync(join(folder, path)));
  for (const { name, dims, files } of spec.cases) {
    const [input, file] = Object.entries(files ?? {}).find(([, path]) => /\.ppm$/i.test(path)) ?? [];
    if (input === undefined || file === undefined) continue;
    const { width, height, planes } = decodePpm(read(file));
    const pictures = [
      {
        caption: `The input ${input} of the case ${name}: ${width} × ${height} pixels.`,
        url: urlOf(width, height, 3, interleaved(planes, width * height)),
      },
    ];
    const output = arrayParameters(spec.entry).find(({ role, type }) => role === 'output' && type === 'uint8');
    const [rows, columns, ...more] = (output && extents(spec, dims)[output.name]) ?? [];
    if (output === undefined || rows === undefined || columns === undefined || more.length > 0) return pictures;
    const pixels = await expectedPixels(spec, name, output.name, read);
    if (pixels !== null) {
      pictures.push({
        caption: `The output ${output.name} of a right solution.`,
        url: urlOf(columns, rows, 1, pixels),
      });
    }
    return pictures;
  }
  return [];
}

/** Returns the expected output; null if there is none yet. */
async function expectedPixels(
  spec: AssignmentSpec,
  caseName: string,
  output: string,
  read: (path: string) => Uint8Array,
): Promise<Uint8Array | null> {
  try {
    const array = (await readReference(spec, caseName, read))[output];
    return array === undefined ? null : Uint8Array.from(array as ArrayLike<number>);
  } catch (error) {
    if (error instanceof AssignmentError) return null;
    throw error;
  }
}

function urlOf(width: number, height: number, channels: 1 | 3, pixels: Uint8Array): string {
  return `data:image/png;base64,${encodePng(width, height, channels, pixels)}`;
}

/** Returns planes of red, green and blue as pixels. */
function interleaved(planes: Uint8Array, pixels: number): Uint8Array {
  const bytes = new Uint8Array(3 * pixels);
  for (let pixel = 0; pixel < pixels; pixel++) {
    for (let plane = 0; plane < 3; plane++) bytes[3 * pixel + plane] = planes[plane * pixels + pixel] ?? 0;
  }
  return bytes;
}
