/** Removes comments and the contents of literals, line by line, so that names are code. */
export function withoutComments(source: string): string {
  return source.replace(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|R"(\w*)\([\s\S]*?\)\1"|"(?:\\.|[^"\\\n])*"/g, (part) =>
    part.startsWith('"') ? '""' : part.replace(/[^\n]/g, ' '),
  );
}

/** True if a text looks like CUDA C++ source. */
export function looksLikeCuda(text: string): boolean {
  return /__global__|__device__|<<<|cudaMalloc|cudaLaunchKernel/.test(withoutComments(text));
}

/** Kernels in Numba, and operations from which CuPy and PyCUDA make kernels. */
const PYTHON_KERNELS = [[/\bcuda\.jit\b/], [/\bnumba\b/, /\bjit\b/], [/\bElementwiseKernel\b/]];

/** True if a text in Python has CUDA source in it, or kernels that are translated to it. */
export function hasKernelsInPython(text: string): boolean {
  return hasCudaText(text) || PYTHON_KERNELS.some((words) => words.every((word) => word.test(text)));
}

/** True if a text of any kind has a kernel or a launch in it. */
export function hasCudaText(text: string): boolean {
  return /__global__\b|<<<[\s\S]{1,400}?>>>/.test(text);
}

/** True if a source defines a function: its name, a list of parameters, and a body. */
export function defines(source: string, name: string): boolean {
  return definitionAt(source, name) !== null;
}

/** Returns the index of the name in the definition of a function; `null` if the source does not define it. */
export function definitionAt(source: string, name: string): number | null {
  const code = withoutComments(source);
  const pattern = new RegExp(`(?<![\\w.:>])${name.replace(/[^\w]/g, '\\$&')}\\s*\\(`, 'g');
  for (const match of code.matchAll(pattern)) {
    const end = closing(code, match.index + match[0].length);
    if (end !== null && /^\s*(?:noexcept\s*|const\s*)*\{/.test(code.slice(end))) return match.index;
  }
  return null;
}

/** True if each brace of a source is closed: it is not a part of one. */
export function isBalanced(source: string): boolean {
  const code = withoutComments(source);
  return code.split('{').length === code.split('}').length;
}

/** Returns the names of the kernels and functions that a source defines. */
export function definitionsOf(source: string): string[] {
  const code = withoutComments(source);
  const names: string[] = [];
  for (const match of code.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)) {
    const end = closing(code, match.index + match[0].length);
    const name = match[1] ?? '';
    if (end === null || /^(?:if|for|while|switch|catch|__launch_bounds__|return|sizeof)$/.test(name)) continue;
    if (/^\s*(?:noexcept\s*|const\s*)*\{/.test(code.slice(end))) names.push(name);
  }
  return [...new Set(names)];
}

/** Returns the place after the parenthesis that closes; `null` if none does. */
function closing(code: string, from: number): number | null {
  let depth = 1;
  for (let at = from; at < code.length; at++) {
    if (code[at] === '(') depth += 1;
    if (code[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
}
