export { nodeKeyMaterial } from './node-key-material.ts';
export { systemClock } from './system-clock.ts';
