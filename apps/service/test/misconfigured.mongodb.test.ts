import { eventually } from '@animal-store/testkit/eventually';
import { type GuardedMongod, startGuardedMongod } from '@animal-store/testkit/mongodb';
import {
  issueKey,
  type Outcome,
  requestLines,
  runToEnd,
  startOnMongodb,
  untilReady,
} from '@animal-store/testkit/service';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { anyOf } from '../src/any-of.ts';
import { durableStores } from '../src/stores/durable-stores.ts';
import { clientOf } from './checked.ts';

const commands = [['serve'], ['keys', 'issue', '--label', 'x']] as const;

const run = (args: readonly string[], uri: string): Promise<Outcome> =>
  runToEnd({ args, env: { PORT: '0', ADMIN_PORT: '0', ...(uri === '' ? {} : { MONGODB_URI: uri }) } });

const refusals = (sentence: string): object => ({
  code: 1,
  signal: null,
  stdout: '',
  stderr: `animal-store: ${sentence}\n`,
});

describe.concurrent('A MONGODB_URI that cannot be used', () => {
  it('(with an option that there is not) ends every command with one sentence', async () => {
    const sentence = 'MONGODB_URI: The MongoDB connection string is not valid: option colour is not supported';
    const outcomes = commands.map((args) => run(args, 'mongodb://clerk:s3cret@localhost/?colour=red'));
    expect(await Promise.all(outcomes)).toEqual(commands.map(() => refusals(sentence)));
  });

  it('(absent) ends the commands about keys with one sentence', async () => {
    const sentence = `${anyOf(durableStores.map(({ variable }) => variable.name))} must be set: the keys are in that store. The in-memory store has only API_KEY`;
    expect(await run(['keys', 'list'], '')).toEqual(refusals(sentence));
  });

  it('(unreachable) ends the commands about keys with one sentence', async () => {
    const uri = 'mongodb://clerk:s3cret@127.0.0.1:9/x?serverSelectionTimeoutMS=500';
    const sentence =
      'MongoDB is unavailable: connect ECONNREFUSED 127.0.0.1:9. A change may have been made: check with keys list, then retry';
    expect(await run(['keys', 'list'], uri)).toEqual(refusals(sentence));
  });
});

const { run: containers } = inject('mongodb');

describe.skipIf(containers === undefined)('A MongoDB that wants a password', () => {
  let mongod: GuardedMongod | undefined;
  const uriFor = (credentials: string): string => mongod?.uriFor(credentials) ?? '';
  beforeAll(async () => {
    mongod = await startGuardedMongod(containers ?? '', [
      { name: 'clerk', password: 's3cret', role: 'readWrite' },
      { name: 'reader', password: 's3cret', role: 'read' },
      { name: 'temp', password: 's3cret', role: 'readWrite' },
    ]);
  }, 60_000);
  afterAll(() => mongod?.remove());

  const refused = 'MONGODB_URI: MongoDB refuses the credentials: Authentication failed.';
  it('ends every command with one sentence for a wrong password', async () => {
    const outcomes = await Promise.all(commands.map((args) => run(args, uriFor('clerk:wr0ng'))));
    expect(outcomes).toEqual(commands.map(() => refusals(refused)));
  });

  it('ends every command with one sentence for a user without the rights, and shows no secret', async () => {
    for (const { code, signal, stdout, stderr } of await Promise.all(
      commands.map((args) => run(args, uriFor('reader:s3cret'))),
    )) {
      expect({ code, signal, stdout }).toEqual({ code: 1, signal: null, stdout: '' });
      expect(stderr).toMatch(
        /^animal-store: MONGODB_URI: MongoDB does not allow this user what the service needs: not authorized on [^\n]+\n$/,
      );
      expect(stderr).not.toContain('s3cret');
    }
  });

  it('is away for a service whose user loses its rights or is dropped, until the user has them again', async (test) => {
    const command = async (given: Readonly<Record<string, unknown>>): Promise<void> => mongod?.command(given);
    const uri = uriFor('temp:s3cret');
    const { key } = await issueKey(uri);
    const service = await startOnMongodb({ uri, apiKey: key });
    const client = clientOf(test, service);
    const statuses = async (): Promise<readonly number[]> => {
      const responses = await Promise.all([client.get('/readyz'), client.get('/v1/pets'), client.add('Secretariat')]);
      return responses.map(({ status }) => status);
    };
    // The outcome of a check of readiness is kept for a second.
    const become = (expected: readonly number[]): Promise<true> =>
      eventually(10_000, async () => `${await statuses()}` === `${expected}` || undefined);

    await become([200, 200, 201]);
    await command({ grantRolesToUser: 'temp', roles: ['read'] });
    await command({ revokeRolesFromUser: 'temp', roles: ['readWrite'] });
    await become([503, 200, 503]);
    await command({ revokeRolesFromUser: 'temp', roles: ['read'] });
    await become([503, 503, 503]);
    await command({ grantRolesToUser: 'temp', roles: ['readWrite'] });
    await become([200, 200, 201]);
    await command({ dropUser: 'temp' });
    await become([503, 503, 503]);
    await command({ createUser: 'temp', pwd: 's3cret', roles: ['readWrite'] });
    await untilReady(client);
    expect(await statuses()).toEqual([200, 200, 201]);

    expect(await service.stop()).toBe(0);
    expect(requestLines(service).filter(({ status }) => status === 500)).toEqual([]);
    const output = service.process.stdout() + service.process.stderr();
    expect(output).toContain('not authorized on animal-store to execute command { insert: \\"pets\\", … }');
    expect([output.includes('s3cret'), output.includes('Secretariat')]).toEqual([false, false]);
  });
});
