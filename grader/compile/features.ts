import { FIXED_LIMITS } from '../limits/index.ts';
import { codeOnly } from './code-only.ts';
import type { Tree } from './files.ts';

/** Libraries that the emulator does not have, by the headers that bring them. */
const HEADERS: readonly (readonly [RegExp, string])[] = [
  [/^cublas/, 'cuBLAS'],
  [/^curand/, 'cuRAND'],
  [/^cufft/, 'cuFFT'],
  [/^cusparse/, 'cuSPARSE'],
  [/^cusolver/, 'cuSOLVER'],
  [/^cutensor/, 'cuTENSOR'],
  [/^cudnn/, 'cuDNN'],
  [/^(?:npp|nppi|npps|nppdefs)/, 'NPP'],
  [/^nvjpeg/, 'nvJPEG'],
  [/^nccl/, 'NCCL'],
  [/^nvshmem/, 'NVSHMEM'],
  [/^nvrtc/, 'NVRTC'],
  [/^nvml/, 'NVML'],
  [/^(?:nvToolsExt|nvtx3\/)/, 'NVTX'],
  [/^cupti/, 'CUPTI'],
  [/^thrust\//, 'Thrust'],
  [/^cub\//, 'CUB'],
  [/^(?:cutlass|cute)\//, 'CUTLASS'],
  [/^(?:cuda|nv)\//, 'libcu++'],
  [/^cuda_(?:awbarrier|pipeline_helpers)/, 'asynchronous copies and barriers'],
  [/^cuda_fp(?:6|4)/, 'floating point of 6 and 4 bits'],
  [/^(?:texture|surface|cuda_texture|cuda_surface|texture_fetch)/, 'textures'],
  [/^(?:cuda_gl_interop|cudaGL|GL\/|GLFW\/|glad\/|(?:helper_gl|rendercheck_gl|gl_helper|gpu_anim)\.h)/, 'OpenGL'],
  [/^(?:cudaEGL|cuda_egl_interop|EGL\/|vulkan\/|cuda_vdpau)/, 'graphics interoperability'],
  [/^(?:[enpstwx]mmintrin|(?:imm|x86|avx\w*)intrin|cpuid)\.h$/, 'vector instructions of x86'],
  [/^mpi(?:-ext)?\.h/, 'MPI'],
  [/^openacc\.h/, 'OpenACC'],
  [/^opencv/, 'OpenCV'],
  [/^(?:torch|c10|ATen|pybind11)\//, 'PyTorch'],
  [
    /^(?:helper_(?:cuda|functions|string|timer|image|math)|exception|drvapi_error_string)\.h/,
    'the helpers of the CUDA samples',
  ],
];

/** What reaches out of the sandbox, by the headers that bring it. No exercise needs it. */
const OUTSIDE: readonly (readonly [RegExp, string])[] = [
  [/^(?:sys\/(?:socket|un|select)|netinet\/\w+|arpa\/inet|netdb|poll)\.h$/, 'the network'],
  [/^(?:csignal|signal\.h|sys\/signal\.h)$/, 'signals'],
  [/^(?:csetjmp|setjmp\.h)$/, 'setjmp and longjmp'],
  [/^(?:sys\/(?:wait|ptrace|prctl)|spawn|dlfcn)\.h$/, 'other programs'],
];

/** The same by names that are not declared here. */
const OUTSIDE_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:v?fork|exec[lv]p?e?|posix_spawnp?|popen|waitpid|dlopen)$/, 'other programs'],
];

/** WebAssembly's engine takes no more parameters. */
export const LONG_KERNEL = `a kernel with more than ${FIXED_LIMITS.functionParameters} parameters`;

/** What CUDA has without a header of its own, by the names that are not declared here. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:texture|surface|textureReference|surfaceReference|cuda(?:Unb|B)ind(?:Texture|Surface)\w*)$/,
    'texture references',
  ],
  [
    /^(?:cuda(?:Texture|Surface|Array|MipmappedArray|Resource|ChannelFormat|CreateChannel)\w*|cuda(?:Create|Destroy|Get)(?:Texture|Surface)\w*|cudaResViewFormat\w*|cudaM(?:emcpy|alloc)\w*Array\w*|cudaFreeArray|cuda(?:Filter|Address|Read|Boundary)Mode[A-Z]\w*|tex(?:[123]D|Cubemap)\w*|surf(?:[123]D|Cubemap)\w*)$/,
    'textures',
  ],
  // What of graphs is declared needs no name here: user objects, and a few calls more.
  [/^cuda(?:Graph\w*|UserObject\w*|ExternalSemaphore\w+NodeParams)$/, 'a rarer part of CUDA graphs'],
  [/^cuda(?:StreamAttr\w*|LaunchAttribute\w*|LaunchMemSync\w+)$/, 'a rarer attribute of streams and launches'],
  [
    /^cuda(?:Ipc\w+|ImportExternal\w+|External\w+|SignalExternal\w+|WaitExternal\w+)$/,
    'memory shared between processes',
  ],
  [
    /^cuda(?:MemPool\w*|MemAccess\w*|MemAllocation\w*|MemHandleType\w*|DeviceGetDefaultMemPool|DeviceSetMemPool|DeviceGetMemPool|MallocFromPoolAsync)$/,
    'memory pools',
  ],
  [/^__nv_(?:fp8\w*_e8m0|cvt\w*e8m0\w*)$/, 'e8m0, the format of powers of two'],
  [/^cuda(?:GridDependencySynchronize|TriggerProgrammaticLaunchCompletion)$/, 'programmatic dependent launch'],
  [/^__cluster_(?:map_shared_multicast|barrier_arrive_relaxed)$/, 'a rarer function of thread block clusters'],
  [/^(?:CUtensorMap\w*|CU_TENSOR_MAP\w+|cuTensorMap\w+|cp_async_bulk\w*)$/, 'the tensor memory accelerator (TMA)'],
  [/^(?:curand\w*|CURAND_\w+|skipahead\w*)$/, 'a part of cuRAND that is not there'],
  [/^(?:cufft\w*|CUFFT_\w+)$/, 'a part of cuFFT that is not there'],
  [/^(?:cublas\w*|CUBLAS(?:LT)?_\w+)$/, 'a part of cuBLAS that is not there'],
  [
    /^(?:cu(?:Ctx|Device|Driver|Event|Func|Get|Graph|Launch|Link|Mem|Module|Occupancy|Stream)[A-Z]\w*|CU(?:ctx|dev|device|event|func|function|jit|link|mem|module|stream)[A-Z_]\w*|CU_[A-Z]+_\w+)$/,
    'the driver API',
  ],
  [/^(?:_mm\d*_\w+|__m(?:64|128|256|512)\w*)$/, 'vector instructions of x86'],
  [/^(?:glu?[A-Z]\w*|glut[A-Z]\w*|GL_\w+|GLUT_\w+)$/, 'a part of OpenGL that is not there'],
];

/** @param text - Clang's message. @returns what it needs of the machine that no submission gets; null for a mistake */
export function outsideSandbox(text: string): string | null {
  const said = /outside the sandbox: (.*)$/.exec(text)?.[1];
  if (said) return said;
  const name = /undeclared identifier '(\w+)'/.exec(text)?.[1] ?? '';
  return OUTSIDE_NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** @param text - Clang's message. @returns what of CUDA it asks for in vain; null for a mistake */
export function unsupportedFeature(text: string): string | null {
  const said = /unsupported feature: (.*?)(?:$|')/.exec(text)?.[1];
  if (said) return NAMES.find(([pattern]) => pattern.test(said))?.[1] ?? said;
  const name =
    /(?:unknown type name|undeclared (?:template )?identifier|no template named|no type named) '(\w+)'/.exec(
      text,
    )?.[1] ?? '';
  return NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/**
 * Headers that a source includes and that are not for it, because the emulator does not have their library or because
 * they reach out of the sandbox: each names its feature where it is included, and lets Clang go on to the next one.
 * @param known - the headers that there are
 * @param libraries - those of the libraries that this source may use
 */
export function absentHeaders(source: string, known: Tree, libraries: Tree = {}): Tree {
  const include = /^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]/gm;
  let tree = known;
  for (const [, header = ''] of source.matchAll(include)) {
    const feature = HEADERS.find(([pattern]) => pattern.test(header))?.[1];
    const outside = OUTSIDE.find(([pattern]) => pattern.test(header))?.[1];
    const path = header.split('/');
    if ((!feature && !outside) || path.includes('..') || isFile(libraries, path)) continue;
    const others = feature ? siblings(libraries, path) : [];
    const what = others.length > 0 ? `${header} of ${feature} (there are ${others.join(', ')})` : feature;
    const why = feature ? `unsupported feature: ${what}` : `outside the sandbox: ${outside}`;
    tree = withFile(tree, path, `#error ${why}\n`);
  }
  return tree;
}

function isFile(tree: Tree, path: readonly string[]): boolean {
  const entry = path.reduce<Tree[string] | undefined>((at, name) => (isFolder(at) ? at[name] : undefined), tree);
  return entry !== undefined && !isFolder(entry);
}

/** The headers beside one that there is not: of its library, where that is there at all. */
function siblings(tree: Tree, [name = '', ...rest]: readonly string[]): readonly string[] {
  const entry = tree[name];
  if (!isFolder(entry) || rest.length === 0) return [];
  const below = siblings(entry, rest);
  if (below.length > 0) return below;
  return Object.keys(entry)
    .filter((file) => !isFolder(entry[file]))
    .sort();
}

function isFolder(entry: Tree[string] | undefined): entry is Tree {
  return typeof entry === 'object' && !(entry instanceof Uint8Array);
}

/** A file that is there already stays. */
function withFile(tree: Tree, [name = '', ...rest]: readonly string[], text: string): Tree {
  const entry = tree[name];
  if (rest.length === 0) return entry === undefined ? { ...tree, [name]: text } : tree;
  const folder = isFolder(entry) ? entry : {};
  return { ...tree, [name]: withFile(folder, rest, text) };
}

/** Does this place stand in a function for the device? Assembly there is PTX. */
export function inDeviceCode(source: string, line: number): boolean {
  const code = codeOnly(source).split('\n').slice(0, line).join('\n');
  let depth = 0;
  let from = 0;
  for (const { 0: sign, index } of code.matchAll(/[{};]/g)) {
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
    if (depth <= 0 && sign !== '{') from = index + 1;
  }
  return depth > 0 && /__(?:global|device)__/.test(code.slice(from));
}
