import { type AbiType, HOST_IMPORTED_FUNCTIONS } from '../../abi/index.ts';
import type { FunctionType, ValueType } from './types.ts';

/**
 * Every function that a host module may import, by its type: parameters, `>`, results. `i` is an i32 or a pointer,
 * `l` an i64. The headers of native/emulator declare the same functions; a test compares the two. Those of the
 * emulator's own host half are in its ABI.
 */
const CUDA = {
  '>i':
    'cudaCtxResetPersistingL2Cache cudaDeviceReset cudaDeviceSynchronize cudaGetLastError cudaPeekAtLastError ' +
    'cudaProfilerStart cudaProfilerStop cudaThreadExit cudaThreadSynchronize',
  'i>i':
    'cudaDeviceDisablePeerAccess cudaDeviceGetCacheConfig cudaDeviceGetSharedMemConfig cudaDeviceGraphMemTrim ' +
    'cudaDeviceSetCacheConfig cudaDeviceSetSharedMemConfig cudaDriverGetVersion cudaEventCreate cudaEventDestroy ' +
    'cudaEventQuery cudaEventSynchronize cudaFree cudaFreeArray cudaFreeHost cudaGetDevice cudaGetDeviceCount ' +
    'cudaGetDeviceFlags cudaGetErrorName cudaGetErrorString cudaGraphDestroy cudaGraphDestroyNode ' +
    'cudaGraphExecDestroy cudaHostUnregister cudaMemcpy3D cudaRuntimeGetVersion cudaSetDevice cudaSetDeviceFlags ' +
    'cudaStreamCreate cudaStreamDestroy cudaStreamQuery cudaStreamSynchronize cudaThreadExchangeStreamCaptureMode',
  'l>i': 'cudaDestroySurfaceObject cudaDestroyTextureObject',
  'ii>i':
    'cudaChooseDevice cudaCreateSurfaceObject cudaDeviceEnablePeerAccess cudaDeviceGetByPCIBusId ' +
    'cudaDeviceGetDefaultMemPool cudaDeviceGetLimit cudaDeviceGetMemPool cudaDeviceGetStreamPriorityRange ' +
    'cudaDeviceSetLimit cudaEventCreateWithFlags cudaEventRecord cudaFreeAsync cudaFuncGetAttributes ' +
    'cudaFuncSetCacheConfig cudaFuncSetSharedMemConfig cudaGetChannelDesc cudaGetDeviceProperties ' +
    'cudaGetSymbolAddress cudaGetSymbolSize cudaGraphChildGraphNodeGetGraph cudaGraphClone cudaGraphCreate ' +
    'cudaGraphEventRecordNodeGetEvent cudaGraphEventRecordNodeSetEvent cudaGraphEventWaitNodeGetEvent ' +
    'cudaGraphEventWaitNodeSetEvent cudaGraphExecGetFlags cudaGraphHostNodeGetParams cudaGraphHostNodeSetParams ' +
    'cudaGraphKernelNodeGetParams cudaGraphKernelNodeSetParams cudaGraphMemAllocNodeGetParams ' +
    'cudaGraphMemFreeNodeGetParams cudaGraphMemcpyNodeGetParams cudaGraphMemcpyNodeSetParams ' +
    'cudaGraphMemsetNodeGetParams cudaGraphMemsetNodeSetParams cudaGraphNodeGetType cudaGraphUpload ' +
    'cudaHostGetFlags cudaMalloc cudaMalloc3D cudaMemGetInfo cudaMemPoolTrimTo cudaMemcpy3DAsync ' +
    'cudaPointerGetAttributes cudaStreamBeginCapture cudaStreamCopyAttributes cudaStreamCreateWithFlags ' +
    'cudaStreamEndCapture cudaStreamGetDevice cudaStreamGetFlags cudaStreamGetId cudaStreamGetPriority ' +
    'cudaStreamIsCapturing',
  'il>i':
    'cudaGetSurfaceObjectResourceDesc cudaGetTextureObjectResourceDesc cudaGetTextureObjectResourceViewDesc ' +
    'cudaGetTextureObjectTextureDesc',
  'iii>i':
    'cudaDeviceCanAccessPeer cudaDeviceGetAttribute cudaDeviceGetGraphMemAttribute cudaDeviceGetPCIBusId ' +
    'cudaDeviceSetGraphMemAttribute cudaEventElapsedTime cudaEventRecordWithFlags cudaFuncSetAttribute ' +
    'cudaGraphExecChildGraphNodeSetParams cudaGraphExecHostNodeSetParams cudaGraphExecKernelNodeSetParams ' +
    'cudaGraphExecMemcpyNodeSetParams cudaGraphExecMemsetNodeSetParams cudaGraphExecUpdate cudaGraphGetNodes ' +
    'cudaGraphGetRootNodes cudaGraphInstantiate cudaGraphInstantiateWithParams cudaGraphNodeFindInClone ' +
    'cudaGraphNodeGetEnabled cudaGraphNodeSetEnabled cudaHostAlloc cudaHostGetDevicePointer cudaHostRegister ' +
    'cudaInitDevice cudaMallocAsync cudaMallocHost cudaMallocManaged cudaMemPoolGetAttribute ' +
    'cudaMemPoolSetAttribute cudaMemset cudaMemset3D cudaStreamCreateWithPriority cudaStreamGetAttribute ' +
    'cudaStreamSetAttribute cudaStreamWaitEvent',
  'iiii>i':
    '__cudaPushCallConfiguration cudaArrayGetInfo cudaCreateTextureObject cudaGraphAddEmptyNode ' +
    'cudaGraphConditionalHandleCreate cudaGraphNodeGetDependencies cudaGraphNodeGetDependentNodes cudaMalloc3DArray ' +
    'cudaMallocFromPoolAsync cudaMallocPitch cudaMemAdvise cudaMemPrefetchAsync cudaMemcpy cudaMemset3DAsync ' +
    'cudaMemsetAsync cudaOccupancyAvailableDynamicSMemPerBlock cudaOccupancyMaxActiveBlocksPerMultiprocessor ' +
    'cudaStreamAttachMemAsync',
  'iiiii>i':
    'cudaGraphAddChildGraphNode cudaGraphAddDependencies cudaGraphAddEventRecordNode cudaGraphAddEventWaitNode ' +
    'cudaGraphAddHostNode cudaGraphAddKernelNode cudaGraphAddMemAllocNode cudaGraphAddMemFreeNode ' +
    'cudaGraphAddMemcpyNode cudaGraphAddMemsetNode cudaGraphGetEdges cudaGraphMemcpyNodeSetParams1D ' +
    'cudaGraphRemoveDependencies cudaMallocArray cudaMemRangeGetAttribute cudaMemcpyAsync cudaMemcpyFromSymbol ' +
    'cudaMemcpyPeer cudaMemcpyToSymbol cudaMemset2D cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags ' +
    'cudaOccupancyMaxPotentialBlockSize cudaStreamUpdateCaptureDependencies',
  'iiiiii>': 'returned_tensor',
  'iiiiii>i':
    'cudaGraphAddNode cudaGraphExecMemcpyNodeSetParams1D cudaMemcpyFromArray ' +
    'cudaMemcpyFromSymbolAsync cudaMemcpyPeerAsync cudaMemcpyToArray cudaMemcpyToSymbolAsync cudaMemset2DAsync ' +
    'cudaStreamBeginCaptureToGraph',
  'iiiiiii>i': 'cudaMemcpy2D cudaMemcpyFromArrayAsync cudaMemcpyToArrayAsync cudaStreamGetCaptureInfo',
  'iiiiiiii>i':
    'cudaGraphAddMemcpyNode1D cudaMemcpy2DAsync cudaMemcpy2DFromArray cudaMemcpy2DToArray cudaMemcpyArrayToArray',
  'iiiiiiiii>i':
    'cudaGraphAddMemcpyNodeFromSymbol cudaGraphAddMemcpyNodeToSymbol cudaMemcpy2DArrayToArray ' +
    'cudaMemcpy2DFromArrayAsync cudaMemcpy2DToArrayAsync',
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

const LETTERS: Readonly<Record<string, ValueType>> = { i: 'i32', l: 'i64', f: 'f32', d: 'f64' };

/** Returns the type that a text such as `il>i` means. */
function typeOf(text: string): FunctionType {
  const [parameters = [], results = []] = text.split('>').map((part) => Array.from(part, letterType));
  return { parameters, results };
}

function letterType(letter: string): ValueType {
  const type = LETTERS[letter];
  if (!type) throw new Error(`${letter} is not the letter of a type`);
  return type;
}

function table(byType: Readonly<Record<string, string>>): ReadonlyMap<string, FunctionType> {
  return new Map(
    Object.entries(byType).flatMap(([type, names]) => names.split(' ').map((name) => [name, typeOf(type)] as const)),
  );
}

/** Returns those that belong to the emulator's own host half. */
function ours(): (readonly [string, FunctionType])[] {
  return Object.entries(HOST_IMPORTED_FUNCTIONS).map(([name, { parameters, result }]) => [
    name.replace(/^__emu_host_/, ''),
    { parameters: parameters.map(valueType), results: result === 'void' ? [] : [valueType(result)] },
  ]);
}

function valueType(type: AbiType): ValueType {
  return type === 'ptr' ? 'i32' : type === 'float' ? 'f32' : type;
}

/** The types of the functions that a host module may import, by module and name. */
export const HOST_IMPORTS: ReadonlyMap<string, ReadonlyMap<string, FunctionType>> = new Map([
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
  return { parameters: ['i32', ...Array.from(parameters, type)], results: result === 'v' ? [] : [type(result)] };
}
