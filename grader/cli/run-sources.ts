import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { DialectOptions, HeaderFile, SourceUnit, UnitLanguage } from '../compile/index.ts';
import { wordOutside } from '../explain/index.ts';
import { collectHeaders, pathFrom } from '../pipeline/run/index.ts';
import { decodeSubmission, MAX_SUBMISSION_BYTES, readSubmission } from '../platform/files/index.ts';
import { type InputStream, UsageError } from '../platform/index.ts';
import type { NvccCommand } from './nvcc-options.ts';

/** The program that a command line names, with everything that its compilation needs. */
export interface RunSources extends DialectOptions {
  /** The first source in CUDA, or the first one if there is none. */
  readonly fileName: string;
  readonly source: string;
  /** The hash of that file's bytes, in hexadecimal. */
  readonly sha256: string;
  readonly units: readonly SourceUnit[];
  readonly headers: readonly HeaderFile[];
  /** Sentences about files that were not read. */
  readonly notes: readonly string[];
  /** The folder below which quoted includes are read. */
  readonly project: string;
}

const STANDARD_INPUT = '-';
/** The name of a program from standard input. */
const STDIN_FILE = 'stdin.cu';

/**
 * Reads the sources of a program and the headers that they include.
 * @param stdin - `null` if nothing is piped in
 * @param include - folders of `--include`
 * @throws UsageError for a source that cannot be read
 */
export async function readSources(
  command: NvccCommand,
  stdin: InputStream | null,
  include: readonly string[],
): Promise<RunSources> {
  const { sources, macros, includedFiles, isAllCuda } = command;
  if (sources.length === 0)
    throw new UsageError(
      'No source is given. Give the program, e.g. grade run vector_add.cu, or - for standard input.',
    );
  const read = [];
  for (const path of sources)
    read.push({ path, ...(await readSource(path, stdin)), language: languageOf(path, isAllCuda) });
  const anyCuda = read.some(({ language }) => language === 'cuda');
  // A program without kernels is compiled as CUDA all the same.
  const files = read.map((file) => (anyCuda || file.language === 'c' ? file : { ...file, language: 'cuda' as const }));
  const [given] = files;
  if (!given) throw new UsageError('No source is given.');
  const first = files.find(({ language }) => language === 'cuda') ?? withoutKernels(given);
  const others = files.filter((file) => file !== first);
  const searched = [...command.includeFolders, ...include];
  const { headers, outside, project } = collectHeaders(
    [first, ...others].map(({ fileName: file, source: text }) => ({ file, text })),
    { searched, included: includedFiles },
  );
  const folder = dirname(resolve(first.fileName));
  const absent = includedFiles.find((file) => !headers.some(({ path }) => path === pathFrom(folder, file)));
  if (absent !== undefined)
    throw new UsageError(`The file ${JSON.stringify(absent)} of -include cannot be read in the project's folder.`);
  return {
    fileName: first.fileName,
    source: first.source,
    sha256: first.sha256,
    units: others.map(({ fileName, source: text, language }) => ({
      path: pathFrom(folder, fileName),
      name: fileName,
      text,
      language,
    })),
    headers,
    macros,
    preIncludes: includedFiles.map((file) => pathFrom(folder, file)),
    ...(command.standard !== null && { standard: command.standard }),
    ...(command.relaxedConstexpr && { relaxedConstexpr: true }),
    ...(command.relocatableDeviceCode && { relocatableDeviceCode: true }),
    notes: outside.map((found) => wordOutside(found, project)),
    project,
  };
}

/** Returns the source of the kernels of a program in C: an empty one. */
function withoutKernels<Source extends { readonly fileName: string; readonly source: string }>(source: Source) {
  return { ...source, fileName: `${source.fileName}.cu`, source: '', language: 'cuda' as const };
}

async function readSource(
  path: string,
  stdin: InputStream | null,
): Promise<{ readonly fileName: string; readonly source: string; readonly sha256: string }> {
  if (path !== STANDARD_INPUT) return { ...(await readSubmission(path)), fileName: path };
  if (stdin === null)
    throw new UsageError('Nothing is piped in. Write e.g. cat vector_add.cu | grade run -, or give the file.');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const next = () => stdin.read(MAX_SUBMISSION_BYTES);
  for (let chunk = await next(); chunk.length > 0; chunk = await next()) {
    bytes += chunk.length;
    if (bytes > MAX_SUBMISSION_BYTES)
      throw new UsageError(
        `Standard input has more than ${MAX_SUBMISSION_BYTES} bytes, which is too large for a source.`,
      );
    chunks.push(Uint8Array.from(chunk));
  }
  const all = Buffer.concat(chunks);
  return {
    fileName: STDIN_FILE,
    source: decodeSubmission(all, 'Standard input'),
    sha256: createHash('sha256').update(all).digest('hex'),
  };
}

function languageOf(path: string, isAllCuda: boolean): UnitLanguage {
  if (isAllCuda || path === STANDARD_INPUT) return 'cuda';
  if (path.endsWith('.c')) return 'c';
  return /\.(?:cpp|cc|cxx|c\+\+|C)$/.test(path) ? 'c++' : 'cuda';
}
