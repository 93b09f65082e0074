import type { SourcePosition } from '../program.ts';
import { isGivenFile, LIBRARIES, ownName, type SourceNames } from '../source-file.ts';
import { characterColumn } from '../text-position.ts';
import type { MetadataNode } from './read/index.ts';

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
  /** Returns the name of the function of a header that the submission's line calls, without template arguments. */
  calledName(node: string | null): string | null;
  /** The name of the submission itself, as it is reported. */
  readonly fileName: string;
  /** The names of all of its files. */
  readonly names: SourceNames;
  /** The place of this location itself, before any inlining is undone, if that lies in the submission. */
  ownPlace(node: string | null): SourcePosition | null;
  /** True if this node is a location, and not a scope. */
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
export function parseDebugInfo(nodes: readonly MetadataNode[], names: SourceNames): DebugInfo {
  const byNumber = new Map(nodes.map((node) => [node.number, node]));
  const described = (number: string | null, ...descriptions: readonly string[]) => {
    const node = byNumber.get(number ?? '');
    return node && descriptions.includes(node.description) ? node : null;
  };
  const locations = kept((number): Location | null => {
    const node = described(number, 'DILocation');
    return (
      node && {
        line: node.integer('line'),
        column: node.integer('column'),
        scope: node.reference('scope') ?? '',
        inlinedAt: node.reference('inlinedAt'),
      }
    );
  });
  const scopes = kept((number) => {
    const node = described(number, 'DISubprogram', 'DILexicalBlock', 'DILexicalBlockFile');
    return (
      node && {
        scope: node.reference('scope'),
        file: node.reference('file'),
        name: node.string('name'),
        line: node.integer('line'),
      }
    );
  });
  const paths = kept((number) => described(number, 'DIFile')?.string('filename') ?? null);
  /** Returns the name to report, by one of the submission's own file nodes. */
  const ownFile = kept((number) => {
    const path = paths(number);
    return path === null ? null : ownName(names, path);
  });
  const loopOf = (number: string): readonly string[] => {
    const references = described(number, '')?.references ?? [];
    return references[0] === number ? references : [];
  };

  /** File node of a scope: its own, or that of the nearest enclosing scope that has one. */
  const fileOf = (scope: string | null): string | null => {
    for (let at = scope; at !== null; ) {
      const found = scopes(at);
      if (!found) return null;
      if (found.file) return found.file;
      at = found.scope;
    }
    return null;
  };
  const nameOf = (scope: string | null): string | null => ownFile(fileOf(scope) ?? '');
  const innermost = (node: string | null): Location | null => {
    for (let at = node; at !== null; ) {
      const location = locations(at);
      if (!location) return null;
      if (location.line > 0 && nameOf(location.scope) !== null) return location;
      at = location.inlinedAt;
    }
    return null;
  };
  const place = (line: number, column: number, file: string | null): SourcePosition | null => {
    if (file === null) return null;
    const wide = names.wide?.[file];
    const from = Math.max(1, column);
    return { file, line, column: wide ? characterColumn(wide, line, from) : from };
  };

  return {
    position(node) {
      const location = innermost(node);
      return location && place(location.line, location.column, nameOf(location.scope));
    },
    functionName(node) {
      for (let scope = innermost(node)?.scope ?? null; scope !== null; ) {
        const found = scopes(scope);
        if (!found) return null;
        if (found.name) return found.name;
        scope = found.scope;
      }
      return null;
    },
    calledName(node) {
      let called: Location | null = null;
      for (let at = node; at !== null; ) {
        const location = locations(at);
        if (!location) return null;
        if (location.line > 0 && nameOf(location.scope) !== null) break;
        called = location;
        at = location.inlinedAt;
      }
      for (let scope = called?.scope ?? null; scope !== null; ) {
        const found = scopes(scope);
        if (found?.name) return found.name.split('<', 1)[0] ?? null;
        scope = found?.scope ?? null;
      }
      return null;
    },
    fileName: names.values().next().value ?? '',
    names,
    ownPlace(node) {
      const location = node === null ? null : locations(node);
      return location && location.line > 0 ? place(location.line, location.column, nameOf(location.scope)) : null;
    },
    isLocation: (node) => locations(node) !== null,
    loopStart(node) {
      for (const part of loopOf(node)) {
        const location = innermost(part);
        if (location) return place(location.line, location.column, nameOf(location.scope));
      }
      return null;
    },
    subprogram(node) {
      const found = node === null ? null : scopes(node);
      if (!found?.name) return null;
      const isLibrary = isGivenFile(names, paths(found.file ?? '') ?? '');
      return {
        name: isLibrary ? ofLibrary(found.name) : found.name,
        position: place(found.line, 1, ownFile(found.file ?? '')),
        isLibrary,
      };
    },
  };
}

/** Returns a function that computes each answer once. */
function kept<Answer>(compute: (number: string) => Answer): (number: string) => Answer {
  const answers = new Map<string, Answer>();
  return (number) => {
    const known = answers.get(number);
    if (known !== undefined) return known;
    const answer = compute(number);
    answers.set(number, answer);
    return answer;
  };
}

/** A kernel of a library is known by the algorithm whose lambda it runs: its header has the algorithm's name. */
function ofLibrary(name: string): string {
  const paths = name.split('(lambda at ').slice(1);
  const path = paths.find((each) => each.startsWith(`${LIBRARIES}/`))?.slice(LIBRARIES.length + 1);
  const [place] = path?.split('.h:') ?? [];
  const [library, header] = place?.split('/') ?? [];
  if (library && header) return `${library.startsWith(OWN) ? library.slice(OWN.length) : library}::${header}`;
  return name.split('<', 1)[0] ?? name;
}

/** The beginning of the names of folders that would hide other headers. */
const OWN = 'emu_';
