// The sizes and offsets of the structures of CUDA's headers, as nvcc has them.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Headers of structures that host code and device code use. */
const HEADERS = ['vector_types.h', 'driver_types.h', 'texture_types.h', 'surface_types.h'];

/** Returns the folder of CUDA's headers; null if nvcc is not installed. */
export function cudaHeaders() {
  const { stderr } = spawnSync('nvcc', ['--dryrun', '-c', '-x', 'cu', 'none.cu'], { encoding: 'utf8' });
  const top = /^#\$ _HERE_=(.*)$/m.exec(stderr ?? '')?.[1];
  return top === undefined ? null : join(realpathSync(top), '..', 'include');
}

/**
 * Reads the structures of CUDA's headers, with the paths of their fields: `res.linear.devPtr` is inside of two others.
 * @returns {{ name: string, fields: string[] }[]}
 */
export function structuresIn(include) {
  return HEADERS.flatMap((header) => readStructures(readFileSync(join(include, header), 'utf8')));
}

function readStructures(header) {
  const text = header
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\/\/.*$/gm, ' ')
    .replace(/__cuda_builtin_vector_align8\((\w+),([^)]*)\)/g, 'struct $1 {$2}')
    .replace(/^#.*$/gm, ' ')
    .replace(/\b__(?:device_builtin|device_builtin_surface_type|device_builtin_texture_type)__\b/g, ' ')
    .replace(/\b__(?:builtin_align|align)__\([^)]*\)/g, ' ');
  const found = [];
  for (const match of text.matchAll(/\b(struct|union)\s+(\w+)\s*\{/g)) {
    const [head, , name = ''] = match;
    const start = match.index + head.length;
    const fields = fieldsOf(text.slice(start, closing(text, start)));
    if (!name.endsWith('_v11060') && fields.length > 0) found.push({ name, fields });
  }
  return found;
}

/** Returns the paths of the fields that a body declares. */
function fieldsOf(body) {
  const fields = [];
  let from = 0;
  for (let at = 0; at < body.length; at++) {
    if (body[at] === '{') {
      const end = closing(body, at + 1);
      const isType = /\b(?:struct|union)\s*(?:\w+\s*)?$/.test(body.slice(from, at));
      if (!isType) {
        from = end + 1;
        at = end;
        continue;
      }
      const inner = fieldsOf(body.slice(at + 1, end));
      const stop = body.indexOf(';', end);
      const name = /(\w+)/.exec(body.slice(end + 1, stop))?.[1];
      fields.push(...(name === undefined ? inner : [name, ...inner.map((path) => `${name}.${path}`)]));
      from = stop + 1;
      at = stop;
    } else if (body[at] === ';') {
      fields.push(...declared(body.slice(from, at)));
      from = at + 1;
    }
  }
  return fields;
}

/** Returns the names that `int x, y[2]` declares; none for a function. */
function declared(text) {
  if (text.includes('(') || !/\w+\s+[\w*]/.test(text)) return [];
  return text.split(',').flatMap((part) => /(\w+)\s*(?:\[[^\]]*\]\s*)*$/.exec(part.trim())?.[1] ?? []);
}

function closing(text, from) {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  throw new Error('a brace of a header of CUDA is not closed');
}

/**
 * Measures structures with nvcc.
 * @returns {Record<string, { size: number, align: number, offsets: Record<string, number> }>}
 */
export function measure(structures) {
  const folder = mkdtempSync(join(tmpdir(), 'layouts-'));
  const lines = structures.flatMap(({ name, fields }) => [
    `  std::printf("%s %zu %zu\\n", "${name}", sizeof(${name}), alignof(${name}));`,
    ...fields.map((path) => `  std::printf("${name} ${path} %zu\\n", offsetof(${name}, ${path}));`),
  ]);
  try {
    const source = join(folder, 'layouts.cu');
    writeFileSync(source, `#include <cstddef>\n#include <cstdio>\nint main() {\n${lines.join('\n')}\n}\n`);
    execFileSync('nvcc', ['-w', '-std=c++17', '-o', join(folder, 'layouts'), source], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const layouts = {};
    for (const line of execFileSync(join(folder, 'layouts')).toString().trim().split('\n')) {
      const [name, second, third] = line.split(' ');
      if (/^\d/.test(second)) layouts[name] = { size: Number(second), align: Number(third), offsets: {} };
      else layouts[name].offsets[second] = Number(third);
    }
    return layouts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
