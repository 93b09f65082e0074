/** What threads speak through: those of Node here, workers of the browser there. Starting one: `worker.ts`. */
export { MessageChannel, type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
