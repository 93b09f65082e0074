/** Commands in containers, nvcc among them. */

export { BUILD_LIMITS, HELPER_LIMITS, type Limits } from '../limits/index.ts';
export { architecturesFor } from './architectures.ts';

export type { ExceededLimit, RunOutcome, RunRequest } from './container.ts';

export type { EngineSettings } from './engine.ts';
export { findEngine } from './find-engine.ts';
export type { Helper, HelperRequest } from './gpu.ts';
export { lookAtEngine } from './look.ts';
export type { BuildRequest, BuildResult } from './nvcc.ts';
export { buildDirect, type DirectRequest, findNvcc } from './nvcc-direct.ts';
export { lastLines, type NvccVersion, readNvccVersion } from './nvcc-version.ts';
export type { ProgramBuild, ProgramBuildRequest } from './program.ts';
export { DEFAULT_BUILD_IMAGE, DEFAULT_RUN_IMAGE, openSandbox, type Sandbox } from './sandbox.ts';
