import { eventually } from '@animal-store/testkit/eventually';
import { startGuardedMongod } from '@animal-store/testkit/mongodb';
import { logLines, startWithIssuedKey } from '@animal-store/testkit/service';
import { expect, inject, it } from 'vitest';
import { clientOf } from './checked.ts';

const { run: containers = '' } = inject('mongodb');

it.skipIf(containers === '')(
  'A MongoDB is away for a service whose user loses its rights or is dropped, until the user has them again',
  { timeout: 60_000 },
  async (test) => {
    const { command, uriFor, remove } = await startGuardedMongod(containers, [
      { name: 'temp', password: 's3cret', role: 'readWrite' },
    ]);
    test.onTestFinished(remove);
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
  },
);
