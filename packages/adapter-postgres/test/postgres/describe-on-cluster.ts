import { type PostgresServer, startCluster, startsWithinMS } from '@animal-store/testkit/postgres';
import { afterAll, beforeAll, describe, inject } from 'vitest';

/** Describes tests that break the server they use, which belongs to them. */
export const describeOnCluster = (
  title: string,
  body: (cluster: () => PostgresServer) => void,
  settings?: readonly string[],
): void => {
  describe.skipIf(!inject('postgres').isInstalled)(title, () => {
    let cluster: PostgresServer | undefined;
    beforeAll(async () => {
      cluster = await startCluster(settings);
    }, startsWithinMS);
    afterAll(() => cluster?.remove());
    body(() => cluster as PostgresServer);
  });
};
