import type { Node } from 'web-tree-sitter';
import type { NumberName } from './types.ts';

/** A value that is known before anything runs. */
export type Constant =
  | {
      readonly kind: 'number';
      readonly value: number;
      readonly isFloat: boolean;
      /** The type if the program names one. */
      readonly type?: NumberName;
    }
  | { readonly kind: 'bool'; readonly value: boolean }
  | {
      readonly kind: 'tuple';
      readonly items: readonly Constant[];
      /** The number of values in it, also in tuples in it. */
      readonly size: number;
    }
  | { readonly kind: 'type'; readonly name: NumberName }
  | ConstantArray;

/** An array of NumPy whose elements are written out, in the order of rows. */
export interface ConstantArray {
  readonly kind: 'array';
  readonly element: NumberName;
  readonly shape: readonly number[];
  readonly items: readonly number[];
}

/** A function of the program. */
export interface PythonFunction {
  readonly name: string;
  readonly node: Node;
  /** Cell of a notebook, counted from 0. */
  readonly unit: number;
  readonly role: 'kernel' | 'device' | 'host';
  /** The reason why the grader does not know what runs under the name, e.g. a decorator; none if it knows. */
  readonly problem?: { readonly node: Node; readonly message: string };
  /** The names of the function that it is in; none if it is outside of functions. */
  readonly closure?: Scope;
  /** The assignment that gives it its name; none if it is defined under the name. */
  readonly madeBy?: number;
}

/** The meaning of a program's names outside of its functions. */
export interface Scope {
  readonly functions: ReadonlyMap<string, PythonFunction>;
  readonly constants: ReadonlyMap<string, Constant>;
  /** The full names of imported names, e.g. `numpy` for `np`. */
  readonly imports: ReadonlyMap<string, string>;
  /** All names that get values outside of functions. */
  readonly assigned: ReadonlySet<string>;
  /** The cell whose statements it is for; default: the first. */
  readonly unit?: number;
  /** The calls that are followed to the functions that they return. */
  readonly followed: Followed;
}

/** The limits of following calls: each function once at a time, and not too many calls. */
interface Followed {
  readonly open: Set<Node>;
  left: number;
}

/** A scope while it is read. */
export interface Reading extends Scope {
  readonly functions: Map<string, PythonFunction>;
  readonly constants: Map<string, Constant>;
  readonly imports: Map<string, string>;
  readonly assigned: Set<string>;
  readonly unit: number;
}
