import { provideFiles } from '../../platform/browser/index.ts';
import { InfrastructureError } from '../../platform/index.ts';
import type { EngineParts, Pack, SiteFile } from '../site.ts';
import { bytesOf } from './base64.ts';

/** Loads files of the site, and tells how far it is. */
export class Loader {
  readonly #base: string;
  readonly #onProgress: (loaded: number, total: number) => void;
  readonly #blobs = new Map<string, Promise<Blob>>();
  #loaded = 0;
  #total = 0;
  #failures = 0;

  /** @param base - address from which the files' own are told */
  constructor(base: string, onProgress: (loaded: number, total: number) => void) {
    this.#base = base;
    this.#onProgress = onProgress;
  }

  /** What every submission needs. @throws Error where a file cannot be loaded */
  async engine({ pack, files }: EngineParts): Promise<void> {
    const [small] = await Promise.all([this.#file(pack), this.#provide(files)]);
    const entries = Object.entries(JSON.parse(await small.text()) as Pack);
    provideFiles(new Map(entries.map(([path, text]) => [path, new Blob([bytesOf(text)])])));
  }

  /** Precompiled headers for what these sources include. */
  async headersFor({ optional }: EngineParts, sources: readonly string[]): Promise<void> {
    const wanted = optional.filter(({ when }) => when.some((name) => sources.some((source) => source.includes(name))));
    await Promise.all(wanted.map(({ files }) => this.#provide(files)));
  }

  /** Loads the parts that read programs in Python. */
  async python({ python }: EngineParts): Promise<void> {
    await this.#provide(python);
  }

  /** Runs one of the site's own scripts. @returns what it exports @throws Error if it cannot be loaded */
  async script(url: string): Promise<unknown> {
    // A browser keeps in mind which address had no script: another one is asked for.
    const address = new URL(url, this.#base);
    if (this.#failures > 0) address.search = `again=${this.#failures}`;
    try {
      return await import(address.href);
    } catch (cause) {
      this.#failures += 1;
      throw new InfrastructureError(`${url} could not be loaded`, { cause });
    }
  }

  async #provide(files: EngineParts['files']): Promise<void> {
    const blobs = Object.entries(files).map(async ([path, file]) => [path, await this.#file(file)] as const);
    provideFiles(new Map(await Promise.all(blobs)));
  }

  /** One that could not be loaded is tried again when it is next wanted. */
  #file(file: SiteFile): Promise<Blob> {
    const known = this.#blobs.get(file.url);
    if (known) return known;
    const loading = this.#load(file);
    this.#blobs.set(file.url, loading);
    loading.catch(() => this.#blobs.delete(file.url));
    return loading;
  }

  async #load({ url, bytes }: SiteFile): Promise<Blob> {
    this.#count(0, bytes);
    let seen = 0;
    try {
      const response = await fetch(new URL(url, this.#base));
      if (!response.ok || !response.body) throw new Error(`${url}: the server answers ${response.status}`);
      const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (chunk, controller) => {
          seen += chunk.length;
          this.#count(chunk.length, 0);
          controller.enqueue(chunk);
        },
      });
      const plain = response.body.pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'));
      return await new Response(plain).blob();
    } catch (error) {
      this.#count(-seen, -bytes);
      throw new Error(`${url} could not be loaded`, { cause: error });
    }
  }

  #count(loaded: number, total: number): void {
    this.#loaded += loaded;
    this.#total += total;
    this.#onProgress(this.#loaded, this.#total);
  }
}
