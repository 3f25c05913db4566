import { type ApiOperation, operationsOf } from '@animal-store/testkit/openapi';
import { createOpenApiDocument } from '../src/index.ts';
import { spell, withKey } from './spell-request.ts';

export const operations: readonly ApiOperation[] = operationsOf(createOpenApiDocument({ base: '/v1' }).paths);

/** A valid request of an operation on the animal 1. */
export const spellOperation = ({ method, target, body }: ApiOperation): string => {
  const line = `${method} ${target(1n)}`;
  if (body === undefined) return spell(line, [withKey]);
  const { mediaType, text } = body;
  return spell(line, [withKey, `Content-Type: ${mediaType}`, `Content-Length: ${text.length}`], text);
};
