import { posix } from 'node:path';
import { type Folder, type Issue, readText } from './issue.ts';

export const HANDOUT_FILE = 'handout.md';

/** `[text](target)` and `![text](target "title")`; a target in angle brackets may have spaces. */
const LINK = /!?\[[^\]]*\]\(\s*(?:<([^>]*)>|([^\s)]+))(?:\s+"[^"]*")?\s*\)/g;

export interface Link {
  readonly target: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

/** Links of a Markdown text; what stands in code is no link. */
export function linksOf(markdown: string): Link[] {
  let fence: string | null = null;
  return markdown.split('\n').flatMap((text, index) => {
    const mark = /^\s*(```+|~~~+)/.exec(text)?.[1] ?? null;
    if (mark !== null) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
      return [];
    }
    if (fence !== null) return [];
    // Of the same length, so that columns stay.
    const prose = text.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length));
    return [...prose.matchAll(LINK)].map((match) => ({
      target: match[1] ?? match[2] ?? '',
      line: index + 1,
      column: match.index + 1,
    }));
  });
}

/** The handout is there, and its links to files lead somewhere. Addresses on the web are not asked. */
export function lintHandout(folder: Folder): Issue[] {
  const read = readText(folder, HANDOUT_FILE);
  if ('issue' in read) return [{ ...read.issue, expected: 'what students are to do, in Markdown' }];
  return linksOf(read.text).flatMap(({ target, line, column }): Issue[] => {
    const path = localPath(target);
    if (path === null || folder.stat(path) !== null) return [];
    const problem = `the link leads to ${path}, which does not exist`;
    return [
      {
        file: HANDOUT_FILE,
        severity: 'error',
        line,
        column,
        problem,
        expected: 'a file of this folder',
        found: target,
      },
    ];
  });
}

/** The path in the assignment's folder that a link means; null for addresses and places in the same page. */
export function localPath(target: string): string | null {
  const [path = ''] = target.split(/[#?]/);
  if (path === '' || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)) return null;
  try {
    return posix.normalize(decodeURIComponent(path));
  } catch {
    return posix.normalize(path);
  }
}
