import highlighter from 'highlight.js/lib/core';
import cpp from 'highlight.js/lib/languages/cpp';

/** CUDA is C++ with a few more words. */
const CUDA_KEYWORDS =
  '__global__ __device__ __host__ __shared__ __constant__ __restrict__ __launch_bounds__ __forceinline__ __noinline__';
const CUDA_BUILT_INS =
  'threadIdx blockIdx blockDim gridDim warpSize dim3 __syncthreads atomicAdd cudaMalloc cudaFree cudaMemcpy cudaMemset cudaDeviceSynchronize cudaGetLastError';

highlighter.registerLanguage('cuda', (api) => {
  const language = cpp(api);
  const keywords = language.keywords as Record<string, string[]>;
  // Nested modes refer to the same lists, so that these are added to and not replaced.
  keywords['keyword'] = [...(keywords['keyword'] ?? []), ...CUDA_KEYWORDS.split(' ')];
  keywords['built_in'] = [...(keywords['built_in'] ?? []), ...CUDA_BUILT_INS.split(' ')];
  return { ...language, name: 'CUDA' };
});

export interface Token {
  readonly text: string;
  /** Class of highlight.js, or null for plain text. */
  readonly kind: string | null;
}

/** What can be no part of a function's type. */
const PUNCTUATION = /[^\w\s:<>*&]/;
/** Characters without any: from each word of such a run, highlight.js looks through the rest of it for a function's name. */
const LONGEST_RUN = 2000;

/** Tokens of each line. Text is as in the source: the template escapes it. */
export function highlightLines(source: string): Token[][] {
  return highlightSource(source, 'cuda');
}

/** The same of another language, by its name in highlight.js; plain text where that is not one of those that are known. */
export function highlightSource(source: string, language: string): Token[][] {
  const text = source.replace(/\r\n?/g, '\n');
  if (!highlighter.getLanguage(language) || hasLongRun(text))
    return text.split('\n').map((line) => [{ text: line, kind: null }]);
  const { value } = highlighter.highlight(text, { language, ignoreIllegals: true });
  const lines: Token[][] = [[]];
  const open: string[] = [];
  for (const match of value.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    const [part, kind] = match;
    if (kind !== undefined) open.push(kind);
    else if (part === '</span>') open.pop();
    else {
      for (const [index, text] of plainText(part).split('\n').entries()) {
        if (index > 0) lines.push([]);
        if (text !== '') lines.at(-1)?.push({ text, kind: open.at(-1) ?? null });
      }
    }
  }
  return lines;
}

/** What no person writes gets no colours. */
function hasLongRun(text: string): boolean {
  return text.split(PUNCTUATION).some((run) => run.length > LONGEST_RUN);
}

/** highlight.js escapes these five, and nothing else. */
function plainText(text: string): string {
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' };
  return text.replace(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => entities[entity] ?? entity);
}
