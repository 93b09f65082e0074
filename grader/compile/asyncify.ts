/**
 * Turns functions that wait for other threads into coroutines (Binaryen's Asyncify).
 * @param options.ignoreIndirect - no function calls through a pointer, so that such calls need no care; wrong results otherwise
 */
export async function asyncify(wasm: Uint8Array, options: { readonly ignoreIndirect: boolean }): Promise<Uint8Array> {
  const { default: binaryen } = await import('binaryen');
  const module = binaryen.readBinary(wasm);
  try {
    const { MVP, BulkMemory, BulkMemoryOpt, MutableGlobals, NontrappingFPToInt, SignExt } = binaryen.Features;
    module.setFeatures(MVP | BulkMemory | BulkMemoryOpt | MutableGlobals | NontrappingFPToInt | SignExt);
    binaryen.setDebugInfo(true);
    binaryen.setOptimizeLevel(1);
    binaryen.setShrinkLevel(0);
    if (options.ignoreIndirect) binaryen.setPassArgument('asyncify-ignore-indirect', 'true');
    // It only reads a kernel's arguments and calls it: a kernel that goes on has its own.
    binaryen.setPassArgument('asyncify-removelist', DISPATCHER);
    module.runPasses(['asyncify']);
    module.optimize();
    return module.emitBinary();
  } finally {
    binaryen.setPassArgument('asyncify-ignore-indirect', null);
    binaryen.setPassArgument('asyncify-removelist', null);
    module.dispose();
  }
}

const DISPATCHER = '__emu_call';
