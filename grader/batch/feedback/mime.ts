import { createHash } from 'node:crypto';

/** Messages as RFC 5322 has them, with the encodings of RFC 2045 and RFC 2047. Lines end in CR LF. */

export interface Address {
  readonly name: string;
  readonly address: string;
}

export interface Attachment {
  /** In ASCII, without quotes. */
  readonly fileName: string;
  readonly type: string;
  readonly content: Uint8Array;
}

export interface Message {
  readonly from: Address;
  readonly to: Address;
  readonly subject: string;
  readonly date: Date;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

const LINE = 76;
/** An encoded word has at most 75 characters, of which `=?UTF-8?B?` and `?=` are 12; base64 takes 4 for 3 bytes. */
const WORD_BYTES = Math.floor((75 - 12) / 4) * 3;

/** Returns whether mail can be sent to an address as it is written: in ASCII, without quotes and comments. */
export function isAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/.test(
      text,
    )
  );
}

/** Returns a message that programs of mail open as a draft. */
export function draft({ from, to, subject, date, text, attachments }: Message): Buffer {
  // No line of an encoded part can begin like this: base64 has no underscore, and quoted-printable escapes its `=`.
  const about = attachments.map(({ fileName, content }) => [fileName, content.length]);
  const digest = createHash('sha256')
    .update(JSON.stringify([to, subject, text, about]))
    .digest('hex');
  const boundary = `=_grade_${digest.slice(0, 24)}`;
  const head = [
    'X-Unsent: 1',
    `From: ${mailbox(from)}`,
    `To: ${mailbox(to)}`,
    `Subject: ${unstructured(subject)}`,
    `Date: ${mailDate(date)}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    quotedPrintable(text),
    '',
  ].join('\r\n');
  const parts = attachments.flatMap(({ fileName, type, content }) => [
    Buffer.from(
      [
        `--${boundary}`,
        `Content-Type: ${type}; charset=utf-8`,
        'Content-Transfer-Encoding: base64',
        `Content-Disposition: attachment; filename="${fileName}"`,
        '',
        '',
      ].join('\r\n'),
    ),
    base64Lines(content),
  ]);
  return Buffer.concat([Buffer.from(head), ...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

function mailbox({ name, address }: Address): string {
  return name === '' ? address : `${phrase(name)}\r\n <${address}>`;
}

/** A display name: quoted if it is short ASCII, otherwise encoded. */
function phrase(name: string): string {
  if (/^[\x20-\x7e]{1,60}$/.test(name)) return `"${name.replace(/["\\]/g, '\\$&')}"`;
  return encodedWords(name);
}

function unstructured(text: string): string {
  return /^[\x20-\x7e]{1,60}$/.test(text) && !text.includes('=?') ? text : encodedWords(text);
}

/** Encoded words, one a line; each has whole characters. */
function encodedWords(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  words.push(word);
  return words.map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ');
}

/** `Fri, 27 Nov 2026 20:21:00 +0000`. */
function mailDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}

/** The text in lines of at most 76 characters; every byte but printable ASCII is `=XX`. */
export function quotedPrintable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => {
      const bytes = [...Buffer.from(line)];
      const lines: string[] = [];
      let current = '';
      for (const [at, byte] of bytes.entries()) {
        const isBlank = byte === 0x20 || byte === 0x09;
        const isPlain = (byte > 0x20 && byte < 0x7f && byte !== 0x3d) || (isBlank && at < bytes.length - 1);
        const part = isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
        // One character is for the `=` that continues a line.
        if (current.length + part.length > LINE - 1) {
          lines.push(current);
          current = '';
        }
        current += part;
      }
      return [...lines, current].join('=\r\n');
    })
    .join('\r\n');
}

/** Returns the lines of base64, each with its end. */
function base64Lines(content: Uint8Array): Buffer {
  const text = Buffer.from(
    Buffer.from(content.buffer, content.byteOffset, content.length).toString('base64'),
    'latin1',
  );
  const lines = Buffer.alloc(text.length + 2 * Math.ceil(text.length / LINE));
  let at = 0;
  for (let from = 0; from < text.length; from += LINE) {
    // A call for each line would take longer than the encoding.
    const end = Math.min(text.length, from + LINE);
    for (let byte = from; byte < end; byte++) lines[at++] = text[byte] as number;
    lines[at++] = 0x0d;
    lines[at++] = 0x0a;
  }
  return lines;
}
