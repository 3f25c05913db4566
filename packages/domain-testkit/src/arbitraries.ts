import { ApiKey, ApiKeyDigest, ApiKeyId, Instant } from '@animal-store/access';
import {
  CategoryId,
  Int64,
  maxInt64,
  minInt64,
  NewPet,
  NewPetName,
  type PetStatus,
  petStatuses as statuses,
} from '@animal-store/domain';
import fc from 'fast-check';
import { readonlyRecord as RR } from 'fp-ts';
import { known } from './known.ts';
import { petFieldValues } from './samples/pets.ts';

const edges = [0n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n]
  .flatMap((edge) => [edge - 1n, edge, edge + 1n].flatMap((value) => [value, -value]))
  .filter((value) => value >= minInt64 && value <= maxInt64);

/** Signed 64-bit integers, often at an edge: 0, ±2^31, ±2^32, ±2^53, ±2^63 and their neighbours. */
export const int64s: fc.Arbitrary<Int64> = fc
  .oneof(fc.constantFrom(...edges), fc.bigInt({ min: minInt64, max: maxInt64 }), fc.bigInt({ min: -100n, max: 100n }))
  .map(known(Int64));

/** Category ids over the whole int64 range. */
export const categoryIds: fc.Arbitrary<CategoryId> = int64s.map(known(CategoryId));

// Any code point except surrogates. The unit 'binary' of fast-check 4.10 is the same, but takes a second to create.
const codePoints = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((codePoint) => String.fromCodePoint(codePoint));

/** Names of new animals: any well-formed Unicode, often one that a careless adapter would change. */
export const petNames: fc.Arbitrary<NewPetName> = fc
  .oneof(
    fc.string({ unit: codePoints }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('\0', ' ', 'é', 'e\u0301', '🐕', '$', '.', '"', '\\', '\n', '\ufeff') }),
    fc.constantFrom('', '__proto__', '$set', 'a.b', 'null', 'x'.repeat(1_000)),
  )
  .map(known(NewPetName));

/** The three statuses. */
export const petStatuses: fc.Arbitrary<PetStatus> = fc.constantFrom(...statuses);

/** Values of each field of an animal without an id. */
const petFields: Readonly<Record<keyof NewPet, fc.Arbitrary<unknown>>> = {
  ...RR.map((values: readonly unknown[]) => fc.constantFrom(...values))(petFieldValues),
  name: petNames,
  categoryId: categoryIds,
};

/** Animals without an id, with and without each optional field. */
export const newPets: fc.Arbitrary<NewPet> = fc.record(petFields).map(known(NewPet));

/** Ids of API keys: 8 characters of base32. */
export const apiKeyIds: fc.Arbitrary<ApiKeyId> = fc.stringMatching(/^[a-z2-7]{8}$/).map(known(ApiKeyId));

/** Digests of API keys: 64 hex digits. */
export const apiKeyDigests: fc.Arbitrary<ApiKeyDigest> = fc.stringMatching(/^[0-9a-f]{64}$/).map(known(ApiKeyDigest));

/** Points in time, often at an edge of the range or around the present. */
export const instants: fc.Arbitrary<Instant> = fc
  .oneof(
    fc.integer({ min: 1_500_000_000_000, max: 2_500_000_000_000 }),
    fc.maxSafeInteger().map((value) => value % 8.64e15 || 0),
    fc.constantFrom(0, -1, 1, -8.64e15, 8.64e15),
  )
  .map(known(Instant));

const labels = fc
  .string({ unit: codePoints, minLength: 1, maxLength: 100 })
  .filter((text) => /^\P{Cc}{1,100}$/u.test(text));

/** API keys, with and without an expiry, a revocation and a last use. */
export const apiKeys: fc.Arbitrary<ApiKey> = fc
  .record(
    {
      id: apiKeyIds,
      label: fc.oneof(labels, fc.constantFrom('ci', '$set', 'a.b', '__proto__', ' ', 'e\u0301')),
      digest: apiKeyDigests,
      created: instants,
      expires: instants,
      revoked: instants,
      lastUsed: instants,
    } satisfies Record<keyof ApiKey, fc.Arbitrary<unknown>>,
    { requiredKeys: ['id', 'label', 'digest', 'created'] },
  )
  .map(known(ApiKey));
