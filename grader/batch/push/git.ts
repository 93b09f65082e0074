import { execa } from 'execa';
import { diskFault, UsageError } from '../../platform/index.ts';
import { wellFormed } from '../../report/index.ts';

export interface GitOptions {
  /** The address that the repositories' names follow, with `/` at its end. */
  readonly base: URL;
  /** `null` if the repositories are public. */
  readonly token: string | null;
  readonly signal: AbortSignal;
}

/** The time after which git is stopped, in milliseconds. */
export const GIT_TIMEOUT_MS = 10 * 60_000;

/** The system's words for faults of the disk, which git repeats. */
const DISK_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/no space left on device/i, 'ENOSPC'],
  [/disk quota exceeded/i, 'EDQUOT'],
  [/read-only file system/i, 'EROFS'],
  [/input\/output error/i, 'EIO'],
];

export interface GitAnswer {
  /** The words of git about its failure; `null` if it did not fail. */
  readonly why: string | null;
  readonly printed: Buffer;
}

/** The faults in the headers of commits and tags that old programs wrote. They cost a student nothing. */
const HARMLESS = [
  'badDate',
  'badDateOverflow',
  'badEmail',
  'badFilemode',
  'badName',
  'badTagName',
  'badTimezone',
  'missingEmail',
  'missingNameBeforeEmail',
  'missingSpaceBeforeDate',
  'missingSpaceBeforeEmail',
  'missingTaggerEntry',
  'multipleAuthors',
  'zeroPaddedDate',
  'zeroPaddedFilemode',
];

/** Settings of each command: git runs and follows nothing only because a repository says so. */
const SETTINGS = {
  'core.hooksPath': '/dev/null',
  'core.symlinks': 'false',
  'core.fsmonitor': 'false',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  // No object comes in with a name such as `..` or `.git`.
  'transfer.fsckObjects': 'true',
  ...Object.fromEntries(HARMLESS.map((name) => [`fetch.fsck.${name}`, 'ignore'])),
};

/**
 * Runs git without the settings of the user and of the machine. The token is in its environment only.
 * @throws InfrastructureError if the disk is at fault
 */
export async function git(args: readonly string[], { base, token, signal }: GitOptions): Promise<GitAnswer> {
  const credentials = Buffer.from(`x-access-token:${token}`).toString('base64');
  const settings = Object.entries(SETTINGS).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const result = await execa('git', [...settings, ...args], {
    extendEnv: false,
    env: {
      PATH: process.env.PATH ?? '',
      LC_ALL: 'C',
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_ATTR_NOSYSTEM: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
      GIT_ALLOW_PROTOCOL: base.protocol.slice(0, -1),
      ...(token !== null && {
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: `http.${base.origin}/.extraHeader`,
        GIT_CONFIG_VALUE_0: `Authorization: Basic ${credentials}`,
      }),
    },
    stdin: 'ignore',
    encoding: 'buffer',
    stripFinalNewline: false,
    timeout: GIT_TIMEOUT_MS,
    cancelSignal: signal,
    maxBuffer: 16 << 20,
    reject: false,
  });
  signal.throwIfAborted();
  if (result.code === 'ENOENT') throw new UsageError('git is not installed. grade batch clone needs it.');
  const printed = Buffer.from(result.stdout);
  if (result.exitCode === 0) return { why: null, printed };
  const said = Buffer.from(result.stderr).toString('utf8');
  // What the server says after `remote:` is about its own disk.
  const own = said.split('\n').filter((line) => !line.startsWith('remote:'));
  const code = result.code ?? DISK_FAULTS.find(([words]) => own.some((line) => words.test(line)))?.[1];
  const fault = diskFault(Object.assign(new Error(said), { code }), 'The repositories cannot be written');
  if (fault !== null) throw fault;
  const shown = said.replaceAll(credentials, '***').replaceAll(token ?? '\0', '***');
  const lines = wellFormed(shown).trim().split('\n');
  const why = (lines.find((line) => /^(?:fatal|error|remote):/.test(line)) ?? lines.at(-1)) || 'git was stopped';
  return { why, printed };
}
