import { printable } from '../platform/terminal.ts';

/** What students wrote, made harmless for each sink. */

/** For a terminal: control characters, escape sequences and bidirectional overrides do not reach it. Line ends stay. */
export function forTerminal(text: string): string {
  return printable(text).replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** For Markdown prose. */
export function forMarkdown(text: string): string {
  return forTerminal(text)
    .replace(/[\\`*_{}[\]<>#|~!]/g, (char) => `\\${char}`)
    .replace(/@(?=\w)/g, '@\u200b')
    .replace(/\n/g, ' ');
}

/** A fenced block that its content cannot end. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${forTerminal(text)}\n${fence}`;
}
