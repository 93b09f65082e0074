import { printable } from '../platform/index.ts';

/** What students wrote, made harmless for each sink. */

/**
 * Without control characters, escape sequences and bidirectional overrides; line ends and tabs stay. XML, JSON and URIs
 * take whole Unicode only: half a surrogate pair, and the two code points that XML cannot write, go as well. U+FFFD
 * stands for each.
 */
export function wellFormed(text: string): string {
  return printable(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}

/** For a terminal. */
export function forTerminal(text: string): string {
  return wellFormed(text);
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

/** For HTML that its receiver shows as it comes: text and quoted attributes. */
export function forHtml(text: string): string {
  return wellFormed(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/**
 * For a CDATA section of XML, which `]]>` ends. The builder of reports takes only the first such end apart: what a student
 * wrote twice would go on as elements of the report.
 */
export function forCdata(text: string): string {
  return wellFormed(text).replaceAll(']]>', ']] >');
}

/** A relative path as a URI reference. */
export function forUri(path: string): string {
  return wellFormed(path).split('/').map(encodeURIComponent).join('/');
}

/**
 * For SARIF's messages, in which `[text](address)` is a link and `{0}` an argument (SARIF 2.1.0, 3.11.5 and 3.11.6).
 */
export function forSarif(text: string): string {
  return wellFormed(text)
    .replace(/\]\(/g, '] (')
    .replace(/\{(\d+)\}/g, '{{$1}}');
}

/** For the message of a GitHub workflow command: it is one line, whatever it says. */
export function forWorkflowMessage(text: string): string {
  return wellFormed(text).replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

/** For a property of a GitHub workflow command. */
export function forWorkflowProperty(text: string): string {
  return forWorkflowMessage(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}

/**
 * For a cell that a spreadsheet opens: text that it would take for a formula has an apostrophe before it (OWASP, CSV
 * injection; the wide signs count where East Asian input does). Text that has apostrophes before such a sign gets one
 * more, so that taking one off what matches the same pattern gives back what was there.
 */
export function forSpreadsheet(text: string): string {
  const clean = wellFormed(text);
  return /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(clean) ? `'${clean}` : clean;
}
