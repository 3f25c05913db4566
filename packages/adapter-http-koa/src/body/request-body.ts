import type { IncomingMessage, ServerResponse } from 'node:http';
import { expectsContinue } from '../admission/check-message.ts';
import type { RequestBody } from '../message/request.ts';
import { readPlainBody } from './read-plain-body.ts';

const nothing = Buffer.alloc(0);

/** Whether a request has a body (RFC 9112, section 6.3). Node.js emits no event for a body that is not there. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** The body of a request that has none. */
const noBody: RequestBody = { parsed: undefined, read: () => Promise.resolve(nothing) };

const readTwice = (): Error =>
  new Error(
    'The body was read before the API could read it: use createHttpApiMiddleware before the body parser, ' +
      'or a body parser that sets ctx.request.rawBody, such as koa-bodyparser',
  );

/**
 * The body of a request of Node.js. `rawBody` is what a parser of the outer application has read. The value that the
 * parser made is not used, because integers are rounded in it.
 */
export const createRequestBody = (req: IncomingMessage, res: ServerResponse, rawBody?: unknown): RequestBody => {
  if (!hasBody(req)) return noBody;
  return {
    parsed: typeof rawBody === 'string' || Buffer.isBuffer(rawBody) ? Buffer.from(rawBody) : undefined,
    read: async (limit) => {
      if (req.readableDidRead || req.readableEnded) throw readTwice();
      // Without it, Node.js closes the connection after the response (RFC 9110, section 10.1.1).
      if (expectsContinue({ headers: req.headers, version: req.httpVersion })) res.writeContinue();
      return readPlainBody(req, limit);
    },
  };
};
