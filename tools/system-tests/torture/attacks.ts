// All attacks, by their names.
export * from './attacks/hold-connections.ts';
export * from './attacks/large-pages.ts';
export * from './attacks/many-lists.ts';
export * from './attacks/pack-numbers.ts';
export * from './attacks/pipelines.ts';
export * from './attacks/stalls.ts';
export * from './attacks/unknown-keys.ts';
