import { totalmem } from 'node:os';
import { function as F, taskEither as TE } from 'fp-ts';
import { environmentWarnings } from '../configuration/meant-store.ts';
import { type Configuration, defaultAdminPort } from '../configuration/variables.ts';
import { messagesOf } from '../errors.ts';
import { checkChosenStore } from '../stores/chosen-store.ts';
import { memoryPlace } from '../stores/memory-store.ts';
import { type Version, versionText } from '../version.ts';
import { decodeServiceConfiguration } from './decode-service-configuration.ts';
import { limitsOf } from './limits-of.ts';
import { containerMemory, memoryProblem, memoryText } from './memory-need.ts';

/** What a check found. */
export interface ServiceCheck {
  /** What would run, for a person. */
  readonly text: string;
  /** What is doubtful, although the service starts. */
  readonly warnings: readonly string[];
}

const textOf = (
  { HOST, PORT, ADMIN_HOST, ADMIN_PORT = defaultAdminPort, ...configuration }: Configuration,
  version: Version,
  storeText: string,
  memory: string,
): string => {
  const { MAX_CONNECTIONS, MAX_REQUESTS_IN_FLIGHT, MAX_BYTES_IN_FLIGHT, MAX_KEY_SHARE_PERCENT } = configuration;
  return [
    'The service can start with this configuration:',
    '',
    `  version  ${versionText(version)}`,
    `  store    ${storeText}`,
    `  API      ${HOST}:${PORT}`,
    `  metrics  ${ADMIN_PORT === 0 ? 'off' : `${ADMIN_HOST}:${ADMIN_PORT}`}`,
    `  limits   ${MAX_CONNECTIONS} connections, ${MAX_REQUESTS_IN_FLIGHT} requests and ${MAX_BYTES_IN_FLIGHT} bytes in flight, ${MAX_KEY_SHARE_PERCENT} % of them for one API key`,
    `  memory   ${memory}`,
  ].join('\n');
};

/**
 * Checks what `serve` would run, and creates nothing: it reads the configuration, looks whether the store can be used, and
 * compares the memory that the limits need with that of the container. The Left has messages for the operator.
 */
export const checkService = (
  environment: NodeJS.ProcessEnv,
  version: Version,
  available: number | undefined = containerMemory(process.constrainedMemory(), totalmem()),
): TE.TaskEither<readonly string[], ServiceCheck> =>
  F.pipe(
    TE.fromEither(decodeServiceConfiguration(environment)),
    TE.bindTo('configuration'),
    TE.bindW('storeText', ({ configuration: { store } }) =>
      store === undefined ? TE.right(memoryPlace) : checkChosenStore(store),
    ),
    TE.mapLeft(messagesOf),
    TE.chain(({ configuration, storeText }) => {
      const limits = limitsOf(configuration);
      const hasTraces = configuration.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;
      const problem = memoryProblem(limits, available, hasTraces);
      if (problem !== undefined) return TE.left([problem]);
      const text = textOf(configuration, version, storeText, memoryText(limits, available, hasTraces));
      return TE.right({ text, warnings: environmentWarnings(environment) });
    }),
  );
