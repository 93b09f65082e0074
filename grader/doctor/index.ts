export * from './hostile/index.ts';
