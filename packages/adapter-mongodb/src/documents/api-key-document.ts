import { ApiKey, ApiKeyDigest, ApiKeyId, ApiKeyLabel, Instant } from '@animal-store/access';
import { function as F } from 'fp-ts';
import * as t from 'io-ts';
import type { Document } from 'mongodb';
import { decodeDocument } from './decode-document.ts';

const InstantOfDate = new t.Type<Instant, Date, unknown>(
  'InstantOfDate',
  Instant.is,
  (input, context) =>
    input instanceof Date ? Instant.validate(input.getTime(), context) : t.failure(input, context, 'must be a date'),
  (instant) => new Date(instant),
);

const required = t.type({ _id: ApiKeyId, label: ApiKeyLabel, digest: ApiKeyDigest, created: InstantOfDate });
const optional = t.partial({ expires: InstantOfDate, revoked: InstantOfDate, lastUsed: InstantOfDate });
const fields = t.intersection([required, optional]);

/** An API key as it is stored. Instants are dates, which people can read. */
export interface ApiKeyDocument extends Readonly<t.OutputOf<typeof fields>> {}

/** The kind of the documents of API keys. */
export const StoredApiKey = t.exact(fields);

/** The document of an API key. */
export const toApiKeyDocument = ({ id, ...rest }: ApiKey): ApiKeyDocument => StoredApiKey.encode({ ...rest, _id: id });

/** Reads an API key. */
export const toApiKey: (document: Document) => ApiKey = F.flow(
  decodeDocument('apiKeys', StoredApiKey.decode),
  ({ _id, ...rest }) => ApiKey.encode({ ...rest, id: _id }),
);
