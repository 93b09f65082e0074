import { didYouMean, UsageError } from '../platform/index.ts';
import { HOST_TUNING, NVCC_OPTIONS, type NvccOption, nvccOption } from './nvcc-table.ts';
import { isOptionalFile } from './options.ts';

/** The program that a command line of nvcc describes. */
export interface NvccCommand {
  /** Paths as they were given, in their order; `-` is standard input. */
  readonly sources: readonly string[];
  /** The arguments of the program's own `main`. */
  readonly programArguments: readonly string[];
  /** Directives that define or remove macros before each source, in their order. */
  readonly macros: readonly string[];
  readonly includeFolders: readonly string[];
  /** Files of `-include`. */
  readonly includedFiles: readonly string[];
  /** The number of the C++ standard, e.g. 20; `null` if none is asked for. */
  readonly standard: number | null;
  /** True if every source is CUDA, whatever its name ends with (`-x cu`). */
  readonly isAllCuda: boolean;
  readonly relaxedConstexpr: boolean;
  readonly relocatableDeviceCode: boolean;
  /** Sentences for the user, without a period: what was ignored, and why. */
  readonly notes: readonly string[];
}

/** The part of the machine that the parser needs. */
export interface OptionFiles {
  /** Reads a file of options. @throws UsageError if it cannot be read */
  read(path: string): string;
  isFile(path: string): boolean;
}

/** Options of `grade run` itself, each with what it takes. */
export type OwnOptions = ReadonlyMap<string, 'value' | 'flag' | 'optional'>;

export interface Split {
  readonly command: NvccCommand;
  /** Arguments for `grade run` itself. */
  readonly own: readonly string[];
  /** The other arguments, in their order. */
  readonly others: readonly string[];
}

/** Libraries that a program can link here, by what follows `-l`; they are there without the option. */
const KNOWN_LIBRARIES = new Set(
  'm c stdc++ pthread dl rt gomp cudart cudart_static cudadevrt cuda nvToolsExt cublas cublasLt curand cufft'.split(
    ' ',
  ),
);
const STANDARDS = /^(?:c|gnu)\+\+(03|11|14|17|20|23)$/;
const SOURCE = /\.(?:cu|cpp|cc|cxx|c\+\+|C|c)$/;
/** Objects and libraries have no source, so they cannot be run with every check on. */
const BINARY = /\.(?:o|obj|a|so|lib|ptx|cubin|fatbin)$/;
/** An option of -Xcompiler that changes the meaning of a source. */
const HOST_MACRO = /^-(D|U)(.+)$/;

/**
 * Takes a command line apart that has options of nvcc and of `grade run`.
 *
 * Options of both can come before the sources. After the first source, an argument is another source, an option of nvcc,
 * or the first of the program's own; `--` ends the options everywhere.
 * @throws UsageError with the argument that is not understood
 */
export function splitRunArguments(argv: readonly string[], ownOptions: OwnOptions, files: OptionFiles): Split {
  const parser = new Parser(ownOptions, files);
  parser.parse(argv);
  return parser.result();
}

class Parser {
  readonly #ownOptions: OwnOptions;
  readonly #files: OptionFiles;
  readonly #own: string[] = [];
  readonly #others: string[] = [];
  readonly #sources: string[] = [];
  readonly #arguments: string[] = [];
  readonly #macros: string[] = [];
  readonly #includes: string[] = [];
  readonly #folders: string[] = [];
  readonly #notes = new Map<string, string>();
  #standard: number | null = null;
  #isAllCuda = false;
  #relaxedConstexpr = false;
  #relocatable = false;
  /** Files of options that are being read, outermost first. */
  readonly #reading: string[] = [];

  constructor(ownOptions: OwnOptions, files: OptionFiles) {
    this.#ownOptions = ownOptions;
    this.#files = files;
  }

  parse(argv: readonly string[]): void {
    for (let index = 0; index < argv.length; index++) {
      const argument = argv[index] ?? '';
      const next = argv[index + 1];
      const isOwn = this.#isOwn(argument);
      const before = index;
      if (argument === '--') {
        this.#others.push(...argv.slice(index));
        this.#arguments.push(...argv.slice(index + 1));
        return;
      }
      if (argument.startsWith('@') && argument.length > 1 && this.#sources.length === 0)
        this.#readOptions(argument.slice(1));
      else if (argument === '-' || !argument.startsWith('-')) {
        if (this.#sources.length > 0 && !this.#isSource(argument)) {
          this.#rest(argv.slice(index));
          return;
        }
        this.#source(argument);
      } else {
        const taken = this.#option(argument, next);
        if (taken === null) {
          this.#rest(argv.slice(index));
          return;
        }
        index += taken;
      }
      if (!isOwn && this.#reading.length === 0) this.#others.push(...argv.slice(before, index + 1));
    }
  }

  #rest(argv: readonly string[]): void {
    if (this.#reading.length === 0) this.#others.push(...argv);
    this.#arguments.push(...argv);
  }

  #isOwn(argument: string): boolean {
    return this.#sources.length === 0 && this.#ownOptions.has(argument.split('=', 1)[0] ?? '');
  }

  result(): Split {
    if (this.#sources.length > 1 && this.#sources.includes('-'))
      throw new UsageError('Standard input can only be the one source. Give "-" alone, or files.');
    return {
      own: this.#own,
      others: this.#others,
      command: {
        sources: this.#sources,
        programArguments: this.#arguments,
        macros: this.#macros,
        includeFolders: this.#folders,
        includedFiles: this.#includes,
        standard: this.#standard,
        isAllCuda: this.#isAllCuda,
        relaxedConstexpr: this.#relaxedConstexpr,
        relocatableDeviceCode: this.#relocatable,
        notes: [...this.#notes.values()],
      },
    };
  }

  #isSource(argument: string): boolean {
    return (SOURCE.test(argument) || this.#isAllCuda) && this.#files.isFile(argument);
  }

  #source(path: string): void {
    if (BINARY.test(path))
      throw new UsageError(
        `${JSON.stringify(path)} is compiled already. Give the source files of the program; they are compiled with every check on.`,
      );
    this.#sources.push(path);
  }

  /** Returns how many further arguments the option takes; `null` if the program's own arguments begin here. */
  #option(argument: string, next: string | undefined): number | null {
    const afterSource = this.#sources.length > 0;
    const own = this.#ownOptions.get(argument.split('=', 1)[0] ?? '');
    if (own !== undefined && this.#isOwn(argument)) {
      this.#own.push(argument);
      if (own === 'flag' || argument.includes('=')) return 0;
      if (own === 'optional') return this.#optionalFile(argument, next);
      if (next === undefined) return 0;
      this.#own.push(next);
      return 1;
    }
    const written = nvccOption(argument);
    if (written === null) {
      if (afterSource) return null;
      return this.#unknown(argument);
    }
    const { option } = written;
    if (option.form === 'none') {
      this.#apply(option, '', argument);
      return 0;
    }
    const value = written.value ?? next;
    if (value === undefined) throw new UsageError(`${argument} needs a value, as with nvcc.`);
    this.#apply(option, value, argument);
    return written.value === null ? 1 : 0;
  }

  #optionalFile(argument: string, next: string | undefined): number {
    if (!isOptionalFile(argument, next)) return 0;
    this.#own[this.#own.length - 1] = `${argument}=${next}`;
    return 1;
  }

  #unknown(argument: string): 0 {
    const name = argument.split('=', 1)[0] ?? '';
    if (HOST_TUNING.test(argument)) {
      this.#note(argument, 'is ignored: it is for the host compiler');
      return 0;
    }
    const known = [
      ...this.#ownOptions.keys(),
      ...NVCC_OPTIONS.flatMap(({ long, short }) => [`--${long}`, `-${short}`]),
    ];
    const meant = didYouMean(name, known);
    throw new UsageError(
      `Neither grade run nor nvcc has an option ${name}${meant === '' ? '.' : `, ${meant}`} Options of the program follow its name.`,
    );
  }

  #apply({ effect, form, short, long }: NvccOption, value: string, argument: string): void {
    const values = form === 'list' ? splitList(value) : [value];
    const name = argument.startsWith('--') ? `--${long}` : `-${short}`;
    switch (effect) {
      case 'define':
        for (const macro of values) this.#macros.push(define(macro, name));
        break;
      case 'undefine':
        for (const macro of values) this.#macros.push(undefine(macro, name));
        break;
      case 'include-folder':
        this.#folders.push(...values);
        break;
      case 'include-file':
        this.#includes.push(...values);
        break;
      case 'standard':
        this.#standard = standardOf(value);
        break;
      case 'language':
        this.#isAllCuda = languageOf(value) === 'cu';
        break;
      case 'relaxed-constexpr':
        this.#relaxedConstexpr = true;
        break;
      case 'relocatable':
        if (form === 'one' && value !== 'true' && value !== 'false')
          throw new UsageError(`${name} takes true or false, not ${JSON.stringify(value)}.`);
        this.#relocatable = value !== 'false';
        break;
      case 'library':
        for (const library of values)
          if (!KNOWN_LIBRARIES.has(library))
            this.#note(`-l${library}`, 'is ignored: grade run does not have that library');
        break;
      case 'host-options':
        for (const option of values) this.#hostOption(option);
        break;
      case 'arguments':
        this.#arguments.push(...values);
        break;
      case 'options-file':
        for (const path of values) this.#readOptions(path);
        break;
      case 'noted':
        this.#note(name, NOTES[long] ?? 'is ignored');
        break;
      case 'no-program':
        throw new UsageError(`With ${name}, nvcc makes no program that could run. Leave it out.`);
      case 'ignored':
        break;
    }
  }

  #hostOption(option: string): void {
    const [, letter, macro] = HOST_MACRO.exec(option) ?? [];
    if (letter === 'D') this.#macros.push(define(macro ?? '', '-Xcompiler -D'));
    else if (letter === 'U') this.#macros.push(undefine(macro ?? '', '-Xcompiler -U'));
    else if (option.startsWith('-I')) this.#folders.push(option.slice(2));
    else if (option.startsWith('-std=')) this.#standard = standardOf(option.slice(5));
  }

  #readOptions(path: string): void {
    if (this.#reading.includes(path)) throw new UsageError(`The options file ${JSON.stringify(path)} includes itself.`);
    this.#reading.push(path);
    this.parse(shellWords(this.#files.read(path)));
    this.#reading.pop();
  }

  #note(option: string, text: string): void {
    this.#notes.set(option, `${option} ${text}`);
  }
}

const NOTES: Readonly<Record<string, string>> = {
  compile: 'is ignored: all sources are compiled and linked at once',
  'device-w': 'is ignored: all sources are compiled and linked at once',
  'output-file': 'is ignored: grade run writes no program, it runs it',
  use_fast_math: 'is ignored: results are those without it, so the last digits can differ',
  ftz: 'is ignored: small numbers are not set to zero',
  'prec-div': 'is ignored: divisions are exact',
  'prec-sqrt': 'is ignored: square roots are exact',
  'default-stream': 'is ignored: the default stream is the legacy one',
  fmad: 'is ignored: products and sums are rounded as without this option',
};

function define(macro: string, option: string): string {
  const [, name, parameters = '', value] = /^([A-Za-z_]\w*)(\([^)]*\))?(?:=([\s\S]*))?$/.exec(macro) ?? [];
  if (name === undefined)
    throw new UsageError(`${option} ${JSON.stringify(macro)} is not a macro. Give e.g. -DN=1024.`);
  return `#define ${name}${parameters} ${oneLine(value ?? '1')}`;
}

function undefine(macro: string, option: string): string {
  if (!/^[A-Za-z_]\w*$/.test(macro)) throw new UsageError(`${option} ${JSON.stringify(macro)} is not a macro's name.`);
  return `#undef ${macro}`;
}

/** A macro ends with its line. */
function oneLine(value: string): string {
  return value.replace(/[\r\n][\s\S]*$/, '');
}

function standardOf(value: string): number {
  const [, number] = STANDARDS.exec(value) ?? [];
  if (number === undefined)
    throw new UsageError(`-std=${value} is not a standard that nvcc knows. Give c++14, c++17, c++20 or c++23.`);
  return Number(number);
}

function languageOf(value: string): string {
  if (value === 'cu' || value === 'c++' || value === 'c') return value;
  throw new UsageError(`-x ${value} is not a language that nvcc knows. Give cu, c++ or c.`);
}

/** Splits at commas that are not in quotes or after a backslash, as nvcc does. */
function splitList(value: string): string[] {
  const parts = [''];
  let quote = '';
  for (let index = 0; index < value.length; index++) {
    const character = value.charAt(index);
    if (character === '\\' && value.charAt(index + 1) === ',') parts[parts.length - 1] += value.charAt(++index);
    else if (quote === '' && character === ',') parts.push('');
    else {
      if (character === quote) quote = '';
      else if (quote === '' && character === '"') quote = character;
      parts[parts.length - 1] += character;
    }
  }
  return parts.filter((part) => part !== '');
}

/** Splits the text of an options file into arguments: spaces and lines separate, quotes and backslashes keep together. */
export function shellWords(text: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '\\' && quote !== "'" && index + 1 < text.length) {
      const escaped = text.charAt(++index);
      word = `${word ?? ''}${quote === '"' && escaped !== '"' && escaped !== '\\' ? '\\' : ''}${escaped}`;
    } else if (quote !== '') {
      if (character === quote) quote = '';
      else word = `${word ?? ''}${character}`;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = `${word ?? ''}${character}`;
  }
  if (quote !== '') throw new UsageError(`A quote ${quote} in the options is not closed.`);
  return word === null ? words : [...words, word];
}
