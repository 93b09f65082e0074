import type { Engine } from '../../pipeline/grade/index.ts';

/** So many compiled programs are kept beside the cache, for all engines: each is graded several times. */
const KEPT = 64;

export interface OpenEngines {
  readonly engines: readonly Engine[];
  /** Submissions at once in each. */
  readonly each: number;
}

/**
 * Engines with several submissions at once in each: while one is compiled, cases of another run. They are opened when
 * something is first to be graded; work is begun in the order in which it is asked for.
 */
export class Lanes {
  readonly #open: () => Promise<OpenEngines>;
  #opened: Promise<Engine> | null = null;
  #free: Engine[] = [];
  readonly #waiting: ((engine: Engine) => void)[] = [];

  constructor(open: () => Promise<OpenEngines>) {
    this.#open = open;
  }

  /** @throws InfrastructureError where this machine cannot do what is asked */
  first(): Promise<Engine> {
    this.#opened ??= this.#start();
    return this.#opened;
  }

  async use<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    await this.first();
    const engine = this.#free.pop() ?? (await new Promise<Engine>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(engine);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(engine);
      else this.#free.push(engine);
    }
  }

  async #start(): Promise<Engine> {
    const { engines, each } = await this.#open();
    const kept = new Map<string, unknown>();
    const remembering = engines.map((engine) => withMemory(engine, kept));
    const [first] = remembering;
    if (!first) throw new Error('no engine was opened');
    this.#free = Array.from({ length: each }, () => remembering).flat();
    return first;
  }
}

/** The engine with its cache in memory as well: it may have none on disk. */
function withMemory(engine: Engine, kept: Map<string, unknown>): Engine {
  return {
    ...engine,
    cache: {
      async get(key) {
        return kept.get(key) ?? (await engine.cache.get(key));
      },
      async put(key, value) {
        kept.set(key, value);
        const [oldest] = kept.keys();
        if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
        await engine.cache.put(key, value);
      },
    },
  };
}
