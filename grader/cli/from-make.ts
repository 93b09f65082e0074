import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { z } from 'zod';
import { messageOf, shellWord, systemCode, UsageError } from '../platform/index.ts';
import { type BuildCommand, commandsIn, makeCommands } from './makefile.ts';
import { HOST_TUNING, nvccOption } from './nvcc-table.ts';

const COMPILE_COMMANDS = 'compile_commands.json';
const FOUND_BY_ITSELF = [COMPILE_COMMANDS, 'Makefile', 'makefile', 'GNUmakefile'];
const SOURCE = /\.(?:cu|cpp|cc|cxx|c\+\+|C|c)$/;
const OBJECT = /\.(?:o|obj)$/;
const HAS_MAIN = /\bmain\s*\(/;
/** Options of a compiler's command that say which file it writes, or that it does not link. */
const OF_ONE_STEP = new Set(['output-file', 'compile', 'device-c', 'device-w', 'device-link', 'dependency-output']);

const entries = z.array(
  z.object({
    directory: z.string().optional(),
    file: z.string(),
    command: z.string().optional(),
    arguments: z.array(z.string()).optional(),
  }),
);

/**
 * Returns the command lines of `grade run` for the programs that a makefile or compile_commands.json builds. The file is
 * read, and nothing of it is executed.
 * @param given - the file; `null` for the first of the usual names in the working folder
 * @param target - of a makefile; `null` for its first one
 * @throws UsageError with the file, and the line that is not understood
 */
export function runLines(given: string | null, target: string | null, cwd: string): string[] {
  const file = given ?? FOUND_BY_ITSELF.find((name) => existsSync(join(cwd, name)));
  if (file === undefined)
    throw new UsageError(
      `There is no ${FOUND_BY_ITSELF.slice(0, 2).join(' and no ')} here. Give one: --from-make=FILE.`,
    );
  const path = join(isAbsolute(file) ? '' : cwd, file);
  const text = textOf(path, file);
  const isJson = basename(file).endsWith('.json');
  const folder = relative(cwd, dirname(path));
  const programs = isJson ? programsOfJson(text, file, cwd) : programsOfMakefile(text, target, file, dirname(path));
  if (programs.length === 0)
    throw new UsageError(`${file} has no command of nvcc or a C++ compiler that makes a program.`);
  return programs.map((program) => lineOf(program, isJson ? '' : folder));
}

interface BuiltProgram {
  readonly options: readonly string[];
  /** The paths from the makefile's folder, or from the working folder. */
  readonly sources: readonly string[];
}

function programsOfMakefile(text: string, target: string | null, name: string, folder: string): BuiltProgram[] {
  const commands = makeCommands(text, target, name, {
    glob: (pattern) => glob(folder, pattern),
    exists: (path) => existsSync(join(folder, path)),
  }).map(partsOf);
  const byObject = new Map(
    commands.flatMap((parts) => (parts.output === null ? [] : [[parts.output, parts] as const])),
  );
  return commands
    .filter(({ isStep }) => !isStep)
    .flatMap(({ line, options, sources, objects }) => {
      const compiled = objects.map((object) => {
        const parts = byObject.get(object) ?? commands.find((one) => one.isStep && objectOf(one.sources[0]) === object);
        if (!parts) throw new UsageError(`${name}:${line}: ${object} has no command that compiles it.`);
        return parts;
      });
      const all = [...sources, ...compiled.flatMap((parts) => parts.sources)];
      if (all.length === 0) return [];
      return [{ options: unique([...compiled.flatMap((parts) => parts.options), ...options]), sources: unique(all) }];
    });
}

function programsOfJson(text: string, name: string, cwd: string): BuiltProgram[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is not JSON: ${messageOf(error)}`);
  }
  const parsed = entries.safeParse(json);
  if (!parsed.success)
    throw new UsageError(`${name} is not a list of commands: ${z.prettifyError(parsed.error).split('\n')[0]}`);
  const files = parsed.data.map(({ directory = '.', file, command, arguments: words }) => {
    const found = words ? [{ line: 0, words: words.slice(1) }] : commandsIn(command ?? '', 0);
    const folder = isAbsolute(directory) ? directory : join(cwd, directory);
    const path = isAbsolute(file) ? file : join(folder, file);
    const { options } = partsOf(found[0] ?? { line: 0, words: [] });
    return { path: relative(cwd, path), options: options.map((one) => placed(one, relative(cwd, folder))), disk: path };
  });
  const withMain = files.filter(({ disk }) => existsSync(disk) && HAS_MAIN.test(readFileSync(disk, 'utf8')));
  const others = files.filter((file) => !withMain.includes(file));
  return withMain.map((main) => ({
    options: unique([main, ...others].flatMap(({ options }) => options)),
    sources: unique([main, ...others].map(({ path }) => path)),
  }));
}

interface Parts {
  readonly line: number;
  /** One word per option, with its value. */
  readonly options: readonly string[];
  readonly sources: readonly string[];
  readonly objects: readonly string[];
  readonly output: string | null;
  /** True if it makes an object and no program. */
  readonly isStep: boolean;
}

function partsOf({ line, words }: BuildCommand): Parts {
  const parts = { options: [] as string[], sources: [] as string[], objects: [] as string[] };
  let output: string | null = null;
  let isStep = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (!word.startsWith('-')) {
      if (SOURCE.test(word)) parts.sources.push(word);
      else if (OBJECT.test(word)) parts.objects.push(word);
      continue;
    }
    const written = nvccOption(word);
    const takesNext = written !== null && written.option.form !== 'none' && written.value === null;
    const value = takesNext ? (words[++index] ?? '') : null;
    const long = written?.option.long ?? '';
    if (long === 'output-file') output = value ?? written?.value ?? null;
    if (long === 'compile' || long === 'device-c' || long === 'device-w') isStep = true;
    if (long === 'device-c') parts.options.push('-rdc=true');
    if (written === null && HOST_TUNING.test(word)) continue;
    if (OF_ONE_STEP.has(long) || written?.option.effect === 'ignored') continue;
    parts.options.push(value === null ? word : `${word}${word.startsWith('--') || word.length > 2 ? '=' : ''}${value}`);
  }
  return { line, output, isStep, ...parts };
}

function objectOf(source: string | undefined): string {
  return basename(source ?? '').replace(/\.[^.]*$/, '.o');
}

function lineOf({ options, sources }: BuiltProgram, folder: string): string {
  const words = [...options.map((option) => placed(option, folder)), ...sources.map((path) => join(folder, path))];
  return ['grade', 'run', ...words.map(shellWord)].join(' ');
}

/** Moves the folder of `-I` to where the command is read from. */
function placed(option: string, folder: string): string {
  const [, flag, path] = /^(-I|-isystem=|-include=|--include-path=)(.+)$/.exec(option) ?? [];
  return flag === undefined || path === undefined || isAbsolute(path) ? option : `${flag}${join(folder, path)}`;
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}

function textOf(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${name} cannot be read (${systemCode(error) ?? messageOf(error)}).`);
  }
}

/** Returns the files that a pattern with `*` and `?` matches, sorted. */
function glob(folder: string, pattern: string): string[] {
  let found = [''];
  for (const part of pattern.split('/')) {
    const isPattern = /[*?]/.test(part);
    const matching = new RegExp(
      `^${part
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '.*')
        .replaceAll('?', '.')}$`,
    );
    found = found.flatMap((parent) => {
      if (!isPattern) return existsSync(join(folder, parent, part)) ? [join(parent, part)] : [];
      return namesIn(join(folder, parent))
        .filter((name) => matching.test(name) && !name.startsWith('.'))
        .map((name) => join(parent, name));
    });
  }
  return found.sort();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
