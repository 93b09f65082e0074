/**
 * Returns the name under which device code has what host code registers. Clang adds the file's suffix to names of
 * internal linkage in relocatable device code; the first source has them without (`grader/compile/ir/read/plain-names.ts`).
 */
export function nameOnDevice(registered: string, isKnown: (name: string) => boolean): string {
  return isKnown(registered) ? registered : registered.replace(/__(?:static|intern)__[0-9a-f]{16}$/, '');
}
