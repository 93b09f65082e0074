import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A key that signs the lines of a journal. */
export interface JournalKey {
  /** The owner of the key, for messages. */
  readonly name: 'the key of the course' | 'the key of the batch';
  readonly key: Buffer;
}

/** Returns the key for journals that follows from a secret. */
export function journalKey(name: JournalKey['name'], secret: string): JournalKey {
  return { name, key: createHmac('sha256', secret).update('journal').digest() };
}

/** The end of a line that is signed. */
const SIGNATURE = /,"mac":"([0-9a-f]{64})"\}$/;

/** A line of a journal: its text without the signature, and the signature. */
export interface SignedLine {
  readonly body: string;
  /** HMAC-SHA256 in hexadecimal; `null` if the line is not signed. */
  readonly mac: string | null;
}

/** Returns a line with its signature, which covers the line and the signature before it. */
export function signLine(
  body: string,
  before: string,
  { key }: JournalKey,
): { readonly line: string; readonly mac: string } {
  const mac = macOf(body, before, key);
  return { line: `${body.slice(0, -1)},"mac":"${mac}"}`, mac };
}

/** Divides a line into its body and its signature. */
export function readLine(line: string): SignedLine {
  const mac = SIGNATURE.exec(line)?.[1];
  return mac === undefined ? { body: line, mac: null } : { body: line.replace(SIGNATURE, '}'), mac };
}

/** True if a key signed the line after the line with the signature `before`. */
export function isSignedBy({ body, mac }: SignedLine, before: string, { key }: JournalKey): boolean {
  return mac !== null && timingSafeEqual(Buffer.from(mac, 'hex'), Buffer.from(macOf(body, before, key), 'hex'));
}

/** Returns what the first signature follows: a digest of the lines that an earlier version of the grader wrote. */
export function beginning(unsigned: string): string {
  return createHash('sha256').update(unsigned).digest('hex');
}

function macOf(body: string, before: string, key: Buffer): string {
  return createHmac('sha256', key).update(`${before}\n${body}`).digest('hex');
}
