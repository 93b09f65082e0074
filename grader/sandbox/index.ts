export type { Files } from './archive.ts';
export type { ExceededLimit, RunOutcome, RunRequest } from './container.ts';
export type { EngineSettings } from './engine.ts';
export { BUILD_LIMITS, type Limits } from './limits.ts';
export type { BuildRequest, BuildResult } from './nvcc.ts';
export { DEFAULT_BUILD_IMAGE, openSandbox, type Sandbox, type SandboxSettings } from './sandbox.ts';
