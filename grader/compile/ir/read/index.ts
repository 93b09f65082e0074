/** LLVM IR as text → tokens, names, types, values, instructions and modules; the only place that looks at its text. */

export { type Attribute, attribute } from './attributes.ts';
export { type Edit, edited, remove, replace } from './edits.ts';
export { GraderFault, UnreadIr } from './fault.ts';
export { type FunctionHeader, type Parameter, readHeader } from './header.ts';
export {
  type Alloca,
  type Argument,
  attached,
  type Call,
  calleeOf,
  type ElementAddress,
  type Instruction,
  isTerminator,
  type Line,
  labelsOf,
  type Simple,
} from './instructions.ts';
export { Lexer } from './lexer.ts';
export { MetadataNode } from './metadata.ts';
export {
  type AttributeGroup,
  type Entity,
  IrFunction,
  IrModule,
  readBody,
  readEntities,
  readModule,
  type Variable,
} from './module.ts';
export { cText, localOf, nameOf, symbolOf } from './names.ts';
export { withFileNames, withPlainNames } from './plain-names.ts';
export { readLine } from './read-line.ts';
export { sourceTemplate } from './template.ts';
export { hasOtherAddresses, hasVector, renamed } from './tokens.ts';
export {
  arrayOf,
  bodyOf,
  hasPointer,
  integerOf,
  layoutOf,
  type NamedTypes,
  POINTER,
  roundUp,
  structLayout,
  structOf,
  type Type,
  UnsizedType,
} from './types.ts';
export { namesIn, symbolsIn, type TypedValue, type Value } from './values.ts';
