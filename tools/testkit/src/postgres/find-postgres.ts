import { GenericContainer, Wait } from 'testcontainers';
import { currentRun, hasDocker, labelsOf, sweepContainers } from '../mongodb/containers.ts';
import { findPrograms, startCluster } from './cluster.ts';

/** The PostgreSQL resources of the tests. */
export interface PostgresForTests {
  /** The connection string of the server that all test files share, of a user who may create databases. */
  readonly uri?: string;
  /** Whether tests may start servers of their own, because PostgreSQL is installed. */
  readonly isInstalled: boolean;
}

const image = process.env['POSTGRES_TEST_IMAGE'] ?? 'postgres:17.6';

const startContainer = async (): Promise<{ readonly uri: string; readonly remove: () => Promise<void> }> => {
  await sweepContainers();
  const container = await new GenericContainer(image)
    .withLabels(labelsOf(currentRun()))
    .withEnvironment({ POSTGRES_HOST_AUTH_METHOD: 'trust' })
    .withExposedPorts(5432)
    // The image starts the server once to prepare it.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  return {
    uri: `postgresql://postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`,
    remove: async () => void (await container.stop()),
  };
};

/**
 * Finds the server that `POSTGRES_TEST_URI` names, or starts one of this run, which the caller removes: of the installed
 * PostgreSQL, which starts in a second and can be crashed and frozen too, or else in a container.
 */
export const findPostgres = async (): Promise<PostgresForTests & { readonly remove?: () => Promise<void> }> => {
  const isInstalled = findPrograms() !== undefined;
  const uri = process.env['POSTGRES_TEST_URI'];
  if (uri !== undefined) return { uri, isInstalled };
  if (isInstalled) {
    const cluster = await startCluster();
    return { uri: cluster.uri('postgres'), isInstalled, remove: cluster.remove };
  }
  return (await hasDocker()) ? { ...(await startContainer()), isInstalled } : { isInstalled };
};
