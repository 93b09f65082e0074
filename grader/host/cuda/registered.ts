/**
 * The name under which device code has what host code registers: of internal linkage in relocatable device code, without
 * the file's number that Clang adds (`grader/compile/ir/relocatable.ts`).
 */
export function plainName(registered: string): string {
  return registered.replace(/__(?:static|intern)__[0-9a-f]{16}$/, '');
}
