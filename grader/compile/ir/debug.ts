import type { SourcePosition } from '../program.ts';
import { isLibraryFile, ownName, type SourceNames } from '../source-file.ts';

interface Location {
  readonly line: number;
  readonly column: number;
  readonly scope: string;
  readonly inlinedAt: string | null;
}

/** Debug metadata of a module: from `!dbg !N` to a place in the submission. */
export interface DebugInfo {
  /** The innermost line of the submission at this location; null for code that has none. */
  position(node: string | null): SourcePosition | null;
  /** Name of the function that holds this location, as written (`tiled<16>`); the innermost one of the submission. */
  functionName(node: string | null): string | null;
  /** Of the submission itself, as it is reported. */
  readonly fileName: string;
  /** Of all of its files. */
  readonly names: SourceNames;
  /** The place of this location itself, before any inlining is undone, if that lies in the submission. */
  ownPlace(node: string | null): SourcePosition | null;
  /** Is this node a location (and not a scope)? */
  isLocation(node: string): boolean;
  /** Start of the loop that a `!llvm.loop` node describes. */
  loopStart(node: string): SourcePosition | null;
  /** A function by the node of its `define` line. */
  subprogram(node: string | null): Subprogram | null;
}

interface Subprogram {
  readonly name: string;
  readonly position: SourcePosition | null;
  /** A library of ours defines it: only what was inlined into it is the submission's. */
  readonly isLibrary: boolean;
}

/** @param names - of the submission's files */
export function parseDebugInfo(lines: readonly string[], names: SourceNames): DebugInfo {
  const locations = new Map<string, Location>();
  const scopes = new Map<string, { scope: string | null; file: string | null; name: string | null; line: number }>();
  /** Of the submission's own file nodes, the names to report. */
  const files = new Map<string, string>();
  const libraryFiles = new Set<string>();
  const loops = new Map<string, string[]>();
  for (const text of lines) {
    const node =
      /^!(\d+) = (?:distinct )?!(?:(DILocation|DISubprogram|DILexicalBlock|DILexicalBlockFile|DIFile)\((.*)\)|\{(.*)\})$/.exec(
        text,
      );
    if (!node) continue;
    const [, id = '', kind, body = '', tuple] = node;
    if (tuple !== undefined) {
      if (tuple.startsWith(`!${id}`))
        loops.set(
          id,
          [...tuple.matchAll(/!(\d+)/g)].map((match) => match[1] ?? ''),
        );
      continue;
    }
    const field = (name: string) => new RegExp(`\\b${name}: !?("(?:[^"\\\\]|\\\\.)*"|\\w+)`).exec(body)?.[1] ?? null;
    const text2 = (name: string) => field(name)?.replace(/^"|"$/g, '') ?? null;
    if (kind === 'DILocation') {
      const inlinedAt = field('inlinedAt');
      locations.set(id, {
        line: Number(field('line') ?? 0),
        column: Number(field('column') ?? 0),
        scope: field('scope') ?? '',
        inlinedAt,
      });
    } else if (kind === 'DIFile') {
      const path = text2('filename') ?? '';
      if (isLibraryFile(path)) libraryFiles.add(id);
      const own = ownName(names, path);
      if (own !== null) files.set(id, own);
    } else {
      scopes.set(id, {
        scope: field('scope'),
        file: field('file'),
        name: text2('name'),
        line: Number(field('line') ?? 0),
      });
    }
  }

  /** File node of a scope: its own, or that of the nearest enclosing scope that has one. */
  const fileOf = (scope: string | null): string | null => {
    for (let at = scope; at !== null; ) {
      const found = scopes.get(at);
      if (!found) return null;
      if (found.file) return found.file;
      at = found.scope;
    }
    return null;
  };
  const innermost = (node: string | null): Location | null => {
    for (let at = node; at !== null; ) {
      const location = locations.get(at);
      if (!location) return null;
      if (location.line > 0 && files.has(fileOf(location.scope) ?? '')) return location;
      at = location.inlinedAt;
    }
    return null;
  };
  const nameOf = (scope: string | null): string | null => files.get(fileOf(scope) ?? '') ?? null;
  const place = (line: number, column: number, file: string | null): SourcePosition | null =>
    file === null ? null : { file, line, column: Math.max(1, column) };

  return {
    position(node) {
      const location = innermost(node);
      return location && place(location.line, location.column, nameOf(location.scope));
    },
    functionName(node) {
      for (let scope = innermost(node)?.scope ?? null; scope !== null; ) {
        const found = scopes.get(scope);
        if (!found) return null;
        if (found.name) return found.name;
        scope = found.scope;
      }
      return null;
    },
    fileName: names.values().next().value ?? '',
    names,
    ownPlace(node) {
      const location = node === null ? undefined : locations.get(node);
      return location && location.line > 0 ? place(location.line, location.column, nameOf(location.scope)) : null;
    },
    isLocation: (node) => locations.has(node),
    loopStart(node) {
      for (const part of loops.get(node) ?? []) {
        const location = innermost(part);
        if (location) return place(location.line, location.column, nameOf(location.scope));
      }
      return null;
    },
    subprogram(node) {
      const found = node === null ? undefined : scopes.get(node);
      if (!found?.name) return null;
      const isLibrary = libraryFiles.has(found.file ?? '');
      return {
        name: isLibrary ? ofLibrary(found.name) : found.name,
        position: place(found.line, 1, files.get(found.file ?? '') ?? null),
        isLibrary,
      };
    },
  };
}

/** A kernel of a library is known by the algorithm whose lambda it runs: its header has the algorithm's name. */
function ofLibrary(name: string): string {
  const [, library, header] = /\(lambda at [^():]*?\/libraries\/(?:emu_)?(\w+)\/(\w+)\.h:/.exec(name) ?? [];
  return library ? `${library}::${header}` : name.replace(/<.*$/s, '');
}
