// CUDA graphs and stream capture. Included by host_api.h, whose macros it uses.
#ifndef __EMU_GRAPHS_H
#define __EMU_GRAPHS_H

#include "emu/atomics.h"
#include "emu/graph_types.h"

// Capture.
__EMU_API(cudaStreamBeginCapture)(cudaStream_t stream, enum cudaStreamCaptureMode mode);
__EMU_API(cudaStreamBeginCaptureToGraph)
(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges, size_t count,
 enum cudaStreamCaptureMode mode);
__EMU_API(cudaStreamEndCapture)(cudaStream_t stream, cudaGraph_t *graph);
__EMU_API(cudaStreamIsCapturing)(cudaStream_t stream, enum cudaStreamCaptureStatus *status);
__EMU_API(cudaStreamGetCaptureInfo)
(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id = 0, cudaGraph_t *graph = 0,
 const cudaGraphNode_t **dependencies = 0, const cudaGraphEdgeData **edges = 0, size_t *count = 0);
__EMU_API(cudaStreamUpdateCaptureDependencies)
(cudaStream_t stream, cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges, size_t count, unsigned flags = 0);
__EMU_API(cudaThreadExchangeStreamCaptureMode)(enum cudaStreamCaptureMode *mode);

// Graphs and what is in them.
__EMU_API(cudaGraphCreate)(cudaGraph_t *graph, unsigned flags);
__EMU_API(cudaGraphDestroy)(cudaGraph_t graph);
__EMU_API(cudaGraphClone)(cudaGraph_t *clone, cudaGraph_t original);
__EMU_API(cudaGraphNodeFindInClone)(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone);
__EMU_API(cudaGraphNodeGetType)(cudaGraphNode_t node, enum cudaGraphNodeType *type);
__EMU_API(cudaGraphGetNodes)(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
__EMU_API(cudaGraphGetRootNodes)(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
__EMU_API(cudaGraphGetEdges)
(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edges, size_t *count);
__EMU_API(cudaGraphNodeGetDependencies)(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *edges, size_t *count);
__EMU_API(cudaGraphNodeGetDependentNodes)(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *edges, size_t *count);
__EMU_API(cudaGraphAddDependencies)
(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *edges, size_t count);
__EMU_API(cudaGraphRemoveDependencies)
(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *edges, size_t count);
__EMU_API(cudaGraphDestroyNode)(cudaGraphNode_t node);

// Nodes: each takes where the node goes, the graph, and what the node depends on.
#define __EMU_NODE cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies
__EMU_API(cudaGraphAddNode)
(__EMU_NODE, const cudaGraphEdgeData *edges, size_t count, struct cudaGraphNodeParams *parameters);
__EMU_API(cudaGraphAddKernelNode)(__EMU_NODE, size_t count, const struct cudaKernelNodeParams *parameters);
__EMU_API(cudaGraphAddMemcpyNode)(__EMU_NODE, size_t count, const struct cudaMemcpy3DParms *parameters);
__EMU_API(cudaGraphAddMemcpyNode1D)
(__EMU_NODE, size_t count, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
__EMU_API(cudaGraphAddMemcpyNodeToSymbol)
(__EMU_NODE, size_t count, const void *symbol, const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
__EMU_API(cudaGraphAddMemcpyNodeFromSymbol)
(__EMU_NODE, size_t count, void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
__EMU_API(cudaGraphAddMemsetNode)(__EMU_NODE, size_t count, const struct cudaMemsetParams *parameters);
__EMU_API(cudaGraphAddHostNode)(__EMU_NODE, size_t count, const struct cudaHostNodeParams *parameters);
__EMU_API(cudaGraphAddChildGraphNode)(__EMU_NODE, size_t count, cudaGraph_t child);
__EMU_API(cudaGraphAddEmptyNode)(__EMU_NODE, size_t count);
__EMU_API(cudaGraphAddEventRecordNode)(__EMU_NODE, size_t count, cudaEvent_t event);
__EMU_API(cudaGraphAddEventWaitNode)(__EMU_NODE, size_t count, cudaEvent_t event);
__EMU_API(cudaGraphAddMemAllocNode)(__EMU_NODE, size_t count, struct cudaMemAllocNodeParams *parameters);
__EMU_API(cudaGraphAddMemFreeNode)(__EMU_NODE, size_t count, void *pointer);

__EMU_API(cudaGraphKernelNodeGetParams)(cudaGraphNode_t node, struct cudaKernelNodeParams *parameters);
__EMU_API(cudaGraphKernelNodeSetParams)(cudaGraphNode_t node, const struct cudaKernelNodeParams *parameters);
__EMU_API(cudaGraphMemcpyNodeGetParams)(cudaGraphNode_t node, struct cudaMemcpy3DParms *parameters);
__EMU_API(cudaGraphMemcpyNodeSetParams)(cudaGraphNode_t node, const struct cudaMemcpy3DParms *parameters);
__EMU_API(cudaGraphMemcpyNodeSetParams1D)
(cudaGraphNode_t node, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
__EMU_API(cudaGraphMemsetNodeGetParams)(cudaGraphNode_t node, struct cudaMemsetParams *parameters);
__EMU_API(cudaGraphMemsetNodeSetParams)(cudaGraphNode_t node, const struct cudaMemsetParams *parameters);
__EMU_API(cudaGraphHostNodeGetParams)(cudaGraphNode_t node, struct cudaHostNodeParams *parameters);
__EMU_API(cudaGraphHostNodeSetParams)(cudaGraphNode_t node, const struct cudaHostNodeParams *parameters);
__EMU_API(cudaGraphChildGraphNodeGetGraph)(cudaGraphNode_t node, cudaGraph_t *graph);
__EMU_API(cudaGraphEventRecordNodeGetEvent)(cudaGraphNode_t node, cudaEvent_t *event);
__EMU_API(cudaGraphEventRecordNodeSetEvent)(cudaGraphNode_t node, cudaEvent_t event);
__EMU_API(cudaGraphEventWaitNodeGetEvent)(cudaGraphNode_t node, cudaEvent_t *event);
__EMU_API(cudaGraphEventWaitNodeSetEvent)(cudaGraphNode_t node, cudaEvent_t event);
__EMU_API(cudaGraphMemAllocNodeGetParams)(cudaGraphNode_t node, struct cudaMemAllocNodeParams *parameters);
__EMU_API(cudaGraphMemFreeNodeGetParams)(cudaGraphNode_t node, void *pointer);

// Executable graphs. A launch stands in native/emulator/host/, because functions of the host run in it.
extern "C" cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream);
__EMU_IMPORT(cudaGraphInstantiate) cudaError_t __emu_instantiate(cudaGraphExec_t *executable, cudaGraph_t graph, unsigned flags);
__EMU_API(cudaGraphInstantiateWithParams)(cudaGraphExec_t *executable, cudaGraph_t graph, cudaGraphInstantiateParams *parameters);
__EMU_API(cudaGraphExecGetFlags)(cudaGraphExec_t executable, unsigned long long *flags);
__EMU_API(cudaGraphExecDestroy)(cudaGraphExec_t executable);
__EMU_API(cudaGraphUpload)(cudaGraphExec_t executable, cudaStream_t stream);
__EMU_API(cudaGraphExecUpdate)(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result);
__EMU_API(cudaGraphExecKernelNodeSetParams)
(cudaGraphExec_t executable, cudaGraphNode_t node, const struct cudaKernelNodeParams *parameters);
__EMU_API(cudaGraphExecMemcpyNodeSetParams)
(cudaGraphExec_t executable, cudaGraphNode_t node, const struct cudaMemcpy3DParms *parameters);
__EMU_API(cudaGraphExecMemcpyNodeSetParams1D)
(cudaGraphExec_t executable, cudaGraphNode_t node, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
__EMU_API(cudaGraphExecMemsetNodeSetParams)
(cudaGraphExec_t executable, cudaGraphNode_t node, const struct cudaMemsetParams *parameters);
__EMU_API(cudaGraphExecHostNodeSetParams)
(cudaGraphExec_t executable, cudaGraphNode_t node, const struct cudaHostNodeParams *parameters);
__EMU_API(cudaGraphExecChildGraphNodeSetParams)(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraph_t child);
__EMU_API(cudaGraphNodeSetEnabled)(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned enabled);
__EMU_API(cudaGraphNodeGetEnabled)(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned *enabled);

// Memory that graphs allocate, and conditions.
__EMU_API(cudaDeviceGraphMemTrim)(int device);
__EMU_API(cudaDeviceGetGraphMemAttribute)(int device, enum cudaGraphMemAttributeType attribute, void *value);
__EMU_API(cudaDeviceSetGraphMemAttribute)(int device, enum cudaGraphMemAttributeType attribute, void *value);
__EMU_API(cudaGraphConditionalHandleCreate)
(cudaGraphConditionalHandle *handle, cudaGraph_t graph, unsigned defaultLaunchValue = 0, unsigned flags = 0);

// A handle is the address of a word of the device.
__EMU_DEVICE void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value) {
  atomicExch((unsigned *)(size_t)handle, value);
}

static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph, unsigned long long flags = 0) {
  return flags >> 32 ? cudaErrorInvalidValue : __emu_instantiate(executable, graph, (unsigned)flags);
}
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph, cudaGraphNode_t *errorNode,
                                               char *log, size_t logBytes) {
  cudaError_t error = cudaGraphInstantiate(executable, graph, 0);
  if (errorNode && error) *errorNode = 0;
  if (log && logBytes) *log = 0;
  return error;
}
static inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *executable, cudaGraph_t graph, unsigned long long flags = 0) {
  return cudaGraphInstantiate(executable, graph, flags);
}
template <class T>
static inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(__EMU_NODE, size_t count, const T &symbol, const void *from, size_t bytes,
                                                         size_t offset, enum cudaMemcpyKind kind) {
  return cudaGraphAddMemcpyNodeToSymbol(node, graph, dependencies, count, (const void *)&symbol, from, bytes, offset, kind);
}
template <class T>
static inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(__EMU_NODE, size_t count, void *to, const T &symbol, size_t bytes,
                                                           size_t offset, enum cudaMemcpyKind kind) {
  return cudaGraphAddMemcpyNodeFromSymbol(node, graph, dependencies, count, to, (const void *)&symbol, bytes, offset, kind);
}

// As CUDA 12 had them: dependencies without what CUDA 13 says of each edge.
__EMU_REMOVED("CUDA 13 takes cudaGraphEdgeData as well")
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count) {
  return cudaGraphAddDependencies(graph, from, to, 0, count);
}
__EMU_REMOVED("CUDA 13 takes cudaGraphEdgeData as well")
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, 0, count);
}
__EMU_REMOVED("CUDA 13 gives cudaGraphEdgeData as well")
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count) {
  return cudaGraphGetEdges(graph, from, to, 0, count);
}
__EMU_REMOVED("CUDA 13 gives cudaGraphEdgeData as well")
static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count) {
  return cudaGraphNodeGetDependencies(node, nodes, 0, count);
}
__EMU_REMOVED("CUDA 13 gives cudaGraphEdgeData as well")
static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count) {
  return cudaGraphNodeGetDependentNodes(node, nodes, 0, count);
}
__EMU_REMOVED("CUDA 13 takes cudaGraphEdgeData as well")
static inline cudaError_t cudaGraphAddNode(__EMU_NODE, size_t count, struct cudaGraphNodeParams *parameters) {
  return cudaGraphAddNode(node, graph, dependencies, 0, count, parameters);
}
__EMU_REMOVED("CUDA 13 takes cudaGraphEdgeData as well")
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies, size_t count,
                                                              unsigned flags = 0) {
  return cudaStreamUpdateCaptureDependencies(stream, dependencies, 0, count, flags);
}
__EMU_REMOVED("CUDA 13 calls it cudaStreamGetCaptureInfo, and gives cudaGraphEdgeData as well")
static inline cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id = 0,
                                                      cudaGraph_t *graph = 0, const cudaGraphNode_t **dependencies = 0, size_t *count = 0) {
  return cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, 0, count);
}
__EMU_REMOVED("CUDA 13 takes one cudaGraphExecUpdateResultInfo")
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphNode_t *errorNode,
                                              enum cudaGraphExecUpdateResult *result) {
  cudaGraphExecUpdateResultInfo info;
  cudaError_t error = cudaGraphExecUpdate(executable, graph, &info);
  if (errorNode) *errorNode = info.errorNode;
  if (result) *result = info.result;
  return error;
}
#undef __EMU_NODE

#endif
