import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { checkedAgainst } from '@animal-store/testkit/http';

/** Clients that check every response against the OpenAPI document of the service. */
export const { clientOf } = checkedAgainst((base) => createOpenApiDocument({ base }));
