import { type ApiKey, ApiKeyDigest, ApiKeyId, ApiKeyLabel, Instant } from '@animal-store/access';
import { onlyFields } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import * as t from 'io-ts';
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

const codec: t.Type<DocumentFields, ApiKeyDocument, unknown> = onlyFields(
  t.intersection(
    [
      t.type({ _id: ApiKeyId, label: ApiKeyLabel, digest: ApiKeyDigest, created: InstantOfDate }),
      t.partial({ expires: InstantOfDate, revoked: InstantOfDate, lastUsed: InstantOfDate }),
    ],
    'ApiKeyDocument',
  ),
);

export const toApiKeyDocument = ({ id, ...fields }: ApiKey): ApiKeyDocument => codec.encode({ ...fields, _id: id });

const decode = (document: StoredDocument): t.Validation<ApiKey> =>
  E.map(({ _id, ...fields }: DocumentFields): ApiKey => ({ id: _id, ...fields }))(codec.decode(document));

/** Reads an API key, or throws. */
export const toApiKey: (document: StoredDocument) => ApiKey = decodeDocument('apiKeys', decode);
