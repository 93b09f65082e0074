/** Assembly in device code, translated. */

export { assemblyIn } from './asm-places.ts';
export { instructionHeaders, mentionsAssembly, withEscapedRegisters } from './source.ts';
export { translateAssembly } from './translate.ts';
