import {
  type ApiKey,
  ApiKeyDigest,
  ApiKeyId,
  Instant,
  type StoredApiKey,
  StoredApiKeyLabel,
  unreadableApiKey,
} from '@animal-store/access';
import { struct } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import * as t from 'io-ts';
import { BSON } from 'mongodb';
import type { StoredDocument } from '../connection/stored-document.ts';
import { decodeDocument } from './decode-document.ts';

/** An API key as it is stored. Instants are dates, which people can read. */
export interface ApiKeyDocument {
  readonly _id: ApiKeyId;
  readonly label: string;
  readonly digest: ApiKeyDigest;
  readonly created: Date;
  readonly expires?: Date;
  readonly revoked?: Date;
  readonly lastUsed?: Date;
}

const toInstant = (value: unknown): unknown => (value instanceof Date ? value.getTime() : undefined);

const InstantOfDate: t.Type<Instant, Date, unknown> = new t.Type(
  'InstantOfDate',
  Instant.is,
  (input, context) => {
    const instant = toInstant(input);
    return Instant.is(instant) ? E.right(instant) : t.failure(input, context, 'must be a date');
  },
  (instant) => new Date(instant),
);

type DocumentFields = Omit<ApiKey, 'id'> & { readonly _id: ApiKeyId };

const codec = struct<DocumentFields, ApiKeyDocument>(
  'ApiKeyDocument',
  {
    _id: ApiKeyId,
    label: StoredApiKeyLabel,
    digest: ApiKeyDigest,
    created: InstantOfDate,
    expires: InstantOfDate,
    revoked: InstantOfDate,
    lastUsed: InstantOfDate,
  },
  ['expires', 'revoked', 'lastUsed'],
);

export const toApiKeyDocument = ({ id, ...fields }: ApiKey): ApiKeyDocument => codec.encode({ ...fields, _id: id });

const decode = (document: StoredDocument): t.Validation<ApiKey> =>
  E.map(({ _id, ...fields }: DocumentFields): ApiKey => ({ id: _id, ...fields }))(codec.decode(document));

const idText = (id: unknown): string => (typeof id === 'string' ? id : BSON.EJSON.stringify(id));

/** Reads an API key, or says why it cannot be read. */
export const toStoredApiKey = (document: StoredDocument): StoredApiKey =>
  E.getOrElseW(unreadableApiKey(idText(document['_id']), toInstant(document['revoked'])))(decode(document));

/** Reads an API key, or throws. */
export const toApiKey: (document: StoredDocument) => ApiKey = decodeDocument('apiKeys', decode);
