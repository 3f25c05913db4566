import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { makeApiKey } from '@animal-store/testkit/service';
import { startServer } from '@animal-store/testkit/start-server';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { describe, expect, it } from 'vitest';
import { variables } from '../../src/configuration/variables.ts';
import { check } from '../../src/serve/check-service.ts';
import { serve } from '../../src/serve/serve.ts';
import { runHere } from './run-here.ts';

type Variables = Readonly<Record<string, string>>;

const startAndCheck = async (given: Variables) => {
  const env = { PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'silent', ...given };
  return {
    start: await runHere(() => serve(env, () => undefined, undefined)),
    check: await runHere(() => check(env)),
  };
};

const takenPort = async (): Promise<string> => `${await startServer(createServer())}`;

/** A path in a new folder, in which `make` has made something under the name `a`. */
const inFolder = (path: string, make: (file: string) => void = () => undefined): Variables => {
  const folder = temporaryFolder();
  make(join(folder, 'a'));
  return { SQLITE_FILE: join(folder, path) };
};

// Any text can be a path.
const ruled = Object.keys(variables).filter((name) => name !== 'SQLITE_FILE');

type Row = readonly [fault: string, make: () => Variables | Promise<Variables>, message: string];

const rows: readonly Row[] = [
  [
    'each variable is wrong',
    () => Object.fromEntries(ruled.map((name) => [name, 's3cret value'])),
    `.* one store\\nanimal-store: API_KEY .*\\n${ruled.map((name) => `animal-store: ${name} must be .+\\n`).join('')}`,
  ],
  [
    'a durable store gets an API key',
    () => ({ ...inFolder('a'), API_KEY: makeApiKey() }),
    'animal-store: API_KEY is for the store in memory: .*\\n',
  ],
  [
    'its port is taken',
    async () => ({ PORT: await takenPort() }),
    'animal-store: \\S+ is taken; choose another HOST or PORT\\n',
  ],
  [
    'the port of its metrics is taken',
    async () => ({ ADMIN_PORT: await takenPort() }),
    'animal-store: \\S+ is taken; choose another ADMIN_HOST or ADMIN_PORT\\n',
  ],
  // The adapters show that the checks of their stores refuse what a start refuses.
  [
    'its file is below a file',
    () => inFolder('a/b', (file) => writeFileSync(file, '')),
    'animal-store: SQLITE_FILE: \\S+ cannot be made, because a part of its path is not a directory\\n',
  ],
  [
    'its connection string of MongoDB has an unknown option',
    () => ({ MONGODB_URI: 'mongodb://clerk:s3cret@localhost/?colour=red' }),
    'animal-store: MONGODB_URI: .*\\n',
  ],
  [
    'its connection string of PostgreSQL has an unknown option',
    () => ({ POSTGRES_URI: 'postgresql://clerk:s3cret@localhost/x?colour=red' }),
    'animal-store: POSTGRES_URI: .*\\n',
  ],
];

describe('A start and its check end with 1 and the same sentences', () => {
  it.each(rows)('if %s', async (_, make, message) => {
    const outcome = await startAndCheck(await make());
    expect(outcome.check).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(new RegExp(`^${message}$`)) });
    expect(outcome.start).toEqual(outcome.check);
    expect(outcome.start.stderr).not.toContain('s3cret');
  });
});
