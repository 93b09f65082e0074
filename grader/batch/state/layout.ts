import { createHash } from 'node:crypto';

/** The names of the files and folders of a batch. */
export const BATCH_FILE = 'batch.json';
export const SECRET_FILE = 'secret';
export const JOURNAL_FILE = 'journal.jsonl';
/** Beside exported grades: the last signatures of the journal, one per line. */
export const JOURNAL_HEAD_FILE = 'journal-head.txt';
export const HEAD_FILE = 'journal.head.json';
export const LOCK_FILE = 'lock';
export const APPLY_FILE = 'apply.json';
/** Whom a command forgets, while it does. */
export const FORGET_FILE = 'forget.json';
export const CLASS_PAGE = 'class.html';
export const STUDENTS = 'students';
/** Results of a changed assignment or engine that nobody has applied yet. */
export const PROPOSED = 'proposed';
export const HISTORY = 'history';
/** The files that only staff may see: of each attempt the result and the reports with hidden cases, and faults of the machine. */
export const STAFF = 'staff';
/** Copies of attempts with pseudonyms. */
export const ANONYMOUS = 'anonymous';
/** Whose pseudonyms these are: the only file that says it. */
export const PSEUDONYMS_FILE = 'pseudonyms.csv';
/** The files of a batch that staff edit. */
export const COURSE_FILE = 'course.yaml';
export const ROSTER_FILE = 'roster.csv';
export const OVERRIDES_FILE = 'overrides.csv';
export const REQUESTS_FILE = 'regrade-requests.csv';
/** The state of a watch, for programs. */
export const PROGRESS_FILE = 'progress.json';
/** The folder of jobs, which name submissions. */
export const SLURM = 'slurm';
/** The folder of what was exported. */
export const EXPORT = 'export';

/** The journal cannot prove itself, and these are written without the lock or are copies. */
const OF_NO_RECORD: ReadonlySet<string> = new Set([
  JOURNAL_FILE,
  HEAD_FILE,
  LOCK_FILE,
  SECRET_FILE,
  PROGRESS_FILE,
  EXPORT,
]);

/** True if a file or folder of the batch's folder is not on record. Each other one is. */
export function isOfNoRecord(name: string): boolean {
  return OF_NO_RECORD.has(name) || name.startsWith(`${LOCK_FILE}.`);
}

export const SUBMISSION_FILE = 'submission.json';
export const RESULT_FILE = 'result.json';
export const FAULT_FILE = 'fault.json';
/** The headers that the source of an attempt includes. */
export const HEADERS = 'headers';
/** The files of an attempt that were handed in, if there is no source in it or if it is not clear which. */
export const HANDED_IN = 'handed-in';

const MAX_NAME = 100;
/** Bytes of UTF-8. File systems take 255, and a file that is being written has a longer name. */
const MAX_FILE_NAME_BYTES = 160;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A folder's name for any text, the same on every platform and different for different texts: letters, digits and
 * `. _ @ + -` stay, other bytes of its UTF-8 become `%xx`, and what would be too long ends in a hash.
 */
export function folderName(text: string): string {
  const encoded = [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9_@+.-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  // Not `.`, `..`, a hidden file, an option, or a device of Windows; nor a name that ends in a dot there.
  const safe = encoded.replace(/^[.-]/, escapeFirst).replace(/\.$/, '%2e');
  const named = safe === '' || RESERVED.test(safe) ? `%${safe}` : safe;
  return named.length <= MAX_NAME ? named : distinctName(named, text);
}

/** Returns the folder's name for a text whose own name another text has, on a file system that ignores case. */
export function distinctName(name: string, text: string): string {
  // No other name has a tilde.
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${name.replace(/~.*$/, '').slice(0, MAX_NAME - 17)}~${digest}`;
}

function escapeFirst(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

/** A source's name as a student gave it, fit for every platform. */
export function fileNameOf(name: string): string {
  const cut = plainName(name);
  return /.\.(?:cu|py|ipynb)$/i.test(cut) ? unreserved(cut) : 'submission.cu';
}

/** Returns names for other files, fit for every platform and different from each other. */
export function keptNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const plain = plainName(name.slice(name.lastIndexOf('/') + 1));
    const safe = unreserved(plain === '' ? 'file' : plain.replace(/[.\s]+$/, '_'));
    let own = safe;
    for (let number = 2; used.has(own.toLowerCase()); number++) own = `${number}-${safe}`;
    used.add(own.toLowerCase());
    return own;
  });
}

/** Returns whether a path of folders and a file can be kept as it is on every platform. */
export function isKeptPath(path: string): boolean {
  const parts = path.split('/');
  return (
    parts.length <= 8 && parts.every((part) => part !== '' && plainName(part) === part && unreserved(part) === part)
  );
}

function plainName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} _@+.()-]/gu, '_')
    .replace(/^[.\s-]+/, '');
  const letters = [...plain].slice(-80);
  while (Buffer.byteLength(letters.join('')) > MAX_FILE_NAME_BYTES) letters.shift();
  return letters.join('').trimStart();
}

function unreserved(name: string): string {
  return RESERVED.test(name) ? `_${name}` : name;
}
