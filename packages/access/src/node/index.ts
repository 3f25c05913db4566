export * from './node-ports.ts';
