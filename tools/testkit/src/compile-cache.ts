import { fileURLToPath } from 'node:url';

/** Makes processes of Node.js keep what they compile, which is half of the time that one takes to start. */
export const compileCache: Readonly<Record<'NODE_COMPILE_CACHE', string>> = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)),
};
