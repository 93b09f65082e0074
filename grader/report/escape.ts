/** What students wrote, made harmless for each sink. */

/** For a terminal: control characters, escape sequences and bidirectional overrides become visible. Line ends stay. */
export function forTerminal(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
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
