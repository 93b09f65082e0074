import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { InfrastructureError, messageOf, packageRoot } from '../../platform/index.ts';
import { type CorpusEntry, corpusSchema, GROUPS, type Group } from './corpus-schema.ts';
import { generated } from './generate.ts';

/** Where the corpus lies, in the sources and in the package. */
const CORPUS = join(packageRoot, 'test', 'hostile');

/** A submission of the corpus. */
export interface HostileCase extends Omit<CorpusEntry, 'file' | 'generate' | 'about' | 'fileName'> {
  readonly group: Group;
  /** `compiling/include-passwd` */
  readonly id: string;
  /** What it tries, a sentence. */
  readonly about: string;
  readonly fileName: string;
  /** Its bytes, with places of this run where it names them. */
  bytes(places: Places): Uint8Array;
}

/** Named in sources as `@SECRET_FILE@` and so on. */
export interface Places {
  readonly SECRET_FILE: string;
  readonly OUTSIDE: string;
  readonly PORT: string;
  readonly TOKEN: string;
}

export interface Corpus {
  readonly cases: readonly HostileCase[];
  /** What is graded after each of them, in the same process: it must still get all points. */
  readonly honest: { readonly assignment: string; readonly source: string; readonly cases: readonly string[] };
}

/** @throws InfrastructureError where the corpus is missing or damaged: it is a part of this program */
export function loadCorpus(root: string = CORPUS): Corpus {
  try {
    return read(root);
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error);
    throw new InfrastructureError('The hostile submissions of this program cannot be read. Install it again.', {
      details: why.split('\n'),
      cause: error,
    });
  }
}

function read(root: string): Corpus {
  const {
    honest,
    schemaVersion: _,
    ...groups
  } = corpusSchema.parse(parse(readFileSync(join(root, 'corpus.yaml'), 'utf8')));
  const source = readFileSync(join(root, honest.file), 'utf8');
  const cases = GROUPS.flatMap((group) => groups[group].map((entry) => toCase(root, group, entry, source)));
  const twice = cases.find(({ id }, index) => cases.findIndex((other) => other.id === id) !== index);
  if (twice) throw new Error(`${twice.id} is there twice`);
  return { cases, honest: { assignment: honest.assignment, source, cases: honest.cases } };
}

function toCase(root: string, group: Group, entry: CorpusEntry, honest: string): HostileCase {
  const { file = `${group}/${entry.name}.cu`, generate, about, fileName = 'mine.cu', ...rest } = entry;
  const common = { ...rest, group, id: `${group}/${entry.name}`, fileName };
  if (generate) {
    if (about === undefined) throw new Error(`${common.id} is generated and does not say what it is about`);
    return { ...common, about, bytes: () => generated(generate, honest) };
  }
  const path = join(root, file);
  if (!existsSync(path)) throw new Error(`${common.id} has no source: ${file} is missing`);
  const text = readFileSync(path, 'utf8');
  const comment = /^\/\/ (.+)/.exec(text)?.[1];
  if (about === undefined && comment === undefined) throw new Error(`${file} does not begin with what it tries`);
  const bytes = (places: Places) => new TextEncoder().encode(filledIn(text, places));
  return { ...common, about: about ?? comment ?? '', bytes };
}

function filledIn(text: string, places: Places): string {
  return text.replace(/@(SECRET_FILE|OUTSIDE|PORT|TOKEN)@/g, (_, name: keyof Places) => places[name]);
}
