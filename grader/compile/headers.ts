import type { Tree } from './files.ts';
import type { HeaderFile, HeaderPath } from './program.ts';

/** One file of a program in Clang's virtual file system. */
export interface VirtualFile {
  /** Path from the file system's root, as Clang tells it without `./` or `/` before it. */
  readonly virtualName: string;
  /** Name to report. */
  readonly name: string;
  readonly text: string;
  /** True for a header that the grader wrote. */
  readonly given?: true;
}

/** The folder where `#include` looks after CUDA's own headers; `@` begins no folder that people name. */
export const SEARCHED_FOLDER = '@include';

/** Headers where Clang will find them: the program itself lies at the root. */
export function placeHeaders(headers: readonly HeaderFile[]): VirtualFile[] {
  const known = new Set(headers.map(virtualPath));
  return headers.map((header) => {
    const virtualName = virtualPath(header);
    const text = withPlainIncludes(header.text, virtualName, known, header.leads);
    return { virtualName, name: header.name, text, ...(header.given && { given: true }) };
  });
}

/** A source's text, with headers that are elsewhere named as Clang finds them. */
export function withHeaders(text: string, headers: readonly HeaderFile[], virtualName = ''): string {
  return headers.length === 0 ? text : withPlainIncludes(text, virtualName, new Set(headers.map(virtualPath)));
}

/** Returns the path of a file in Clang's virtual file system. */
export function virtualPath({ path, searched }: HeaderPath): string {
  if (searched) return `${SEARCHED_FOLDER}/${path}`;
  return upward(path.split('/'));
}

/** The virtual file system knows no `..`: folders above the program's have names of their own. */
function upward(parts: readonly string[]): string {
  const up = parts.findIndex((part) => part !== '..');
  return up > 0 ? [`@${up}`, ...parts.slice(up)].join('/') : parts.join('/');
}

/** Returns the text of a header that is the same file as another one: it includes that one, for `#pragma once`. */
export function sameHeader(header: HeaderPath): string {
  return `#include "/${virtualPath(header)}"\n`;
}

const QUOTED = /^([ \t]*#[ \t]*include[ \t]*")([^"\n]+)(")/gm;

/** Quoted includes with `.` or `..` in them become absolute ones, where they lead to one of the headers. */
function withPlainIncludes(
  text: string,
  virtualName: string,
  known: ReadonlySet<string>,
  leads: HeaderFile['leads'] = {},
): string {
  return text.replace(QUOTED, (whole, before: string, path: string, after: string) => {
    const parts = path.split('/');
    if (!parts.some((part) => part === '.' || part === '..')) return whole;
    const lead = Object.hasOwn(leads, path) ? leads[path] : undefined;
    const target = lead ? virtualPath(lead) : resolved(virtualName, parts);
    return known.has(target) ? `${before}/${target}${after}` : whole;
  });
}

/** @param from - virtual name of the file that includes */
function resolved(from: string, parts: readonly string[]): string {
  const folders = from.split('/').slice(0, -1);
  const [, level] = /^@(\d+)$/.exec(folders[0] ?? '') ?? [];
  const path = level ? [...Array.from({ length: Number(level) }, () => '..'), ...folders.slice(1)] : folders;
  for (const part of parts) {
    if (part === '.' || part === '') continue;
    if (part === '..' && path.length > 0 && path.at(-1) !== '..') path.pop();
    else path.push(part);
  }
  return upward(path);
}

/** Puts files into a tree; what is there already stays. */
export function plant(tree: Tree, files: readonly VirtualFile[]): Tree {
  const planted: Tree = { ...tree };
  for (const { virtualName, text } of files) {
    let folder = planted;
    const parts = virtualName.split('/');
    for (const part of parts.slice(0, -1)) {
      const inner = folder[part];
      if (inner instanceof Uint8Array || typeof inner === 'string') break;
      // Copied: the tree of CUDA's headers is everybody's.
      const copy: Tree = { ...inner };
      folder[part] = copy;
      folder = copy;
    }
    folder[parts.at(-1) ?? ''] ??= text;
  }
  return planted;
}

/** A path as Clang tells it, without what it writes before one from its working folder. */
export function plainPath(path: string): string {
  return path.replace(/^(?:\.\/|\/)+/, '');
}
