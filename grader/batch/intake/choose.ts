import { posix } from 'node:path';
import { hasCudaText, hasKernelsInPython } from '../../handin/index.ts';
import { STUDENT_LIMITS } from '../../limits/index.ts';
import { includedFiles, MAX_SUBMISSION_BYTES, maxBytesOf } from '../../platform/files/index.ts';
import type { HandInProblem } from '../model.ts';
import { type HandedFile, isCuda, isPython, knownName, lastPart } from './handed.ts';
import { shown } from './left-out.ts';
import { isForeignArchive, isNested, type Nested, unpackNested } from './nested.ts';

/** The part of a hand-in that is graded. */
export interface Choice {
  /** The source; null if there is none, or if it is not clear which. */
  readonly file: HandedFile | null;
  readonly problem: HandInProblem | null;
  /** Everything that was handed in: headers are among it. */
  readonly files: readonly HandedFile[];
  /** The files that could be the source, if that is not clear. */
  readonly candidates: readonly HandedFile[];
  /** The entries of the student's archives that are left out, a sentence each; absent if there are none. */
  readonly leftOut?: readonly string[];
}

/** Editors and browsers add such an ending to the name of a source. */
const SUFFIXED = /\.cu\.[a-z0-9]{1,5}$/i;
/** Other endings under which CUDA is handed in. */
const OTHER_ENDINGS = /\.(cuh|cpp|cc|cxx|c|txt)$/i;
const NAMES_SHOWN = 4;
/** The beginning of a file whose content Git LFS keeps on a server of its own. */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/v1\n';

/**
 * Finds the source in a hand-in: its only `.cu` file, or the only one that the others do not belong to. Without a `.cu`
 * file, it is the only one that has CUDA in it, which can be a Python program or a notebook. Archives are unpacked if
 * nothing beside them can be the source.
 */
export async function choose(files: readonly HandedFile[]): Promise<Choice> {
  const choice = await chooseAmong(files);
  const pointer = await pointerIn(choice);
  // The student handed in a source, and its content is elsewhere: this is no zero.
  if (pointer !== undefined) return unsettled(files, { kind: 'lost', text: pointerText(nameOf(pointer)) });
  if (choice.problem?.kind !== 'no-source') return choice;
  const archives = files.filter(({ path }) => isNested(path)).slice(0, STUDENT_LIMITS.sources);
  const unpacked: HandedFile[] = [];
  const reasons = files
    .filter(({ path }) => isForeignArchive(path))
    .map((file) => `${nameOf(file)} is an archive that grade does not unpack. It unpacks .zip, .tar and .tar.gz.`);
  const leftOut: string[] = [];
  for (const archive of archives) {
    const content = await unpack(archive);
    if ('problem' in content) reasons.push(content.problem);
    else {
      unpacked.push(...(archives.length === 1 ? content.files : content.files.map((one) => below(archive, one))));
      leftOut.push(...content.leftOut.map((why) => `An entry of ${nameOf(archive)} is left out: ${why}.`));
    }
  }
  const lost = [...reasons, ...leftOut.slice(0, NAMES_SHOWN)];
  const others = files.filter(({ path }) => !isNested(path) && !isForeignArchive(path));
  const found = unpacked.length === 0 ? choice : await chooseAmong([...others, ...unpacked]);
  if (found.problem?.kind !== 'no-source')
    return lost.length === 0 ? found : { ...found, leftOut: [...reasons, ...leftOut] };
  if (lost.length === 0) return found;
  // The source can be in what cannot be read, so this is no zero.
  return unsettled(files, { kind: 'lost', text: `This hand-in cannot be read as a whole. ${lost.join(' ')}` });
}

/** Returns a file that stands for the source, and has only the place of its content; `undefined` if there is none. */
async function pointerIn({ file, problem, files }: Choice): Promise<HandedFile | undefined> {
  const canBe = ({ path }: HandedFile): boolean =>
    isCuda(path) || isPython(path) || SUFFIXED.test(path) || OTHER_ENDINGS.test(path);
  const looked = file !== null ? [file] : problem?.kind === 'no-source' ? files.filter(canBe) : [];
  const [found] = await filterAsync(looked.slice(0, STUDENT_LIMITS.sources), async (one) => {
    const bytes = await one.read(LFS_POINTER.length).catch(() => null);
    return bytes?.toString('latin1') === LFS_POINTER;
  });
  return found;
}

function pointerText(name: string): string {
  return `${name} is a pointer of Git LFS: the content of the file is on the LFS server, not in this hand-in.`;
}

/** Returns the files of an archive, or a sentence that says why there are none. */
async function unpack(archive: HandedFile): Promise<Nested> {
  const most = STUDENT_LIMITS.sourceBytes;
  const bytes = await contentOf(archive, most + 1);
  if (bytes === null || bytes.length > most) {
    return { problem: `${nameOf(archive)} is too large to be unpacked; the maximum is ${most / 2 ** 20} MiB.` };
  }
  const nested = await unpackNested(archive.path, bytes);
  const kind = /\.zip$/i.test(archive.path) ? 'zip' : 'tar';
  if ('problem' in nested) {
    return { problem: `${nameOf(archive)} is not a ${kind} archive that can be unpacked.` };
  }
  return nested;
}

/** Gives a file of one of several archives a path of its own. */
function below(archive: HandedFile, file: HandedFile): HandedFile {
  return { ...file, path: `${archive.path}/${file.path}` };
}

async function chooseAmong(files: readonly HandedFile[]): Promise<Choice> {
  const tiers = [
    files.filter(({ path }) => isCuda(path)),
    files.filter(({ path }) => SUFFIXED.test(path)),
    await filterAsync(files.filter(({ path }) => OTHER_ENDINGS.test(path)).slice(0, STUDENT_LIMITS.sources), hasCuda),
    await filterAsync(files.filter(({ path }) => isPython(path)).slice(0, STUDENT_LIMITS.sources), hasKernels),
  ];
  const found = tiers.find((tier) => tier.length > 0) ?? [];
  const isReadable = found.length <= STUDENT_LIMITS.sources;
  const candidates = isReadable ? await distinct(found) : found;
  const roots = isReadable && candidates.length > 1 ? await notIncluded(candidates) : candidates;
  const [source] = roots;
  if (source !== undefined && roots.length === 1) {
    const [other] = found === tiers[0] ? await filterAsync(tiers[3] ?? [], (file) => differs(file, source)) : [];
    if (other !== undefined) {
      const text = `${nameOf(source)} and ${nameOf(other)} both have CUDA source. Staff must say which one counts.`;
      return { ...unsettled(files, { kind: 'undecided', text }), candidates: [source, other] };
    }
    return { file: asSource(source), problem: null, files, candidates: [] };
  }
  if (candidates.length > 1) {
    const text = `${candidates.length} files can be the source: ${namesOf(candidates)}. Staff must say which one counts.`;
    return { ...unsettled(files, { kind: 'undecided', text }), candidates };
  }
  return unsettled(
    files,
    noSource(
      files.length === 0
        ? 'It has no file, or only symbolic links, which the grader does not follow.'
        : `It has ${namesOf(files)}.`,
    ),
  );
}

function unsettled(files: readonly HandedFile[], problem: HandInProblem): Choice {
  return { file: null, problem, files, candidates: [] };
}

function noSource(what: string): HandInProblem {
  return {
    kind: 'no-source',
    text: `This hand-in has no CUDA source. ${what} Hand in one .cu file.`,
  };
}

/** Gives a source the name that it would have without what was added to it. */
function asSource(file: HandedFile): HandedFile {
  const name = knownName(file);
  if (isCuda(name) || isPython(name)) return file;
  return { ...file, name: SUFFIXED.test(name) ? name.replace(/\.[^.]*$/, '') : name.replace(/\.[^.]*$/, '.cu') };
}

async function hasCuda(file: HandedFile): Promise<boolean> {
  const bytes = await contentOf(file);
  return bytes !== null && !bytes.includes(0) && hasCudaText(bytes.toString('latin1'));
}

/** Tells whether Python has CUDA source, or kernels that are translated to it. */
async function hasKernels(file: HandedFile): Promise<boolean> {
  const bytes = await contentOf(file);
  return bytes !== null && !bytes.includes(0) && hasKernelsInPython(bytes.toString('latin1'));
}

/** Tells whether CUDA source in Python is other than that of a `.cu` file, which a notebook can have written. */
async function differs(python: HandedFile, source: HandedFile): Promise<boolean> {
  const [text, own] = [await contentOf(python), await contentOf(source)];
  if (text === null || own === null) return false;
  const whole = text.toString('utf8');
  return own
    .toString('utf8')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .some((line) => line !== '' && !whole.includes(line) && !whole.includes(JSON.stringify(line).slice(1, -1)));
}

/** Leaves out files that repeat another one. */
async function distinct(files: readonly HandedFile[]): Promise<HandedFile[]> {
  if (files.length < 2) return [...files];
  const kept: { file: HandedFile; bytes: Buffer | null }[] = [];
  for (const file of files) {
    const bytes = await contentOf(file);
    if (!kept.some((one) => bytes !== null && one.bytes?.equals(bytes))) kept.push({ file, bytes });
  }
  return kept.map(({ file }) => file);
}

/** Returns the sources that no other one includes. */
async function notIncluded(sources: readonly HandedFile[]): Promise<HandedFile[]> {
  const included = new Set<HandedFile>();
  for (const source of sources) {
    for (const { file } of await headersOf(source, sources, (await contentOf(source)) ?? Buffer.alloc(0))) {
      if (file !== source) included.add(file);
    }
  }
  const roots = sources.filter((source) => !included.has(source));
  return roots.length > 0 ? roots : [...sources];
}

/** A header, by the path from the folder of the source. */
export interface Header {
  readonly path: string;
  readonly file: HandedFile;
  readonly bytes: Buffer;
}

/** Finds the files of a hand-in that its source includes, in the folder of the source and below. */
export async function headersOf(source: HandedFile, files: readonly HandedFile[], bytes: Buffer): Promise<Header[]> {
  const folder = posix.dirname(knownName(source));
  const beside = new Map<string, HandedFile>();
  for (const file of files) if (file.alias !== undefined) beside.set(posix.normalize(file.alias), file);
  for (const file of files) beside.set(posix.normalize(knownName(file)), file);
  const found = await includedFiles(
    bytes.toString('utf8'),
    async (path) => {
      const file = beside.get(posix.join(folder, path));
      if (file === undefined) {
        const read = (await source.beside?.(path, MAX_SUBMISSION_BYTES + 1)) ?? null;
        return read === null ? null : { file: source, bytes: read };
      }
      const content = file.path === source.path ? null : await contentOf(file);
      return content === null ? null : { file, bytes: content };
    },
    (content) => content.bytes.toString('utf8'),
  );
  return found.map(({ path, content }) => ({ path, ...content }));
}

/** Returns the beginning of a file; null if it cannot be read. */
async function contentOf(file: HandedFile, limit: number = maxBytesOf(file.path) + 1): Promise<Buffer | null> {
  try {
    return await file.read(limit);
  } catch {
    return null;
  }
}

async function filterAsync<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const kept: Item[] = [];
  for (const item of items) if (await test(item)) kept.push(item);
  return kept;
}

function nameOf(file: HandedFile): string {
  return shown(lastPart(knownName(file)));
}

function namesOf(files: readonly HandedFile[]): string {
  const names = files.slice(0, NAMES_SHOWN).map(nameOf).join(', ');
  return files.length > NAMES_SHOWN ? `${names} and ${files.length - NAMES_SHOWN} more` : names;
}
