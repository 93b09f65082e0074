import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tree } from '@yowasp/clang';
import { Assets } from '../../grader/compile/assets.ts';
import { createClang } from '../../grader/compile/clang.ts';
import { compileClang } from '../../grader/platform/packaged/clang-module.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { clangFlags } from '../../native/emulator/abi.mjs';

const native = join(packageRoot, 'native', 'emulator');
const include = join(native, 'include');

/** libwb is no part of CUDA; a precompiled set's list holds nothing of its own. */
const PUBLIC = [
  ...readdirSync(include).filter((name) => name.endsWith('.h') && name !== 'wb.h'),
  ...readdirSync(join(include, 'cooperative_groups')).map((name) => `cooperative_groups/${name}`),
];

/**
 * What our headers declare of CUDA, by name, overloads once: functions that device code may call, methods of its groups
 * (`thread_block::sync`), and the runtime API. Operators and constructors have no name, and what is reserved is nobody's.
 */
export async function declaredFunctions(): Promise<readonly string[]> {
  const clang = createClang(await compileClang(2 ** 30), new Assets().sysroot());
  const flags = clangFlags(await readFile(join(native, 'flags.json'), 'utf8'));
  const source = PUBLIC.map((name) => `#include <${name}>\n`).join('');
  const args = ['clang', '-cc1', ...flags.common, ...flags.device, '-D__CUDACC_RDC__=1', '-E', '-o', '-', 'all.cu'];
  const { code, log, output } = clang.run(args, { 'all.cu': source, cuda: { include: await tree(include) } });
  if (code !== 0) throw new Error(log);
  return [...new Set(functionsIn(ownText(new TextDecoder().decode(output))))].sort();
}

/** Of preprocessed text, what stands in files of ours. */
function ownText(text: string): string {
  let own = false;
  return text
    .split('\n')
    .filter((line) => {
      const file = /^# \d+ "(.*?)"/.exec(line)?.[1];
      if (file !== undefined) own = file.startsWith('/cuda/include/');
      return own && !line.startsWith('#');
    })
    .join('\n');
}

const NESTED = String.raw`\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)`;
const ATTRIBUTE = new RegExp(String.raw`__(?:attribute__|declspec)\s*${NESTED}`, 'g');
const GROUPS = /^(?:thread_group|thread_block|tile_base|coalesced_group|grid_group|cluster_group)$/;
/** A tile's methods are in its base class. */
const PUBLIC_NAMES: Readonly<Record<string, string>> = { tile_base: 'thread_block_tile' };

/** @param text - preprocessed declarations and definitions. @returns names of functions, in order */
function functionsIn(text: string, type: string | null = null): string[] {
  const owner = type && (PUBLIC_NAMES[type] ?? type);
  const found: string[] = [];
  let from = 0;
  let access = 'public';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '(') at = closing(text, at);
    if (sign !== ';' && sign !== '{') continue;
    const head = text.slice(from, at);
    for (const [word] of head.matchAll(/\b(?:public|protected|private)(?=\s*:)/g)) access = word;
    const end = sign === '{' ? closing(text, at) : at;
    const body = text.slice(at + 1, end);
    const bare = head.replace(ATTRIBUTE, ' ').replace(/\b(?:public|protected|private)\s*:/g, ' ');
    const space = /^\s*namespace\s+(\w+)/.exec(bare)?.[1];
    const inner = /\b(?:class|struct)\s+(\w+)(?![\s\S]*\()/.exec(bare)?.[1];
    if (space !== undefined) {
      // What is reserved is only looked through for the base of tiles.
      const names = functionsIn(body);
      found.push(...(space.startsWith('__') ? names.filter((name) => name.includes('::')) : names));
    } else if (/^\s*extern\s*"C"\s*$/.test(bare)) {
      found.push(...functionsIn(body));
    } else if (inner !== undefined && sign === '{') {
      if (GROUPS.test(inner)) found.push(...functionsIn(body, inner));
    } else if (access !== 'private' && isPublic(head)) {
      const name = /(\w+)\s*\(/.exec(bare)?.[1];
      if (name && !name.startsWith('__emu_') && !/\boperator\b|\bfriend\b/.test(bare) && name !== type)
        found.push(owner ? `${owner}::${name}` : name);
    }
    from = end + 1;
    at = end;
  }
  return found;
}

/** For device code or of the runtime API, and not one that says that it is unsupported, or gone. */
function isPublic(head: string): boolean {
  if (/\b(?:unavailable|deprecated|delete)\b/.test(head)) return false;
  return /\bdevice\b/.test(head) || /\bcuda[A-Z]\w*\s*\(/.test(head.replace(ATTRIBUTE, ' '));
}

/** @returns where the bracket at `open` is closed, or where strings end the text */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '"') {
      while (++at < text.length && text[at] !== '"') if (text[at] === '\\') at++;
    } else if ('({'.includes(sign)) depth++;
    else if (')}'.includes(sign) && --depth === 0) return at;
  }
  return text.length;
}

async function tree(folder: string): Promise<Tree> {
  const out: Tree = {};
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    out[entry.name] = entry.isDirectory() ? await tree(path) : new Uint8Array(await readFile(path));
  }
  return out;
}
