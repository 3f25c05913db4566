export * from './limit-time.ts';
export * from './node-ports.ts';
export type * from './pool-observer.ts';
