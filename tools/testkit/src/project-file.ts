import { fileURLToPath } from 'node:url';

/** The path of a file, from its path relative to the root of the project. */
export const projectFile = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
