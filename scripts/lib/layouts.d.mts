/** Sizes, alignments and offsets of fields, by the names of structures. */
export type Layouts = Readonly<
  Record<string, { readonly size: number; readonly align: number; readonly offsets: Readonly<Record<string, number>> }>
>;
export interface StructureNames {
  readonly name: string;
  readonly fields: readonly string[];
}
/** Returns the folder of CUDA's headers; null if nvcc is not installed. */
export function cudaHeaders(): string | null;
export function structuresIn(include: string): StructureNames[];
/** Measures structures with nvcc. */
export function measure(structures: readonly StructureNames[]): Layouts;
