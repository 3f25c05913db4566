import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { CompleteResponse } from '../message/response.ts';
import type { Pipeline } from '../pipeline.ts';
import { atEndOfTurn } from './at-end-of-turn.ts';
import { beginExchange, type Exchange } from './exchange.ts';
import type { RequestReport } from './report-request.ts';
import { writeResponse } from './write-response.ts';

interface Finished {
  readonly exchange: Exchange;
  readonly res: ServerResponse;
  readonly response: CompleteResponse;
}

/** How many responses are written together. Each holds its slot until it is written. */
const writtenTogether = 32;

/**
 * A listener that writes the responses of a pipeline. It returns nothing, or a promise that resolves when the work on the
 * request is done and never rejects.
 */
export const createNodeListener = (pipeline: Pipeline, report?: (request: RequestReport) => void): RequestListener => {
  const write = atEndOfTurn<Finished>(writtenTogether, ({ exchange, res, response }) => {
    try {
      writeResponse(res, response);
    } catch (bug) {
      exchange.fail(bug);
    }
  });

  return (req: IncomingMessage, res: ServerResponse) => {
    const exchange = beginExchange(pipeline, report, req, res);
    const finish = (response: CompleteResponse): void => {
      exchange.finish(response);
      write({ exchange, res, response });
    };
    const outcome = pipeline.respond(exchange.request);
    return outcome instanceof Promise ? outcome.then(finish) : finish(outcome);
  };
};
