/** Grades and comments, sent to platforms by their APIs. */

export { type CanvasOptions, pushToCanvas } from './canvas.ts';
export { ApiClient, serverAddress, tokenOf } from './client.ts';
export { type Cloned, cloneAddress, cloneAll, cloneCommand, repositoriesOf } from './clone.ts';
export { type GitHubOptions, pushToGitHub } from './github.ts';
export type { Push, PushLog, PushReport } from './push.ts';
export { checkRepositories, repositoryOf } from './repositories.ts';
