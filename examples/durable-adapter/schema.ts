import type { PetDetails } from '@animal-store/domain';

/** The column of each field of an animal besides its id. The compiler requires all fields; tables and statements follow from it. */
export const petColumn: Readonly<Record<keyof PetDetails, string>> = {
  name: 'name TEXT NOT NULL',
  categoryId: 'category_id INTEGER NOT NULL',
  status: 'status TEXT',
};

const ofPet = Object.values(petColumn).join(', ');

// AUTOINCREMENT: an id is not used again, even after its animal was removed.
export const tables = `
  CREATE TABLE IF NOT EXISTS pets (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id <= ${Number.MAX_SAFE_INTEGER}),
    ${ofPet}
  ) STRICT;
  CREATE TABLE IF NOT EXISTS creations (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    pet_id INTEGER NOT NULL,
    ${ofPet},
    PRIMARY KEY (scope, key)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS api_keys (
    id TEXT PRIMARY KEY,
    label TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    expires INTEGER,
    revoked INTEGER,
    last_used INTEGER
  ) STRICT;
`;
