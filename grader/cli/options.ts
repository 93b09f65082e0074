import { didYouMean, UsageError } from '../platform/index.ts';

/** Options whose file may be left out: the names that it can have as an argument of its own, and what stands for none. */
const OPTIONAL_FILES: ReadonlyMap<string, { readonly names: RegExp; readonly none: string }> = new Map([
  ['--json', { names: /^-$|\.json$/i, none: '-' }],
  ['--html', { names: /\.html$/i, none: '' }],
  ['--from-make', { names: /(?:^|\/)(?:GNU)?makefile[^/]*$|\.(?:mk|json)$/i, none: '' }],
  ['--excused', { names: /^(?:yes|no|y|n|true|false|0|1)$/i, none: 'yes' }],
]);

/** True if the argument after the option can only be its file, and not an argument of the command. */
export function isOptionalFile(option: string, next: string | undefined): next is string {
  return next !== undefined && OPTIONAL_FILES.get(option)?.names.test(next) === true;
}

/**
 * `--json` takes a file only where what follows looks like one (`-`, or a name that ends in `.json`), so that
 * `grade submit --json matmul-tiled tiled.cu` means what it seems to mean. `--json=FILE` takes any name. The other options of
 * the table do the same.
 */
export function normaliseArguments(argv: readonly string[]): string[] {
  const normal: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? '';
    const next = argv[index + 1];
    if (argument === '--') return [...normal, ...argv.slice(index)];
    const file = OPTIONAL_FILES.get(argument);
    if (!file) normal.push(argument);
    else if (isOptionalFile(argument, next)) {
      normal.push(`${argument}=${next}`);
      index += 1;
    } else normal.push(`${argument}=${file.none}`);
  }
  return normal;
}

/**
 * The formats of `--format a,b`.
 * @throws UsageError for one that there is not
 */
export function parseFormats(list: string, available: readonly string[]): string[] {
  const formats = [...new Set(list.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  for (const name of formats.filter((format) => !available.includes(format))) {
    const meant = didYouMean(name, available);
    throw new UsageError(
      `There is no report format ${JSON.stringify(name)}${meant === '' ? '.' : `, ${meant}`} There are: ${available.join(', ')}. Give e.g. --format ${available.slice(0, 2).join(',')}.`,
    );
  }
  return formats;
}

/** Seeds have 64 bits, and the grader draws from all of them. */
const MAX_SEED = 2n ** 64n - 1n;

/**
 * `--seed N`: any whole number that a seed of 64 bits can hold, as text.
 * @throws UsageError
 */
export function parseSeed(seed: string | undefined): string | null {
  if (seed === undefined) return null;
  if (!/^\d{1,20}$/.test(seed)) {
    throw new UsageError(`--seed ${JSON.stringify(seed)} is not a seed. Give a whole number, e.g. --seed 42.`);
  }
  if (BigInt(seed) > MAX_SEED) throw new UsageError(`--seed ${seed} is too large; the maximum is ${MAX_SEED}.`);
  return BigInt(seed).toString();
}

/** @throws UsageError for the first that there is not */
export function assertAmong(what: string, given: readonly string[] | undefined, known: readonly string[]): void {
  for (const name of given ?? []) {
    if (known.includes(name)) continue;
    const meant = didYouMean(name, known);
    throw new UsageError(
      `There is no ${what} ${JSON.stringify(name)}${meant === '' ? '.' : `, ${meant}`} There are: ${known.join(', ')}.`,
    );
  }
}

/**
 * Reads the name of a student's repository.
 * @throws UsageError unless it has `{student}` once
 */
export function parsePattern(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (text.split('{student}').length === 2 && !text.includes('/')) return text;
  throw new UsageError(
    `--pattern ${JSON.stringify(text)} is not the name of a repository. Give a name with {student} once, e.g. --pattern 'hw3-{student}'.`,
  );
}
