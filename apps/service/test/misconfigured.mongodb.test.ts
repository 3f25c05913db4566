import { eventually } from '@animal-store/testkit/eventually';
import { type GuardedMongod, startGuardedMongod } from '@animal-store/testkit/mongodb';
import { logLines, runToEnd, startWithIssuedKey } from '@animal-store/testkit/service';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { clientOf } from './checked.ts';

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

  it.each([
    ['serve', 'clerk:wr0ng', /^MongoDB refuses the credentials: Authentication failed\.$/],
    ['keys issue --label x', 'clerk:wr0ng', /^MongoDB refuses the credentials: Authentication failed\.$/],
    ['serve', 'reader:s3cret', /^MongoDB does not allow this user what the service needs: not authorized on [^\n]+$/],
  ])('ends %s with one sentence for the credentials %s', async (line, credentials, sentence) => {
    const env = { PORT: '0', ADMIN_PORT: '0', MONGODB_URI: uriFor(credentials) };
    const { stderr, ...outcome } = await runToEnd({ args: line.split(' '), env });
    expect(outcome).toEqual({ code: 1, signal: null, stdout: '' });
    const [, message = stderr] = /^animal-store: MONGODB_URI: (.*)\n$/s.exec(stderr) ?? [];
    expect(message).toMatch(sentence);
    expect(message).not.toContain('s3cret');
  });

  it('is away for a service whose user loses its rights or is dropped, until the user has them again', async () => {
    const command = async (given: Readonly<Record<string, unknown>>): Promise<void> => mongod?.command(given);
    const uri = uriFor('temp:s3cret');
    const service = await startWithIssuedKey({ MONGODB_URI: uri });
    const client = clientOf(service);
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
    await become([200, 200, 201]);

    expect(await service.stop()).toBe(0);
    expect(logLines(service.process).filter(({ status }) => status === 500)).toEqual([]);
    const output = service.process.stdout() + service.process.stderr();
    expect(output).toContain('not authorized on animal-store to execute command { insert: \\"pets\\", … }');
    expect([output.includes('s3cret'), output.includes('Secretariat')]).toEqual([false, false]);
  });
});
