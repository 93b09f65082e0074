import type { Tree } from './files.ts';

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]/gm;

/** Headers of the same names that are the emulator's own: they need nothing of NVIDIA's. */
const OWN = /^(?:cub\/device\/.*|cuda\/(?:atomic|barrier|pipeline|std\/(?:type_traits|atomic|barrier)))$/;
const OF_CCCL = /^(?:cub|cuda|nv)\//;

/** Returns true if one of the sources includes NVIDIA's headers, which have `asm` statements and take seconds to read. */
export function includesCccl(texts: readonly string[]): boolean {
  return texts.some((text) =>
    [...text.matchAll(INCLUDE)].some(([, header = '']) => OF_CCCL.test(header) && !OWN.test(header)),
  );
}

/** Returns the emulator's headers without the type traits that stand for NVIDIA's. */
export function withoutStandIns(include: Tree): Tree {
  const cuda = folderIn(include, 'cuda');
  const { type_traits: _, ...std } = folderIn(cuda, 'std');
  return { ...include, cuda: { ...cuda, std } };
}

/** Returns the files of both trees; if both have a file, that of the first. */
export function merged(first: Tree, second: Tree): Tree {
  const both: Tree = { ...second };
  for (const [name, entry] of Object.entries(first)) {
    const other = both[name];
    both[name] = isFolder(entry) && isFolder(other) ? merged(entry, other) : entry;
  }
  return both;
}

/** Returns texts by path as nested folders. */
export function nested(files: Readonly<Record<string, string>>): Tree {
  const root: Tree = {};
  for (const [path, text] of Object.entries(files)) {
    const names = path.split('/');
    const name = names.pop() ?? '';
    let folder = root;
    for (const part of names) {
      const inner = folder[part];
      const next = isFolder(inner) ? inner : {};
      folder[part] = next;
      folder = next;
    }
    folder[name] = text;
  }
  return root;
}

function folderIn(tree: Tree, name: string): Tree {
  const entry = tree[name];
  return isFolder(entry) ? entry : {};
}

function isFolder(entry: Tree[string] | undefined): entry is Tree {
  return typeof entry === 'object' && !(entry instanceof Uint8Array);
}
