import { CONTROL } from '../../blame/index.ts';
import { Compiler, ControlPrograms } from '../../compile/index.ts';
import { RunPool } from '../../host/index.ts';
import { judge, runDirectly } from '../../host/replay/index.ts';
import type { Engine } from '../../pipeline/grade/index.ts';
import { simulatorScripts } from '../../platform/browser/index.ts';
import { sha256 } from '../../platform/index.ts';
import type { PlaygroundAssignment } from '../assignment.ts';
import { bytesOf } from './base64.ts';
import type { Loader } from './load.ts';

/** The engine in workers of this one, warm from its start on. Its files must have been provided. */
export async function openBrowserEngine(files: AssignmentFiles): Promise<Engine> {
  const compiler = new Compiler();
  const programs = new ControlPrograms(compiler);
  const control = (heapBytes: number) => programs.program(heapBytes);
  const pool = new RunPool({ control });
  const { clang, engine: hash } = await compiler.version();
  const kept = new Map<string, unknown>();
  return {
    prepare: () => pool.start(),
    compile: (source, fileName, options) => compiler.compile(source, fileName, options),
    syntaxTree: (source, fileName, options) => compiler.syntaxTree(source, fileName, options),
    run: (request, signal) =>
      pool.run(request, { symbolize: (...about) => compiler.symbolize(...about), ...(signal && { signal }) }),
    judge: (request, judging, signal) =>
      judge(pool, request, judging, {
        symbolize: (...about) => compiler.symbolize(...about),
        ...(signal && { signal }),
      }),
    runDirectly: (request, like, mostBytes, signal) =>
      runDirectly(pool, request, like, mostBytes, {
        symbolize: (...about) => compiler.symbolize(...about),
        ...(signal && { signal }),
      }),
    plan: noGpu,
    keepsAddresses: noGpu,
    symbolize: (...about) => compiler.symbolize(...about),
    nvcc: null,
    gpu: null,
    readFile: ({ spec }, path) => files.read(spec.id, path),
    cache: {
      get: async (key) => kept.get(key),
      put: async (key, value) => {
        if (kept.size >= MOST_KEPT) kept.clear();
        kept.set(key, value);
      },
    },
    sha256: (...parts) => sha256('hex', ...parts.flatMap((part) => [`${part.length}\0`, part])),
    versions: { engine: hash, clang, node: 'none' },
    control: async () =>
      pool.runControl(await control(CONTROL.heapBytes), {
        symbolize: (...about) => compiler.symbolize(...about),
      }),
    now: () => performance.now(),
  };
}

/** Rejects calls that only a GPU needs. */
async function noGpu(): Promise<never> {
  throw new Error('a browser has no GPU');
}

/** A student tries the same text again, and baselines stay: more is not worth the memory. */
const MOST_KEPT = 40;

/** What grading reads of the assignments' folders. */
export class AssignmentFiles {
  readonly #files = new Map<string, Uint8Array>();
  readonly #known = new Set<string>();

  /** @param loader - of the script with the assignment's simulator */
  add({ spec, files, simulator }: PlaygroundAssignment, loader: Loader): void {
    if (this.#known.has(spec.id)) return;
    this.#known.add(spec.id);
    for (const [path, text] of Object.entries(files)) this.#files.set(`${spec.id}/${path}`, bytesOf(text));
    if (simulator !== null) simulatorScripts.set(spec.id, () => loader.script(simulator));
  }

  /** @throws Error for one that the assignment does not have */
  read(id: string, path: string): Uint8Array {
    const bytes = this.#files.get(`${id}/${path}`);
    if (!bytes) throw new Error(`${id} has no file ${path}`);
    return bytes.slice();
  }
}
