import { compileClang } from '../platform/packaged/index.ts';
import { afterRun, collectNow, ownThread, parentPort } from '../platform/threads/index.ts';
import { Assets, engineHash } from './assets.ts';
import { asyncify } from './asyncify.ts';
import { type Clang, ClangExhausted, createClang } from './clang.ts';
import { compileDevice } from './device.ts';
import { withoutNameConditions } from './function-names.ts';
import { compileHost } from './host.ts';
import { compileWithHostConstants } from './host-constants.ts';
import { hostVariables } from './host-variables.ts';
import { GraderFault } from './ir/read/index.ts';
import type { Request, Response } from './messages.ts';
import type { SideOutcome } from './program.ts';
import { withHooks } from './prove.ts';
import { unusedMain } from './signature.ts';
import { sourceOf, unitsOf } from './sources.ts';
import { symbolize } from './symbolize.ts';
import { dumpSyntaxTree } from './syntax-tree.ts';
import { asNvccReads, withRefusals } from './world/read.ts';

/** Holds Clang warm and answers one request after the other. */
const port = parentPort;
if (!port) throw new Error('this module runs as a worker thread');
const answer = (response: Response) => port.postMessage(response);
const assets = new Assets();
const usr = assets.sysroot();

/** Nothing is asked before the first message. */
let clang: Clang | null = null;
let queue: Promise<void> = Promise.resolve();
port.on('message', async (request: Request) => {
  if (request.kind === 'start') return start(request.module);
  if (request.kind === 'load') {
    const module = await compileClang(request.memoryBytes, request.isLongLived);
    answer({ kind: 'loaded', module });
    start(module);
    // The bytes of Clang, of which V8 has a copy.
    return collectNow();
  }
  const ready = clang;
  if (ready === null) throw new Error('the compiler was asked before it was started');
  queue = queue.then(async () => {
    answer(await handle(ready, request));
    // The instance of Clang, or of what makes coroutines.
    afterRun(1);
  });
});

function start(module: WebAssembly.Module): void {
  clang = createClang(module, usr);
  answer({
    ...{ kind: 'ready', clang: assets.manifest.clang, engine: engineHash(assets) },
    thread: ownThread(),
  });
}

async function handle(ready: Clang, request: Exclude<Request, { kind: 'start' | 'load' }>): Promise<Response> {
  const { id } = request;
  try {
    if (request.kind === 'symbolize') {
      const { wasm, offsets, fileName, headers } = request;
      return { kind: 'symbolized', id, positions: symbolize(wasm, offsets, fileName, headers) };
    }
    if (request.kind === 'asyncify') {
      const unwound = await asyncify(request.wasm, { ignoreIndirect: request.ignoreIndirect });
      return { kind: 'asyncified', id, wasm: withHooks(unwound, request.object, true) };
    }
    ready.renew();
    const { prototype, headers, wrapper, units = [] } = request;
    const { relaxedConstexpr, relocatableDeviceCode, libraries, standard, macros, preIncludes, watchesHost, records } =
      request;
    const dialect = {
      ...{ relaxedConstexpr, relocatableDeviceCode, libraries, standard, macros, preIncludes, watchesHost, records },
    };
    const first = sourceOf(request.source, request.fileName, prototype, headers, wrapper, dialect, units);
    const side = request.kind === 'device' ? 'device' : 'host';
    const isCompared = request.kind !== 'syntax' && request.preprocessed === true;
    const { source, tokens, refusals: ofFirst } = asNvccReads(ready, assets, first, side, isCompared);
    const readings = unitsOf(first, units)
      .slice(1)
      .filter(({ language }) => side === 'host' || language === 'cuda')
      .map((unit) => asNvccReads(ready, assets, unit, side, false));
    const others = readings.map((reading) => reading.source);
    const refusals = [...ofFirst, ...readings.flatMap((reading) => reading.refusals)];
    if (request.kind === 'syntax') return { kind: 'syntax', id, json: dumpSyntaxTree(ready, assets, source) };
    // A source that is refused anyway is not the place to look for a fault of the grader.
    const orRefused = <Program>(compile: () => SideOutcome<Program>): SideOutcome<Program> => {
      try {
        return withoutNameConditions(ready, assets, source, side, compile());
      } catch (error) {
        if (refusals.length > 0 && error instanceof GraderFault) return { program: null, diagnostics: refusals };
        throw error;
      }
    };
    if (request.kind === 'host') {
      const outcome = orRefused(() => compileHost(ready, assets, source, others, request.hostBytes));
      const { program, diagnostics } = withRefusals(outcome, refusals);
      const uses = program ? hostVariables(source, () => dumpSyntaxTree(ready, assets, source)) : [];
      const warnings = [...unusedMain(source), ...uses];
      return { kind: 'host', id, outcome: { program, diagnostics: [...diagnostics, ...warnings] }, tokens };
    }
    const outcome = orRefused(() =>
      compileWithHostConstants(source, (read) => compileDevice(ready, assets, read, others, request.sizes)),
    );
    return { kind: 'device', id, outcome: withRefusals(outcome, refusals), tokens };
  } catch (error) {
    if (error instanceof ClangExhausted) return { kind: 'exhausted', id };
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'failed', id, message, isFault: error instanceof GraderFault };
  }
}
