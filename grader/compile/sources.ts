import type { Assets } from './assets.ts';
import { includesCccl, withoutStandIns } from './cccl.ts';
import { codeOnly } from './code-only.ts';
import { entryHeader } from './entry-header.ts';
import { absentHeaders } from './features.ts';
import type { Tree } from './files.ts';
import { placeHeaders, plant, SEARCHED_FOLDER, type VirtualFile, virtualPath, withHeaders } from './headers.ts';
import { instructionHeaders, mentionsAssembly, withEscapedRegisters } from './ir/ptx/index.ts';
import { joinLaunchSigns } from './launch-signs.ts';
import type { DialectOptions, EntryWrapper, HeaderFile, SourcePosition, SourceUnit, WideLines } from './program.ts';
import { LIBRARIES, type SourceFile, type SourceNames } from './source-file.ts';
import { positionAt } from './text-position.ts';

import { withEnvironment } from './world/environment.ts';
import { callsFile, withWrapper } from './wrapper.ts';

export function sourceOf(
  text: string,
  fileName: string,
  prototype: string | null,
  headers: readonly HeaderFile[] = [],
  wrapper?: EntryWrapper,
  dialect: DialectOptions = {},
  units: readonly SourceUnit[] = [],
): SourceFile {
  const texts = [text, ...[...headers, ...units].map((file) => file.text)];
  const cccl = dialect.libraries === true && includesCccl(texts);
  const assembly = prototype === null && (cccl || texts.some(mentionsAssembly));
  const plain = (file: string) => (assembly ? withEscapedRegisters(file) : file);
  return {
    text: plain(withHeaders(joinLaunchSigns(text), headers)),
    fileName,
    virtualName: virtualNameOf(fileName),
    prototype,
    wrapper,
    headers: placeHeaders(headers).map((file) => ({ ...file, text: plain(file.text) })),
    others: units.map((unit) => {
      const virtualName = virtualPath(unit);
      return {
        virtualName,
        name: unit.name,
        text: plain(withHeaders(joinLaunchSigns(unit.text), headers, virtualName)),
      };
    }),
    language: 'cuda',
    number: 0,
    dialect,
    assembly,
  };
}

/** Returns all sources of a program, the one that was given first; each is compiled by itself. */
export function unitsOf(first: SourceFile, units: readonly SourceUnit[]): readonly SourceFile[] {
  const { virtualName, fileName, text, others } = first;
  const files = [{ virtualName, name: fileName, text }, ...others];
  return files.map((file, number) => ({
    ...first,
    text: file.text,
    fileName: file.name,
    virtualName: file.virtualName,
    others: files.filter((other) => other !== file),
    language: number === 0 ? first.language : (units[number - 1]?.language ?? 'cuda'),
    ...(units[number - 1]?.given && { given: true as const }),
    number,
  }));
}

/** Clang's default, where nvcc has to be asked for it. */
const STRICT_CONSTEXPR = '-fno-cuda-host-device-constexpr';

const NO_ASSEMBLY = '-fno-gnu-inline-asm';

/** nvcc's `-rdc=true`; the number that tells files apart in names is the same on both sides. */
const RELOCATABLE = '-fgpu-rdc';
const RELOCATABLE_MACRO = '-D__CUDACC_RDC__=1';

/** The standard that precompiled headers are made for; programs for older ones compile with it too. */
const USUAL_STANDARD = 17;
const STANDARD = `-std=c++${USUAL_STANDARD}`;

/** What decides how CUDA code is understood, on both sides. */
export function commonFlags({ flags }: Assets, source: SourceFile): readonly string[] {
  const { dialect, assembly, number } = source;
  const { relaxedConstexpr, relocatableDeviceCode } = dialect;
  const left = new Set([...(relaxedConstexpr ? [STRICT_CONSTEXPR] : []), ...(assembly ? [NO_ASSEMBLY] : [])]);
  const standard = `-std=c++${standardOf(dialect)}`;
  const common = flags.common.filter((flag) => !left.has(flag)).map((flag) => (flag === STANDARD ? standard : flag));
  if (source.language === 'c') return inC(common, standard);
  return [
    ...common,
    // Several sources are one program: each has a number for names that only it knows.
    ...(isRelocatable(source) ? [RELOCATABLE, `-cuid=grade${number}`] : []),
    ...(relocatableDeviceCode ? [RELOCATABLE_MACRO] : []),
  ];
}

/** Errors of Clang in C that are warnings of gcc 12. */
const WARNINGS_OF_GCC = [
  'implicit-int',
  'implicit-function-declaration',
  'int-conversion',
  'incompatible-pointer-types',
  'incompatible-function-pointer-types',
].map((name) => `-Wno-error=${name}`);

/** Returns the flags without those that only C++ or CUDA has. */
function inC(flags: readonly string[], standard: string): readonly string[] {
  return flags.flatMap((flag, index) => {
    if (flag === 'cuda' && flags[index - 1] === '-x') return ['c'];
    if (flag === standard) return ['-std=gnu17', ...WARNINGS_OF_GCC];
    const isPath = flag === '-internal-isystem' || flags[index - 1] === '-internal-isystem';
    const path = flag === '-internal-isystem' ? (flags[index + 1] ?? '') : flag;
    if (isPath && path.includes('/c++/')) return [];
    return ONLY_CXX.test(flag) ? [] : [flag];
  });
}

const ONLY_CXX = /^-(?:f(?:cxx-)?exceptions|fno-cuda|target-sdk|D__(?:CUDA|NV)CC|D_LIBCPP)/;

function standardOf({ standard = USUAL_STANDARD }: DialectOptions): number {
  return Math.max(standard, USUAL_STANDARD);
}

/** Macros of nvcc that a source in C or C++ does not have. */
const OF_CUDA = [
  '__CUDACC__',
  '__NVCC__',
  '__CUDACC_RDC__',
  '__CUDACC_VER_MAJOR__',
  '__CUDACC_VER_MINOR__',
  '__CUDACC_VER_BUILD__',
];

/** Macros of C++ that a source in C does not have. */
const OF_CXX = ['__cplusplus', '__GNUG__', '__EXCEPTIONS', '__DEPRECATED', '__GXX_RTTI', '__GXX_WEAK__', '_GNU_SOURCE'];
const STANDARD_OF_C = [
  '#ifndef __STDC_VERSION__',
  '#define __STDC_VERSION__ 201710L',
  '#endif',
  // Our headers define it for C++.
  '#define _WASI_EMULATED_PROCESS_CLOCKS',
];

/** Returns the lines that options and the language of a source put before it; empty if there are none. */
export function linesBefore({ dialect, language }: Pick<SourceFile, 'dialect' | 'language'>): string {
  const includes = (dialect.preIncludes ?? []).map((path) => `#include "/${virtualPath({ path })}"`);
  const missing = [...(language === 'cuda' ? [] : OF_CUDA), ...(language === 'c' ? OF_CXX : [])];
  const removed = missing.map((name) => `#undef ${name}`);
  const lines = [...removed, ...(language === 'c' ? STANDARD_OF_C : []), ...(dialect.macros ?? []), ...includes];
  return lines.map((line) => `${line}\n`).join('');
}

export function sourceNames(source: SourceFile): SourceNames {
  const names = new Map([[source.virtualName, source.fileName], ...Object.entries(otherNames(source))]);
  const given = source.headers.filter((file) => file.given).map((file) => file.virtualName);
  return Object.assign(names, { wide: wideLines(source), ...(given.length > 0 && { given: new Set(given) }) });
}

/** Returns the lines of a submission that have characters outside ASCII. */
export function wideLines(source: SourceFile): WideLines {
  const files = filesOf(source).flatMap(({ name, text }) => {
    if (!OUTSIDE_ASCII.test(text)) return [];
    const lines = text.split('\n').flatMap((line, at) => (OUTSIDE_ASCII.test(line) ? [[at, line] as const] : []));
    return [[name, Object.fromEntries(lines)] as const];
  });
  return Object.fromEntries(files);
}

const OUTSIDE_ASCII = /[\u0080-\uffff]/;

/** The same without the program itself. */
export function otherNames({ virtualName, fileName, wrapper, headers, others }: SourceFile): Record<string, string> {
  const shown = [...headers.filter(({ given }) => !given), ...others];
  const own = shown.map(({ virtualName: path, name }) => [path, name] as const);
  return Object.fromEntries([...own, ...(wrapper ? [[callsFile(virtualName), fileName] as const] : [])]);
}

/** All files of the submission, itself first. */
export function filesOf({ text, fileName, virtualName, headers, others }: SourceFile): readonly VirtualFile[] {
  return [{ virtualName, name: fileName, text }, ...headers, ...others];
}

/**
 * What comes before the submission's first line: our headers, precompiled where the build made that, and the entry
 * point's declaration, so that its linkage is right.
 * @returns arguments for Clang, and the files that they name
 */
export function preludeOf(
  assets: Assets,
  source: SourceFile,
  side: 'device' | 'host',
): { readonly args: readonly string[]; readonly files: Tree } {
  const declared = source.prototype !== null && !source.wrapper;
  const placed = source.environment ? withEnvironment(source, source.environment) : null;
  const before = linesBefore(source);
  const entry = [
    ...(declared ? ['-include', '/grade/entry.h'] : []),
    ...(placed?.args ?? []),
    ...(before === '' ? [] : ['-include', `/grade/${OPTIONS_FILE}`]),
  ];
  const grade: Tree = {
    'entry.h': declared ? entryHeader(source.prototype ?? '', source.text) : '',
    [OPTIONS_FILE]: before,
    ...placed?.grade,
  };
  const texts = filesOf(source).map(({ text }) => text);
  const cccl = usesCccl(source);
  const libraries = librariesOf(assets, source, cccl);
  const known = cccl ? withoutStandIns(assets.includeTree()) : assets.includeTree();
  const include = texts.reduce((tree, text) => absentHeaders(text, tree, libraries), known);
  const own = placed?.texts.get(source.virtualName) ?? source.text;
  const { wrapper } = source;
  const after = placed && wrapper ? { ...wrapper, before: `${placed.restore}${wrapper.before}` } : wrapper;
  const text = withWrapper(own, after, callsFile(source.virtualName));
  const tree = plant({}, [{ virtualName: source.virtualName, name: source.fileName, text }]);
  Object.assign(tree, { cuda: { include, libraries }, grade });
  const headers = source.headers.map((file) => ({ ...file, text: placed?.texts.get(file.virtualName) ?? file.text }));
  const files = plant(tree, headers);
  const search = [
    ...(source.headers.length > 0 ? ['-I', `/${SEARCHED_FOLDER}`] : []),
    ...(source.dialect.libraries ? ['-internal-isystem', LIBRARIES] : []),
    ...(source.assembly && side === 'device' ? instructionHeaders(texts).flatMap((name) => ['-include', name]) : []),
  ];
  const { precompiled } = assets.manifest;
  const included = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]/gm)].map((match) => match[1] ?? ''),
    ),
  );
  // Most headers of libraries include what C++ has for vectors.
  if ([...included].some((name) => isOf(name, libraries))) included.add('vector');
  const set = precompiled?.sets.findLast(({ when }, index) => index === 0 || when.some((name) => included.has(name)));
  // Precompiled headers are of use only with the very flags that they were made with.
  const { relaxedConstexpr, relocatableDeviceCode } = source.dialect;
  if (source.language === 'c') return { args: [...search, ...entry], files };
  const isUsual = !relaxedConstexpr && !relocatableDeviceCode && standardOf(source.dialect) === USUAL_STANDARD;
  if (!isUsual || !precompiled || !set) return { args: ['-include', 'cuda_runtime.h', ...search, ...entry], files };
  grade['headers.pch'] = assets.file(set[side]);
  for (const below of precompiled.sets) {
    if (set.on?.includes(below.name)) grade[`${below.name}.pch`] = assets.file(below[side]);
  }
  // But for assembly, and for device code of several sources: they make no difference to our headers, which have no assembly and no kernels.
  const unlike = source.assembly || isRelocatable(source) ? ['-fno-validate-pch'] : [];
  const args = [...precompiled.arguments, ...unlike, '-include-pch', '/grade/headers.pch', ...search, ...entry];
  return { args, files };
}

/** True if a program may use libraries and includes NVIDIA's own headers. */
export function usesCccl(source: SourceFile): boolean {
  return source.dialect.libraries === true && includesCccl(filesOf(source).map(({ text }) => text));
}

/** Returns the headers of the libraries that a source may use. */
function librariesOf(assets: Assets, { dialect }: SourceFile, cccl: boolean): Tree {
  if (cccl) return assets.libraryTreeWithCccl();
  return dialect.libraries ? assets.libraryTree() : {};
}

const OPTIONS_FILE = 'options.h';

/** True if device code of several sources, or of kernels that launch kernels, is linked. */
export function isRelocatable({ dialect, others }: Pick<SourceFile, 'dialect' | 'others'>): boolean {
  return dialect.relocatableDeviceCode === true || others.length > 0;
}

function isOf(header: string, tree: Tree): boolean {
  return (header.split('/')[0] ?? '') in tree;
}

/** A name for Clang's virtual file system: what `__FILE__` will say, if it is harmless. */
export function virtualNameOf(fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? '';
  return /^[A-Za-z0-9_][\w.-]*\.cuh?$/.test(base) ? base : 'submission.cu';
}

/**
 * Where the submission declares a shared array of this name; null where it does so through a macro.
 * @param from - a function that uses it: of several the first behind its name, where there is one
 */
export function sharedDeclaration(
  source: SourceFile,
  name: string,
  from: SourcePosition | null = null,
): SourcePosition | null {
  for (const { text, name: file } of filesOf(source)) {
    const places = [...codeOnly(text).matchAll(new RegExp(`__shared__[^;{}]{0,500}?\\b(${name})\\b`, 'g'))].map(
      ({ 0: declaration, index }) => index + declaration.length - name.length,
    );
    const first = file === from?.file ? offsetOfLine(text, from.line) : 0;
    const place = places.find((index) => index >= first) ?? places[0];
    if (place !== undefined) return positionAt(text, place, file);
  }
  return null;
}

function offsetOfLine(text: string, line: number): number {
  let at = 0;
  for (let passed = 1; passed < line; passed++) at = text.indexOf('\n', at) + 1;
  return at;
}
