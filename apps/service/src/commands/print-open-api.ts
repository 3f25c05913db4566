import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { either as E } from 'fp-ts';
import { apiAddresses } from '../configuration/api-addresses.ts';
import { decodeConfiguration } from '../configuration/configuration.ts';
import { messagesOf } from '../errors.ts';
import { reportFailure } from '../report-failure.ts';

// It is not a failure if the reader stops early, like `head`.
const ignoreGoneReader = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error;
};

/** Prints the document that the service serves at `/openapi.json` when it runs in the same environment. */
export const printOpenApi = (environment: NodeJS.ProcessEnv): void => {
  const configuration = decodeConfiguration(environment);
  if (E.isLeft(configuration)) {
    reportFailure(messagesOf(configuration.left));
  } else {
    const document = createOpenApiDocument(apiAddresses(configuration.right));
    process.stdout.once('error', ignoreGoneReader);
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  }
};
