import type { CompileOptions, CompileResult } from './program.ts';

/** What compiles and keeps, and tells what it kept apart by. */
export interface CachingCompiler {
  compile(source: string, fileName: string, options: CompileOptions): Promise<CompileResult>;
  readonly cache: { get(key: string): Promise<unknown>; put(key: string, value: unknown): Promise<void> };
  /** Hashes text and bytes, hexadecimal SHA-256. */
  sha256(...parts: readonly (string | Uint8Array)[]): string;
  readonly versions: { readonly engine: string };
}

/** Whole bytes may still be of something else: such an entry counts for none, and is replaced. */
function isCompileResult(value: unknown): value is CompileResult {
  if (typeof value !== 'object' || value === null || !('status' in value && 'diagnostics' in value)) return false;
  if (!Array.isArray(value.diagnostics)) return false;
  return (
    value.status === 'rejected' || (value.status === 'compiled' && hasCode(value, 'host') && hasCode(value, 'device'))
  );
}

function hasCode(value: object, side: 'host' | 'device'): boolean {
  const program = (value as Readonly<Record<string, unknown>>)[side];
  return typeof program === 'object' && program !== null && 'wasm' in program && program.wasm instanceof Uint8Array;
}

/** Compiles, or takes the result of an earlier compilation of the same text by the same engine. */
export async function compileCached(
  engine: CachingCompiler,
  source: string,
  fileName: string,
  options: CompileOptions,
): Promise<CompileResult> {
  const { prototype: declaration, wrapper, heapBytes, hostBytes, headers = [] } = options;
  const { relaxedConstexpr, relocatableDeviceCode, libraries, preprocessed } = options;
  const { standard, macros, preIncludes, units, watchesHost, records } = options;
  const headerKey = headers.flatMap(({ path, searched, name, text }) => [path, String(searched ?? false), name, text]);
  const key = engine.sha256(
    'compile',
    engine.versions.engine,
    source,
    fileName,
    declaration ?? '',
    JSON.stringify(wrapper ?? null),
    String(heapBytes),
    String(hostBytes ?? ''),
    String(relaxedConstexpr ?? false),
    String(relocatableDeviceCode ?? false),
    String(libraries ?? false),
    String(preprocessed ?? false),
    JSON.stringify([standard ?? null, macros ?? [], preIncludes ?? [], units ?? [], watchesHost ?? false]),
    ...(records ? ['records'] : []),
    ...headerKey,
  );
  const known = await engine.cache.get(key);
  if (isCompileResult(known)) return known;
  const compiled = await engine.compile(source, fileName, options);
  // A limit that was hit is a matter of this moment and this machine: not kept.
  if (compiled.status !== 'exhausted') await engine.cache.put(key, compiled);
  return compiled;
}
