import { type AbiType, HOST_IMPORTED_FUNCTIONS, POINTER_INT } from '../../abi/index.ts';
import type { FunctionType, ValueType } from './types.ts';

/** The meaning of a parameter or result for the functions of JavaScript. */
export type Meaning = 'pointer' | 'size' | 'number';

/** The function that a host module imports, with what its numbers mean. */
export interface HostFunction extends FunctionType {
  readonly meanings: readonly Meaning[];
  /** True if it returns a pointer. */
  readonly returnsPointer: boolean;
}

/**
 * Every function that a host module may import, by its type: parameters, `>`, results. `p` is a pointer, a handle or a
 * structure, `s` a `size_t`, `i` an i32, `l` an i64. The headers of native/emulator declare the same functions; a test
 * compares the two. Those of the emulator's own host half are in its ABI.
 */
const CUDA = {
  '>i':
    'cudaCtxResetPersistingL2Cache cudaDeviceReset cudaDeviceSynchronize cudaGetLastError cudaPeekAtLastError ' +
    'cudaProfilerStart cudaProfilerStop cudaThreadExit cudaThreadSynchronize',
  'i>i':
    'cudaDeviceDisablePeerAccess cudaDeviceGraphMemTrim cudaDeviceSetCacheConfig cudaDeviceSetSharedMemConfig ' +
    'cudaSetDevice cudaSetDeviceFlags',
  'i>p': 'cudaGetErrorName cudaGetErrorString',
  'l>i': 'cudaDestroySurfaceObject cudaDestroyTextureObject',
  'p>i':
    'cudaDeviceGetCacheConfig cudaDeviceGetSharedMemConfig cudaDriverGetVersion cudaEventCreate cudaEventDestroy ' +
    'cudaEventQuery cudaEventSynchronize cudaFree cudaFreeArray cudaFreeHost cudaGetDevice cudaGetDeviceCount ' +
    'cudaGetDeviceFlags cudaGraphDestroy cudaGraphDestroyNode cudaGraphExecDestroy cudaHostUnregister ' +
    'cudaMemcpy3D cudaRuntimeGetVersion cudaStreamCreate cudaStreamDestroy cudaStreamQuery cudaStreamSynchronize ' +
    'cudaThreadExchangeStreamCaptureMode',
  'ii>i': 'cudaDeviceEnablePeerAccess',
  'is>i': 'cudaDeviceSetLimit',
  'pi>i':
    'cudaDeviceGetDefaultMemPool cudaDeviceGetLimit cudaDeviceGetMemPool cudaEventCreateWithFlags ' +
    'cudaFuncSetCacheConfig cudaFuncSetSharedMemConfig cudaGetDeviceProperties cudaGraphCreate ' +
    'cudaStreamBeginCapture cudaStreamCreateWithFlags',
  'pl>i':
    'cudaGetSurfaceObjectResourceDesc cudaGetTextureObjectResourceDesc cudaGetTextureObjectResourceViewDesc ' +
    'cudaGetTextureObjectTextureDesc',
  'pp>i':
    'cudaChooseDevice cudaCreateSurfaceObject cudaDeviceGetByPCIBusId cudaDeviceGetStreamPriorityRange ' +
    'cudaEventRecord cudaFreeAsync cudaFuncGetAttributes cudaGetChannelDesc cudaGetSymbolAddress ' +
    'cudaGetSymbolSize cudaGraphChildGraphNodeGetGraph cudaGraphClone cudaGraphEventRecordNodeGetEvent ' +
    'cudaGraphEventRecordNodeSetEvent cudaGraphEventWaitNodeGetEvent cudaGraphEventWaitNodeSetEvent ' +
    'cudaGraphExecGetFlags cudaGraphHostNodeGetParams cudaGraphHostNodeSetParams cudaGraphKernelNodeGetParams ' +
    'cudaGraphKernelNodeSetParams cudaGraphMemAllocNodeGetParams cudaGraphMemFreeNodeGetParams ' +
    'cudaGraphMemcpyNodeGetParams cudaGraphMemcpyNodeSetParams cudaGraphMemsetNodeGetParams ' +
    'cudaGraphMemsetNodeSetParams cudaGraphNodeGetType cudaGraphUpload cudaHostGetFlags cudaMalloc3D ' +
    'cudaMemGetInfo cudaMemcpy3DAsync cudaPointerGetAttributes cudaStreamCopyAttributes cudaStreamEndCapture ' +
    'cudaStreamGetDevice cudaStreamGetFlags cudaStreamGetId cudaStreamGetPriority cudaStreamIsCapturing',
  'ps>': 'host_object',
  'ps>i': 'cudaMalloc cudaMemPoolTrimTo',
  'iii>i': 'cudaInitDevice',
  'iip>i': 'cudaDeviceGetGraphMemAttribute cudaDeviceSetGraphMemAttribute',
  'pii>i':
    'cudaDeviceCanAccessPeer cudaDeviceGetAttribute cudaDeviceGetPCIBusId cudaFuncSetAttribute ' +
    'cudaStreamCreateWithPriority',
  'pip>i': 'cudaMemPoolGetAttribute cudaMemPoolSetAttribute cudaMemset3D cudaStreamGetAttribute cudaStreamSetAttribute',
  'pis>i': 'cudaMemset',
  'ppi>i':
    'cudaEventRecordWithFlags cudaGraphInstantiate cudaGraphNodeSetEnabled cudaHostGetDevicePointer ' +
    'cudaStreamWaitEvent',
  'ppp>i':
    'cudaOccupancyMaxActiveClusters cudaOccupancyMaxPotentialClusterSize cudaEventElapsedTime cudaGraphExecChildGraphNodeSetParams cudaGraphExecHostNodeSetParams ' +
    'cudaGraphExecKernelNodeSetParams cudaGraphExecMemcpyNodeSetParams cudaGraphExecMemsetNodeSetParams ' +
    'cudaGraphExecUpdate cudaGraphGetNodes cudaGraphGetRootNodes cudaGraphInstantiateWithParams ' +
    'cudaGraphNodeFindInClone cudaGraphNodeGetEnabled',
  'psi>i': 'cudaHostAlloc cudaHostRegister cudaMallocHost cudaMallocManaged',
  'psp>i': 'cudaMallocAsync',
  'pipp>i': 'cudaMemset3DAsync',
  'pisp>i': 'cudaMemsetAsync',
  'ppii>i': 'cudaGraphConditionalHandleCreate cudaOccupancyAvailableDynamicSMemPerBlock',
  'ppis>i': 'cudaOccupancyMaxActiveBlocksPerMultiprocessor',
  'pppi>i': 'cudaMalloc3DArray',
  'pppp>i': 'cudaArrayGetInfo cudaCreateTextureObject cudaGraphNodeGetDependencies cudaGraphNodeGetDependentNodes',
  'ppps>i': 'cudaGraphAddEmptyNode',
  'ppsi>i': 'cudaMemcpy cudaStreamAttachMemAsync',
  'ppsp>i': '__cudaPushCallConfiguration',
  'ppss>i': 'cudaMallocPitch',
  'psii>i': 'cudaMemAdvise',
  'psip>i': 'cudaMemPrefetchAsync',
  'pspp>i': 'cudaMallocFromPoolAsync',
  'iiiiip>': 'returned_tensor',
  'pipis>i': 'cudaMemcpyPeer',
  'ppisi>i': 'cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags',
  'ppppp>i': 'cudaGraphGetEdges',
  'pppps>i': 'cudaGraphAddDependencies cudaGraphRemoveDependencies',
  'pppsi>i': 'cudaGraphMemcpyNodeSetParams1D cudaOccupancyMaxPotentialBlockSize cudaStreamUpdateCaptureDependencies',
  'pppsp>i':
    'cudaGraphAddChildGraphNode cudaGraphAddEventRecordNode cudaGraphAddEventWaitNode cudaGraphAddHostNode ' +
    'cudaGraphAddKernelNode cudaGraphAddMemAllocNode cudaGraphAddMemFreeNode cudaGraphAddMemcpyNode ' +
    'cudaGraphAddMemsetNode',
  'ppsip>i': 'cudaMemcpyAsync',
  'ppssi>i': 'cudaMallocArray cudaMemcpyFromSymbol cudaMemcpyToSymbol',
  'psips>i': 'cudaMemRangeGetAttribute',
  'psiss>i': 'cudaMemset2D',
  'pipisp>i': 'cudaMemcpyPeerAsync',
  'ppppsi>i': 'cudaGraphExecMemcpyNodeSetParams1D cudaStreamBeginCaptureToGraph',
  'ppppsp>i': 'cudaGraphAddNode',
  'ppssip>i': 'cudaMemcpyFromSymbolAsync cudaMemcpyToSymbolAsync',
  'ppsssi>i': 'cudaMemcpyFromArray',
  'psissp>i': 'cudaMemset2DAsync',
  'psspsi>i': 'cudaMemcpyToArray',
  'ppppppp>i': 'cudaStreamGetCaptureInfo',
  'ppsssip>i': 'cudaMemcpyFromArrayAsync',
  'pspsssi>i': 'cudaMemcpy2D',
  'psspsip>i': 'cudaMemcpyToArrayAsync',
  'pppsppsi>i': 'cudaGraphAddMemcpyNode1D',
  'pspsssip>i': 'cudaMemcpy2DAsync',
  'pspssssi>i': 'cudaMemcpy2DFromArray',
  'psspsssi>i': 'cudaMemcpy2DToArray cudaMemcpyArrayToArray',
  'pppsppssi>i': 'cudaGraphAddMemcpyNodeFromSymbol cudaGraphAddMemcpyNodeToSymbol',
  'pspssssip>i': 'cudaMemcpy2DFromArrayAsync',
  'psspsssip>i': 'cudaMemcpy2DToArrayAsync',
  'psspssssi>i': 'cudaMemcpy2DArrayToArray',
} as const;

/** The functions of WASI (preview 1), as its specification has them. */
const WASI = {
  '>i': 'sched_yield',
  'i>': 'proc_exit',
  'i>i': 'fd_close fd_datasync fd_sync proc_raise',
  'ii>i':
    'args_get args_sizes_get clock_res_get environ_get environ_sizes_get fd_fdstat_get fd_fdstat_set_flags fd_filestat_get fd_prestat_get fd_renumber fd_tell random_get sock_shutdown',
  'il>i': 'fd_filestat_set_size',
  'iii>i': 'fd_prestat_dir_name path_create_directory path_remove_directory path_unlink_file sock_accept',
  'ili>i': 'clock_time_get',
  'ill>i': 'fd_allocate fd_fdstat_set_rights',
  'iiii>i': 'fd_read fd_write poll_oneoff',
  'ilii>i': 'fd_seek',
  'illi>i': 'fd_advise fd_filestat_set_times',
  'iiiii>i': 'path_filestat_get path_symlink sock_send',
  'iiili>i': 'fd_pread fd_pwrite fd_readdir',
  'iiiiii>i': 'path_readlink path_rename sock_recv',
  'iiiiiii>i': 'path_link',
  'iiiilli>i': 'path_filestat_set_times',
  'iiiiillii>i': 'path_open',
} as const;

const LETTERS: Readonly<Record<string, readonly [ValueType, Meaning]>> = {
  i: ['i32', 'number'],
  l: ['i64', 'number'],
  p: [POINTER_INT, 'pointer'],
  s: [POINTER_INT, 'size'],
};

/** Returns the type that a text such as `ps>i` means. */
function typeOf(text: string): HostFunction {
  const [parameters = [], results = []] = text.split('>').map((part) => Array.from(part, letterType));
  return {
    parameters: parameters.map(([type]) => type),
    results: results.map(([type]) => type),
    meanings: parameters.map(([, meaning]) => meaning),
    returnsPointer: results[0]?.[1] === 'pointer',
  };
}

function letterType(letter: string): readonly [ValueType, Meaning] {
  const type = LETTERS[letter];
  if (!type) throw new Error(`${letter} is not the letter of a type`);
  return type;
}

function table(byType: Readonly<Record<string, string>>): ReadonlyMap<string, HostFunction> {
  return new Map(
    Object.entries(byType).flatMap(([type, names]) => names.split(' ').map((name) => [name, typeOf(type)] as const)),
  );
}

const ABI_LETTERS: Readonly<Record<AbiType, string>> = { i32: 'i', i64: 'l', ptr: 'p', float: 'f' };

/** Returns those that belong to the emulator's own host half. */
function ours(): (readonly [string, HostFunction])[] {
  return Object.entries(HOST_IMPORTED_FUNCTIONS).map(([name, { parameters, result }]) => [
    name.replace(/^__emu_host_/, ''),
    typeOf(`${parameters.map((type) => ABI_LETTERS[type]).join('')}>${result === 'void' ? '' : ABI_LETTERS[result]}`),
  ]);
}

/** The types of the functions that a host module may import, by module and name. */
export const HOST_IMPORTS: ReadonlyMap<string, ReadonlyMap<string, HostFunction>> = new Map([
  ['cuda', new Map([...table(CUDA), ...ours()])],
  ['wasi_snapshot_preview1', table(WASI)],
]);

/** The letters of `invoke_…`, a call that may throw: its result or `v`, then its parameters. */
const INVOKE: Readonly<Record<string, ValueType>> = { i: 'i32', j: 'i64', f: 'f32', d: 'f64' };
const INVOKE_NAME = /^invoke_([vijfd])([ijfd]*)$/;

/** Returns the type that the name of an `invoke_…` asks for: the function's number in the table comes first. */
export function invokeType(name: string): FunctionType | null {
  const [, result, parameters = ''] = INVOKE_NAME.exec(name) ?? [];
  if (result === undefined) return null;
  const type = (letter: string) => INVOKE[letter] ?? 'i32';
  return {
    parameters: [POINTER_INT, ...Array.from(parameters, type)],
    results: result === 'v' ? [] : [type(result)],
  };
}
