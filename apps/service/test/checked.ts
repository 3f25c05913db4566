import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { checkedAgainst } from '@animal-store/testkit/http';

/** Ways to speak to the service, on each of which every answer is held against its OpenAPI document. */
export const { checkResponse, connect, createContractApi, createClient, clientOf } = checkedAgainst((base) =>
  createOpenApiDocument({ base }),
);
