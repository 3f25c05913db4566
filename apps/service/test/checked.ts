import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { checkedAgainst } from '@animal-store/testkit/http';

/** Clients of the service that check every response against its OpenAPI document. */
export const { connect, clientOf } = checkedAgainst(createOpenApiDocument({ base: '/v1' }));
