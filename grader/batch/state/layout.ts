import { createHash } from 'node:crypto';

/** What lies where under a batch's folder. */
export const BATCH_FILE = 'batch.json';
export const SECRET_FILE = 'secret';
export const JOURNAL_FILE = 'journal.jsonl';
/** Beside exported grades: the last signatures of the journal, one per line. */
export const JOURNAL_HEAD_FILE = 'journal-head.txt';
export const HEAD_FILE = 'journal.head.json';
export const LOCK_FILE = 'lock';
export const APPLY_FILE = 'apply.json';
export const STUDENTS = 'students';
/** Results of a changed assignment or engine that nobody has applied yet. */
export const PROPOSED = 'proposed';
export const HISTORY = 'history';
/** What only staff may see: of each attempt the result and the reports with hidden cases, and faults of the machine. */
export const STAFF = 'staff';

export const SUBMISSION_FILE = 'submission.json';
export const RESULT_FILE = 'result.json';
export const FAULT_FILE = 'fault.json';

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

/** A file's name as a student gave it, fit for every platform. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} _@+.()-]/gu, '_')
    .replace(/^[.\s-]+/, '');
  const letters = [...plain].slice(-80);
  while (Buffer.byteLength(letters.join('')) > MAX_FILE_NAME_BYTES) letters.shift();
  const cut = letters.join('').trimStart();
  if (!/\.cu$/i.test(cut) || cut.length <= 3) return 'submission.cu';
  return RESERVED.test(cut) ? `_${cut}` : cut;
}
