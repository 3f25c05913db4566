import type { AnimalStore } from '@animal-store/domain';
import { type ApiOperation, operationsOf } from '@animal-store/testkit/openapi';
import { createOpenApiDocument } from '../src/index.ts';
import { jsonHeaders, spell, withKey } from './spell-request.ts';

export const operations: readonly ApiOperation<keyof AnimalStore>[] = operationsOf(
  createOpenApiDocument({ base: '/v1' }).paths,
);

/** A valid request of an operation on the animal 1. */
export const spellOperation = ({ method, target, body }: ApiOperation<unknown>): string =>
  body === undefined
    ? spell(`${method} ${target(1n)}`, [withKey])
    : spell(`${method} ${target(1n)}`, jsonHeaders(`Content-Length: ${body.length}`), body);
