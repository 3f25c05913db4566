export * from './limit-time.ts';
export * from './node-ports.ts';
