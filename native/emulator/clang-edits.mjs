import { constraintEdits } from './asm-constraints.mjs';
import { reusableEdits } from './reusable-clang.mjs';

/** All that is changed in Clang's program, in the order of its bytes. @param {Uint8Array} program - llvm.core.wasm */
export function clangEdits(program) {
  const { bytes, edits } = reusableEdits(program);
  return { bytes, edits: [...edits, ...constraintEdits(program)].sort(([a], [b]) => a - b) };
}
