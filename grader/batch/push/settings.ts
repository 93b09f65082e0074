import { lstatSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The check of a clone before git runs in it. A folder can come from a student's archive, and its `.git/config` can name
 * commands that git runs. So it is read as text first, and git runs only if each line is known to be harmless.
 */

/** The keys of `.git/config` that a clone has, or that people and their tools add. None of them names a command. */
const KEYS: readonly RegExp[] = [
  /^core\.(?:repositoryformatversion=[01]|bare=false)$/,
  /^core\.(?:filemode|logallrefupdates|symlinks|ignorecase|precomposeunicode|autocrlf|eol|longpaths|hidedotfiles)=/,
  // A remote whose name is an address would change where that address leads.
  /^remote\.[\w.-]+\.(?:url|pushurl|fetch|tagopt|prune|gh-resolved)=/,
  /^remote\.origin\.(?:promisor|partialclonefilter)=/,
  /^extensions\.(?:objectformat=|partialclone=origin$)/,
  /^branch\..+\.[a-z0-9-]+=/,
  /^(?:user\.(?:name|email)|submodule\.(?:.+\.)?(?:active|url)|(?:lfs|gui)\.(?:.+\.)?[a-z]+|(?:pull|push)\.[a-z]+)=/,
];
const SECTION = /^\s*\[(?<section>[a-z]+)(?: "(?<name>[^"\\]+)")?\]\s*$/i;
/** A value without quotes, comments and escapes: git and this file read it as the same text. */
const SETTING = /^\s*(?<key>[a-z][a-z0-9-]*)\s*=\s*(?<value>[^"\\#;\p{Cc}]*)$/iu;
const EMPTY = /^\s*(?:[#;].*)?$/;

/**
 * Checks a folder before git runs in it.
 * @returns a sentence if it is not a clone of the address, or has something that no clone has; `null` if git can run
 */
export async function foreignIn(folder: string, address: string): Promise<string | null> {
  const link = await linkIn(join(folder, '.git'));
  if (link !== null) return `${link} is a link or no file, which no clone has.`;
  // git would read the settings of the folder that it names.
  const elsewhere = join(folder, '.git', 'commondir');
  if (lstatSync(elsewhere, { throwIfNoEntry: false })) return `${elsewhere} exists, which no clone has.`;
  const file = join(folder, '.git', 'config');
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return `${file} is missing.`;
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  const addresses: string[] = [];
  let section = '';
  for (const [at, line] of lines.entries()) {
    if (EMPTY.test(line)) continue;
    const opened = SECTION.exec(line)?.groups;
    if (opened !== undefined) {
      section = `${opened.section?.toLowerCase()}${opened.name === undefined ? '' : `.${opened.name}`}`;
      continue;
    }
    const { key = '', value = '' } = SETTING.exec(line)?.groups ?? {};
    const name = `${section}.${key.toLowerCase()}`;
    if (key === '' || !KEYS.some((known) => known.test(`${name}=${value.trim()}`))) {
      const what = key === '' ? 'a line' : name;
      return `line ${at + 1} of ${file} has ${what} that \`git clone\` does not write. Remove the line if it is yours.`;
    }
    if (name === 'remote.origin.url') addresses.push(value.trim());
  }
  const [first, ...more] = addresses;
  if (first === undefined || more.length > 0)
    return `${file} must name 1 url of origin, and names ${addresses.length}.`;
  if (placeOf(first, address) === placeOf(address, address)) return null;
  return `${folder} is a clone of ${placeOf(first, address)}.`;
}

/**
 * Returns what two addresses of one repository have in common: server and path. Names of people and tokens are in neither.
 * @param wanted - the address that the repository is to have. ssh has another port than https, and no prefix
 */
function placeOf(text: string, wanted: string): string {
  const short = /^(?:[^@/\s]+@)?(?<host>[^:/\s]+):(?<path>(?!\/\/).+)$/.exec(text)?.groups;
  const whole = short === undefined ? text.replace(/^(?=\/)/, 'file://') : `ssh://${short.host}/${short.path}`;
  if (!URL.canParse(whole)) return text.replace(/^.*@/, '');
  const [url, base] = [new URL(whole), new URL(wanted)];
  const path = url.pathname
    .replace(/\/+/g, '/')
    .replace(/\/$/, '')
    .replace(/\.git$/, '');
  if (url.protocol === 'file:') return path;
  const isSsh = url.protocol === 'ssh:' && base.protocol !== 'file:' && url.hostname.toLowerCase() === base.hostname;
  const server = isSsh ? base.host : url.protocol === base.protocol ? url.host : `${url.protocol}//${url.host}`;
  // GitHub takes names in any case.
  return `${server}${path}`.toLowerCase();
}

/** Returns an entry that is neither a file nor a folder: git would write where it leads. Hooks do not run. */
async function linkIn(folder: string): Promise<string | null> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name === 'hooks') continue;
    if (!entry.isDirectory() && !entry.isFile()) return path;
    const within = entry.isDirectory() ? await linkIn(path) : null;
    if (within !== null) return within;
  }
  return null;
}
