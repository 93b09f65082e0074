import type { Assets } from '../assets.ts';
import type { Clang } from '../clang.ts';
import { parseDiagnostics } from '../diagnostics.ts';
import type { Tree } from '../files.ts';
import { plant, SEARCHED_FOLDER } from '../headers.ts';
import type { Diagnostic } from '../program.ts';
import type { SourceFile } from '../source-file.ts';
import { linesBefore, usesCccl } from '../sources.ts';
import { positionAt } from '../text-position.ts';
import { headersOfNvcc, plantFile, preludeOfNvcc, type Side } from './macros.ts';
import { type Directive, type Scan, scan } from './scan.ts';
import { type Token, tokensOf } from './tokens.ts';

/**
 * Conditions are decided in a world of their own, where Clang's preprocessor has nvcc's macros and nvcc's headers with
 * nothing but their macros: nothing of this compiler, its target, its libraries or the grader is there to be seen. What
 * it leaves out is blanked before Clang compiles the source.
 */
export interface Resolved {
  readonly source: SourceFile;
  /** The tokens of the submission with nvcc's macros; null if they were not asked for. */
  readonly tokens: readonly Token[] | null;
  /** Its pragmas, a token each, if the tokens were asked for. */
  readonly pragmas: readonly Token[];
  /** Why the conditions cannot be decided; counts only if Clang compiles the source. */
  readonly undecided: Diagnostic | null;
}

const CONDITIONS = new Set(['if', 'ifdef', 'ifndef', 'elif', 'elifdef', 'elifndef', 'else', 'endif']);
/** Directives that change what a line is called; its number stays what an editor shows. */
const RENAMING = /^(?:line|\d*)$/;
const FLAGS = ['-x', 'c++', '-triple', 'x86_64-unknown-linux-gnu', '-std=c++17', '-undef', '-w'];

/** @param isCompared - the tokens are asked for, whatever the source has */
export function resolve(clang: Clang, assets: Assets, source: SourceFile, side: Side, isCompared: boolean): Resolved {
  const found = scan(source.text);
  const conditions = found.directives.filter(({ name }) => CONDITIONS.has(name));
  if (conditions.length === 0 && !isCompared) return { source, tokens: null, pragmas: [], undecided: null };

  const mark = markOf(source.text);
  const text = withMarks(source.text, found, conditions, mark);
  const { args, files } = worldOf(assets, { ...source, text }, side);
  const { code, log, output } = clang.run(['clang', '-cc1', ...args, '-E', '-o', '-', source.virtualName], files);
  const printed = new TextDecoder().decode(output);
  const seen = [...printed.matchAll(new RegExp(`\\b${mark}(\\d+)_`, 'g'))].map((match) => Number(match[1]));
  const active = new Set(seen);
  if (code !== 0) {
    const reason = parseDiagnostics(log, source, side).find(({ severity }) => severity === 'error');
    const undecided = undecidedAt(source, reason?.line ?? 0, side, reason?.message ?? '');
    return { source, tokens: null, pragmas: [], undecided };
  }
  const own = (name: string) => name.replace(/^(?:\.?\/)+/, '') === source.virtualName;
  const isMark = new RegExp(`^${mark}\\d+_$`);
  const pragmas: Token[] = [];
  const tokens = tokensOf(printed, own, () => false, pragmas).filter(({ text: token }) => !isMark.test(token));
  if (active.size < seen.length) {
    return { source, tokens, pragmas, undecided: undecidedAt(source, 1, side, 'a file that includes itself') };
  }
  return { source: { ...source, text: blanked(source.text, conditions, active) }, tokens, pragmas, undecided: null };
}

/**
 * Blanks directives that rename lines and files (`#line`, `# 7 "name"`): a finding is at the line that an editor shows.
 * `__LINE__` counts these lines too.
 */
export function withOwnLines(source: SourceFile): SourceFile {
  const plain = (text: string) => (/#|%:/.test(text) ? blank(text, scan(text).directives.filter(isRenaming)) : text);
  const headers = source.headers.map((header) => ({ ...header, text: plain(header.text) }));
  return { ...source, text: plain(source.text), headers };
}

function isRenaming({ name, argument }: Directive): boolean {
  return RENAMING.test(name) && argument !== '';
}

/** The beginning of names that the source cannot know. */
function markOf(text: string): string {
  for (;;) {
    const [first = 0, second = 0] = crypto.getRandomValues(new Uint32Array(2));
    const mark = `__m${first.toString(36)}${second.toString(36)}_`;
    if (!text.includes(mark)) return mark;
  }
}

/** The text with a line of its own after each condition, which shows whether the lines below are active. */
function withMarks(text: string, { directives }: Scan, conditions: readonly Directive[], mark: string): string {
  const plain = blank(text, directives.filter(isRenaming));
  const parts: string[] = [];
  let from = 0;
  let line = 1;
  for (const [index, { end }] of conditions.entries()) {
    const part = plain.slice(from, end);
    line += part.split('\n').length - 1;
    // The lines below keep their numbers.
    parts.push(part, `\n${mark}${index}_\n#line ${line + 1}`);
    from = end;
  }
  return parts.join('') + plain.slice(from);
}

function blank(text: string, ranges: readonly { readonly start: number; readonly end: number }[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of ranges) {
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\n]/g, ' '));
    from = end;
  }
  return parts.join('') + text.slice(from);
}

/** The text without conditions and without what they leave out, line for line. */
function blanked(text: string, conditions: readonly Directive[], active: ReadonlySet<number>): string {
  return blank(
    text,
    conditions.map(({ start, end }, index) => ({
      start,
      end: active.has(index) ? end : (conditions[index + 1]?.start ?? text.length),
    })),
  );
}

function worldOf(assets: Assets, source: SourceFile, side: Side): { args: readonly string[]; files: Tree } {
  const { macros } = assets;
  const tree: Tree = {
    world: {
      include: worldHeaders(assets, side, usesCccl(source)),
      'nvcc.h': preludeOfNvcc(macros, side),
      'options.h': linesBefore(source),
    },
  };
  const preludes = ['/world/nvcc.h', '/world/options.h'].flatMap((file) => ['-include', file]);
  const args = [...FLAGS, ...preludes, '-internal-isystem', '/world/include'];
  const search = source.headers.length > 0 ? ['-I', `/${SEARCHED_FOLDER}`] : [];
  const own = { virtualName: source.virtualName, name: source.fileName, text: source.text };
  return { args: [...args, ...search], files: plant(tree, [own, ...source.headers]) };
}

const known = new WeakMap<Assets, Map<string, Tree>>();

/** Headers of ours whose macros a program sees: those that nvcc is given as well, and the helpers of samples and books. */
const WITH_MACROS =
  /^(?:(?:torch|ATen|c10|pybind11|emu\/torch|emu_helper|GL)\b|(?:helper_\w+|exception|book|cpu_\w+)\.h$)/;

/** nvcc's headers, those that it is given, and without their text those of libraries that only this machine has. */
function worldHeaders(assets: Assets, side: Side, cccl: boolean): Tree {
  const trees = known.get(assets) ?? new Map<string, Tree>();
  known.set(assets, trees);
  const key = cccl ? `${side} with CCCL` : side;
  const made = trees.get(key);
  if (made) return made;
  const tree = headersOfNvcc(assets.macros, side);
  const also = (from: Tree, path: readonly string[]) => {
    for (const [name, entry] of Object.entries(from)) {
      const place = [...path, name];
      if (typeof entry === 'object' && !(entry instanceof Uint8Array)) also(entry, place);
      else if (WITH_MACROS.test(place.join('/'))) plantFile(tree, place, entry);
      else if (path[0] !== 'emu') plantFile(tree, place, '');
    }
  };
  also(assets.includeTree(), []);
  also(cccl ? assets.libraryTreeWithCccl() : assets.libraryTree(), []);
  trees.set(key, tree);
  return tree;
}

function undecidedAt(source: SourceFile, line: number, side: Side, message: string): Diagnostic {
  const start =
    source.text
      .split('\n')
      .slice(0, Math.max(0, line - 1))
      .join('\n').length + (line > 1 ? 1 : 0);
  return {
    ...(line > 0
      ? { ...positionAt(source.text, start, source.fileName) }
      : { file: source.fileName, line: 0, column: 0 }),
    severity: 'error',
    message,
    side,
    rule: 'unsupported-feature',
    detail: { feature: `this condition${message === '' ? '' : ` (${message})`}` },
  };
}
