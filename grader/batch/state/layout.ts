import { createHash } from 'node:crypto';

/** What lies where under a batch's folder. */
export const BATCH_FILE = 'batch.json';
export const SECRET_FILE = 'secret';
export const JOURNAL_FILE = 'journal.jsonl';
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
  const named = safe === '' || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(safe) ? `%${safe}` : safe;
  if (named.length <= MAX_NAME) return named;
  return `${named.slice(0, MAX_NAME - 17)}~${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

function escapeFirst(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

/** A file's name as a student gave it, fit for every platform. */
export function fileNameOf(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N} _@+.()-]/gu, '_').replace(/^[.\s-]+/, '');
  const cut = [...plain].slice(-80).join('');
  return /\.cu$/i.test(cut) && cut.length > 3 ? cut : 'submission.cu';
}
