// CUDA graphs and stream capture. Included by host_api.h, whose macros it uses.
#ifndef EMU_GRAPHS_H
#define EMU_GRAPHS_H

#include "emu/atomics.h"
#include "emu/graph_types.h"

// Capture.
EMU_API(cudaStreamBeginCapture)(cudaStream_t stream, enum cudaStreamCaptureMode mode);
EMU_API(cudaStreamBeginCaptureToGraph)
(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges, size_t count,
 enum cudaStreamCaptureMode mode);
EMU_API(cudaStreamEndCapture)(cudaStream_t stream, cudaGraph_t *graph);
EMU_API(cudaStreamIsCapturing)(cudaStream_t stream, enum cudaStreamCaptureStatus *status);
EMU_API(cudaStreamGetCaptureInfo)
(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id = 0, cudaGraph_t *graph = 0,
 const cudaGraphNode_t **dependencies = 0, const cudaGraphEdgeData **edges = 0, size_t *count = 0);
EMU_API(cudaStreamUpdateCaptureDependencies)
(cudaStream_t stream, cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges, size_t count, unsigned flags = 0);
EMU_API(cudaThreadExchangeStreamCaptureMode)(enum cudaStreamCaptureMode *mode);

// Graphs and what is in them.
EMU_API(cudaGraphCreate)(cudaGraph_t *graph, unsigned flags);
EMU_API(cudaGraphDestroy)(cudaGraph_t graph);
EMU_API(cudaGraphClone)(cudaGraph_t *clone, cudaGraph_t original);
EMU_API(cudaGraphNodeFindInClone)(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone);
EMU_API(cudaGraphNodeGetType)(cudaGraphNode_t node, enum cudaGraphNodeType *type);
EMU_API(cudaGraphGetNodes)(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
EMU_API(cudaGraphGetRootNodes)(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
EMU_API(cudaGraphGetEdges)
(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edges, size_t *count);
EMU_API(cudaGraphNodeGetDependencies)(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *edges, size_t *count);
EMU_API(cudaGraphNodeGetDependentNodes)(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *edges, size_t *count);
EMU_API(cudaGraphAddDependencies)
(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *edges, size_t count);
EMU_API(cudaGraphRemoveDependencies)
(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *edges, size_t count);
EMU_API(cudaGraphDestroyNode)(cudaGraphNode_t node);

// Nodes: each takes where the node goes, the graph, and what the node depends on.
#define EMU_NODE cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies
EMU_API(cudaGraphAddNode)
(EMU_NODE, const cudaGraphEdgeData *edges, size_t count, struct cudaGraphNodeParams *parameters);
EMU_API(cudaGraphAddKernelNode)(EMU_NODE, size_t count, const struct cudaKernelNodeParams *parameters);
EMU_API(cudaGraphAddMemcpyNode)(EMU_NODE, size_t count, const struct cudaMemcpy3DParms *parameters);
EMU_API(cudaGraphAddMemcpyNode1D)
(EMU_NODE, size_t count, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
EMU_API(cudaGraphAddMemcpyNodeToSymbol)
(EMU_NODE, size_t count, const void *symbol, const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
EMU_API(cudaGraphAddMemcpyNodeFromSymbol)
(EMU_NODE, size_t count, void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
EMU_API(cudaGraphAddMemsetNode)(EMU_NODE, size_t count, const struct cudaMemsetParams *parameters);
EMU_API(cudaGraphAddHostNode)(EMU_NODE, size_t count, const struct cudaHostNodeParams *parameters);
EMU_API(cudaGraphAddChildGraphNode)(EMU_NODE, size_t count, cudaGraph_t child);
EMU_API(cudaGraphAddEmptyNode)(EMU_NODE, size_t count);
EMU_API(cudaGraphAddEventRecordNode)(EMU_NODE, size_t count, cudaEvent_t event);
EMU_API(cudaGraphAddEventWaitNode)(EMU_NODE, size_t count, cudaEvent_t event);
EMU_API(cudaGraphAddMemAllocNode)(EMU_NODE, size_t count, struct cudaMemAllocNodeParams *parameters);
EMU_API(cudaGraphAddMemFreeNode)(EMU_NODE, size_t count, void *pointer);

EMU_API(cudaGraphKernelNodeGetParams)(cudaGraphNode_t node, struct cudaKernelNodeParams *parameters);
EMU_API(cudaGraphKernelNodeSetParams)(cudaGraphNode_t node, const struct cudaKernelNodeParams *parameters);
EMU_API(cudaGraphMemcpyNodeGetParams)(cudaGraphNode_t node, struct cudaMemcpy3DParms *parameters);
EMU_API(cudaGraphMemcpyNodeSetParams)(cudaGraphNode_t node, const struct cudaMemcpy3DParms *parameters);
EMU_API(cudaGraphMemcpyNodeSetParams1D)
(cudaGraphNode_t node, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
EMU_API(cudaGraphMemsetNodeGetParams)(cudaGraphNode_t node, struct cudaMemsetParams *parameters);
EMU_API(cudaGraphMemsetNodeSetParams)(cudaGraphNode_t node, const struct cudaMemsetParams *parameters);
EMU_API(cudaGraphHostNodeGetParams)(cudaGraphNode_t node, struct cudaHostNodeParams *parameters);
EMU_API(cudaGraphHostNodeSetParams)(cudaGraphNode_t node, const struct cudaHostNodeParams *parameters);
EMU_API(cudaGraphChildGraphNodeGetGraph)(cudaGraphNode_t node, cudaGraph_t *graph);
EMU_API(cudaGraphEventRecordNodeGetEvent)(cudaGraphNode_t node, cudaEvent_t *event);
EMU_API(cudaGraphEventRecordNodeSetEvent)(cudaGraphNode_t node, cudaEvent_t event);
EMU_API(cudaGraphEventWaitNodeGetEvent)(cudaGraphNode_t node, cudaEvent_t *event);
EMU_API(cudaGraphEventWaitNodeSetEvent)(cudaGraphNode_t node, cudaEvent_t event);
EMU_API(cudaGraphMemAllocNodeGetParams)(cudaGraphNode_t node, struct cudaMemAllocNodeParams *parameters);
EMU_API(cudaGraphMemFreeNodeGetParams)(cudaGraphNode_t node, void *pointer);

// Executable graphs. A launch stands in native/emulator/host/, because functions of the host run in it.
extern "C" cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream);
EMU_IMPORT(cudaGraphInstantiate) cudaError_t __emu_instantiate(cudaGraphExec_t *executable, cudaGraph_t graph, unsigned flags);
EMU_API(cudaGraphInstantiateWithParams)(cudaGraphExec_t *executable, cudaGraph_t graph, cudaGraphInstantiateParams *parameters);
EMU_API(cudaGraphExecGetFlags)(cudaGraphExec_t executable, unsigned long long *flags);
EMU_API(cudaGraphExecDestroy)(cudaGraphExec_t executable);
EMU_API(cudaGraphUpload)(cudaGraphExec_t executable, cudaStream_t stream);
EMU_API(cudaGraphExecUpdate)(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result);
EMU_API(cudaGraphExecKernelNodeSetParams)
(cudaGraphExec_t executable, cudaGraphNode_t node, const struct cudaKernelNodeParams *parameters);
EMU_API(cudaGraphExecMemcpyNodeSetParams)
(cudaGraphExec_t executable, cudaGraphNode_t node, const struct cudaMemcpy3DParms *parameters);
EMU_API(cudaGraphExecMemcpyNodeSetParams1D)
(cudaGraphExec_t executable, cudaGraphNode_t node, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
EMU_API(cudaGraphExecMemsetNodeSetParams)
(cudaGraphExec_t executable, cudaGraphNode_t node, const struct cudaMemsetParams *parameters);
EMU_API(cudaGraphExecHostNodeSetParams)
(cudaGraphExec_t executable, cudaGraphNode_t node, const struct cudaHostNodeParams *parameters);
EMU_API(cudaGraphExecChildGraphNodeSetParams)(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraph_t child);
EMU_API(cudaGraphNodeSetEnabled)(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned enabled);
EMU_API(cudaGraphNodeGetEnabled)(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned *enabled);

// Memory that graphs allocate, and conditions.
EMU_API(cudaDeviceGraphMemTrim)(int device);
EMU_API(cudaDeviceGetGraphMemAttribute)(int device, enum cudaGraphMemAttributeType attribute, void *value);
EMU_API(cudaDeviceSetGraphMemAttribute)(int device, enum cudaGraphMemAttributeType attribute, void *value);
EMU_API(cudaGraphConditionalHandleCreate)
(cudaGraphConditionalHandle *handle, cudaGraph_t graph, unsigned defaultLaunchValue = 0, unsigned flags = 0);

// A handle is the address of a word of the device.
EMU_DEVICE void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value) {
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
static inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(EMU_NODE, size_t count, const T &symbol, const void *from, size_t bytes,
                                                         size_t offset, enum cudaMemcpyKind kind) {
  return cudaGraphAddMemcpyNodeToSymbol(node, graph, dependencies, count, (const void *)&symbol, from, bytes, offset, kind);
}
template <class T>
static inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(EMU_NODE, size_t count, void *to, const T &symbol, size_t bytes,
                                                           size_t offset, enum cudaMemcpyKind kind) {
  return cudaGraphAddMemcpyNodeFromSymbol(node, graph, dependencies, count, to, (const void *)&symbol, bytes, offset, kind);
}

// As CUDA 12 had them: dependencies without what CUDA 13 says of each edge.
EMU_REMOVED("CUDA 13 takes cudaGraphEdgeData as well")
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count) {
  return cudaGraphAddDependencies(graph, from, to, 0, count);
}
EMU_REMOVED("CUDA 13 takes cudaGraphEdgeData as well")
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, 0, count);
}
EMU_REMOVED("CUDA 13 gives cudaGraphEdgeData as well")
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count) {
  return cudaGraphGetEdges(graph, from, to, 0, count);
}
EMU_REMOVED("CUDA 13 gives cudaGraphEdgeData as well")
static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count) {
  return cudaGraphNodeGetDependencies(node, nodes, 0, count);
}
EMU_REMOVED("CUDA 13 gives cudaGraphEdgeData as well")
static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count) {
  return cudaGraphNodeGetDependentNodes(node, nodes, 0, count);
}
EMU_REMOVED("CUDA 13 takes cudaGraphEdgeData as well")
static inline cudaError_t cudaGraphAddNode(EMU_NODE, size_t count, struct cudaGraphNodeParams *parameters) {
  return cudaGraphAddNode(node, graph, dependencies, 0, count, parameters);
}
EMU_REMOVED("CUDA 13 takes cudaGraphEdgeData as well")
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies, size_t count,
                                                              unsigned flags = 0) {
  return cudaStreamUpdateCaptureDependencies(stream, dependencies, 0, count, flags);
}
EMU_REMOVED("CUDA 13 calls it cudaStreamGetCaptureInfo, and gives cudaGraphEdgeData as well")
static inline cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id = 0,
                                                      cudaGraph_t *graph = 0, const cudaGraphNode_t **dependencies = 0, size_t *count = 0) {
  return cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, 0, count);
}
EMU_REMOVED("CUDA 13 takes one cudaGraphExecUpdateResultInfo")
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphNode_t *errorNode,
                                              enum cudaGraphExecUpdateResult *result) {
  cudaGraphExecUpdateResultInfo info;
  cudaError_t error = cudaGraphExecUpdate(executable, graph, &info);
  if (errorNode) *errorNode = info.errorNode;
  if (result) *result = info.result;
  return error;
}
#undef EMU_NODE

#endif
