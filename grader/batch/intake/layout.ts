import { isCuda } from './handed.ts';
import { CANVAS, isMostly, MOODLE, type RootName, stem } from './platforms.ts';
import { type IsStudent, isWrapper } from './wrapper.ts';

/** Names at the root that decide what an import is; more do not change that. */
const MAX_ROOT_NAMES = 200_000;

/** The place of the students' files in an import. */
export interface Layout {
  /** The folder that the class was packed in; null if the root is the class. */
  readonly wrapper: string | null;
  /** Returns the path without the wrapper; null if it is not in the wrapper. */
  below(path: string): string | null;
  /** Returns a name for the student whose file it is: the same for all files of one student. */
  ownerOf(path: string): string;
}

/** Learns from paths of files where a class is, without keeping them. */
export class Survey {
  readonly #roots = new Map<string, RootName>();
  /** The same below the only folder at the root. */
  readonly #inner = new Map<string, RootName>();
  #isClass = false;
  #innerSources = 0;

  /** @param path - of a file that is not hidden */
  see(path: string): void {
    add(this.#roots, path);
    const [only] = this.#roots.values();
    if (this.#roots.size > 1 || !only?.isFolder) {
      this.#inner.clear();
      return;
    }
    const inner = path.slice(only.name.length + 1);
    add(this.#inner, inner);
    if (isCuda(inner)) this.#innerSources += 1;
    this.#isClass ||= inner.includes('/') || this.#innerSources > 1;
  }

  /**
   * @param input - the path of the archive or folder, whose name the folder of the class can have
   * @param isStudent - whether the roster knows a name; null without a roster
   */
  layout(input: string, isStudent: IsStudent | null): Layout {
    const [only] = this.#roots.values();
    const isPacked =
      this.#roots.size === 1 && only?.isFolder === true && this.#isClass && isWrapper(only.name, input, isStudent);
    const wrapper = isPacked ? only.name : null;
    const names = [...(wrapper === null ? this.#roots : this.#inner).values()];
    const pattern = [CANVAS, MOODLE].find((one) => isMostly(names, one));
    const below = (path: string): string | null => {
      if (wrapper === null) return path;
      return path.startsWith(`${wrapper}/`) ? path.slice(wrapper.length + 1) : null;
    };
    return {
      wrapper,
      below,
      ownerOf: (path) => {
        const inside = below(path);
        if (inside === null) return path.split('/')[0] ?? '';
        const [root = ''] = inside.split('/');
        const groups = pattern?.exec(root)?.groups;
        if (groups) return `${groups.name}_${groups.user ?? groups.participant}`;
        // `ada.cu` beside `ada/`: both are hers.
        return inside === root ? stem(root) : root;
      },
    };
  }
}

function add(names: Map<string, RootName>, path: string): void {
  if (names.size >= MAX_ROOT_NAMES) return;
  const slash = path.indexOf('/');
  const name = slash < 0 ? path : path.slice(0, slash);
  const isFolder = slash >= 0;
  if (!names.has(name)) names.set(name, { name, isFolder });
}
