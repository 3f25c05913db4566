import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { type ApiOperation, operationsOf } from '@animal-store/testkit/openapi';

/** The operations of the API, as the OpenAPI document describes them. Tables that apply to every operation use this. */
export const operations: readonly ApiOperation[] = operationsOf(createOpenApiDocument({ base: '/v1' }).paths);
