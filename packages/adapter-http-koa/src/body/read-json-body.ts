import type { IncomingHttpHeaders } from 'node:http';
import { parse as parseContentType } from 'content-type';
import { either as E } from 'fp-ts';
import { createGate } from '../admission/gate.ts';
import { byteRefusals } from '../admission/refusals.ts';
import type { KeySlot } from '../admission/slots.ts';
import { maxBodyBytes, maxPackedBytes } from '../limits.ts';
import { errors } from '../message/errors.ts';
import type { ApiRequest, UnreadBody } from '../message/request.ts';
import type { ApiResponse } from '../message/response.ts';
import type { JsonBody } from './json-body.ts';
import { parseJsonBytes } from './parse-json-bytes.ts';
import { unpackBody } from './unpack-body.ts';

/** Reads the JSON of a request that has the body of an operation, or refuses it. The slot of the request holds its bytes. */
export type ReadJsonBody = (
  request: ApiRequest,
  slot: KeySlot,
  body: JsonBody<unknown>,
) => Promise<E.Either<ApiResponse, unknown>>;

/** How many bodies are decompressed at a time: the default number of threads that Node.js has for this work. */
const maxDecompressions = 4;

/** The longest delay of a timer of Node.js, in milliseconds. The server limits how long a request may take. */
const noLimit = 2 ** 31 - 1;

/** The content codings (RFC 9110, section 8.4.1) that a body may have. */
export const contentCodings: readonly string[] = ['identity', 'gzip', 'deflate', 'br'];

const codingOf = (headers: Readonly<IncomingHttpHeaders>): string =>
  (headers['content-encoding'] ?? 'identity').toLowerCase();

/**
 * The most memory, in bytes, that a body takes while it is read and checked, for a budget: 4 bytes for each byte. If
 * the size of the body is not known in advance, the largest size counts. The 4 decompressors are not counted.
 */
const bodyCost = (headers: Readonly<IncomingHttpHeaders>): number => {
  const length = headers['content-length'];
  const isKnown = length !== undefined && codingOf(headers) === 'identity';
  return 4 * (isKnown ? Math.min(Number(length), maxBodyBytes) : maxBodyBytes);
};

const isInUtf8 = (header: string, mediaType: string): boolean => {
  const { type, parameters } = parseContentType(header);
  return type === mediaType && (parameters['charset'] ?? 'utf-8').toLowerCase() === 'utf-8';
};

const unread: Readonly<Record<UnreadBody, ApiResponse>> = {
  'too-large': errors.bodyTooLarge.response,
  incomplete: errors.incompleteBody.response,
};

const otherCoding = errors.otherContentCoding.of(contentCodings);

const limitOf = (coding: string): number => (coding === 'identity' ? maxBodyBytes : maxPackedBytes);

const refusalOf = (
  headers: Readonly<IncomingHttpHeaders>,
  mediaType: string,
  coding: string,
): ApiResponse | undefined => {
  if (!isInUtf8(headers['content-type'] ?? '', mediaType)) return errors.otherMediaType.of(mediaType);
  if (!contentCodings.includes(coding)) return otherCoding;
  return Number(headers['content-length'] ?? 0) > limitOf(coding) ? errors.bodyTooLarge.response : undefined;
};

/**
 * Makes the reader of JSON bodies. It reads none while the budget of bytes is spent, and otherwise refuses with 415, 413 or
 * 400, checked in this order.
 */
export const createJsonBodyReader = (unpack: typeof unpackBody = unpackBody): ReadJsonBody => {
  const decompressors = createGate<undefined>({
    capacity: maxDecompressions,
    share: maxDecompressions,
    maxWait: noLimit,
  });

  const unpackInTurn = async (packed: Buffer, coding: string): Promise<Buffer | UnreadBody> => {
    const permit = await decompressors.enter(undefined, 1);
    if (typeof permit === 'string') return 'incomplete';
    try {
      return await unpack(packed, coding);
    } finally {
      permit.leave();
    }
  };

  const readBytes = async ({ body }: ApiRequest, coding: string): Promise<Buffer | UnreadBody> => {
    if (body.parsed !== undefined) return body.parsed.length > maxBodyBytes ? 'too-large' : body.parsed;
    const bytes = await body.read(limitOf(coding));
    return typeof bytes === 'string' || bytes.length === 0 || coding === 'identity'
      ? bytes
      : unpackInTurn(bytes, coding);
  };

  return async (request, slot, { mediaType, fieldNames }) => {
    const spent = slot.spent();
    if (spent !== undefined) return E.left(byteRefusals[spent]);
    slot.hold(bodyCost(request.headers));
    const coding = codingOf(request.headers);
    const refusal = refusalOf(request.headers, mediaType, coding);
    if (refusal !== undefined) return E.left(refusal);
    const bytes = await readBytes(request, coding);
    if (typeof bytes === 'string') return E.left(unread[bytes]);
    return E.mapLeft(errors.invalidJson.of)(parseJsonBytes(bytes, fieldNames));
  };
};
