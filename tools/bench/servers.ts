import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '@animal-store/testkit/project-file';

/** A server, and its command line. */
export interface ServerKind {
  readonly name: string;
  readonly command: readonly string[];
}

/** A program of Node.js, with flags before its file. */
export const nodeProgram = (name: string, file: string, ...flags: readonly string[]): ServerKind => ({
  name,
  command: [process.execPath, ...flags, projectFile(file), 'serve'],
});

export const serviceFile = 'apps/service/dist/main.js';
export const fastifyFile = 'tools/bench/peers/fastify.ts';

/** Builds the peer in Go into a temporary folder. Where that is not possible, it says so and returns nothing. */
export const goProgram = async (
  stack: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<readonly ServerKind[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-bench-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const program = join(folder, 'peer');
  const sources = projectFile('tools/bench/peers/go');
  return promisify(execFile)('go', ['build', '-o', program, '.'], { cwd: sources }).then(
    () => [{ name: 'Go', command: [program] }],
    (error) => {
      progress(`the peer in Go is left out: ${error.message}\n`);
      return [];
    },
  );
};
