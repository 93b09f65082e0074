export interface Abi {
  readonly dataModel: { readonly pointerBytes: 4 | 8 };
  readonly structs: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly fields: readonly { readonly name: string; readonly offset: number }[];
  }[];
}

/** A mistake in the definition, with its place. */
export class AbiError extends Error {}
/** The name of the definition from the root of the project. */
export const DEFINITION: string;
/** The generated files, from the root of the project, and what makes them. */
export const GENERATED_FILES: Readonly<Record<string, (abi: Abi) => string>>;
export function readAbi(text: string, file?: string): Abi;
export function abiVersion(abi: Abi): number;
export function runtimeHeader(abi: Abi): string;
export function cudaHeader(abi: Abi): string;
export function typescript(abi: Abi): string;
export function staleFiles(abi?: Abi): string[];
/** Returns what decides the data model for Clang and its linker. */
export function targetOf(pointerBytes: 4 | 8): { readonly triple: string; readonly linkerFlags: readonly string[] };
/** Returns the arguments of Clang of `flags.json`, for the target of this checkout. */
export function clangFlags(
  text: string,
  abi?: Abi,
): { readonly common: string[]; readonly device: string[]; readonly host: string[] };
