// AUTOINCREMENT: an id is not used again, even after its animal was removed.
export const tables = `
  CREATE TABLE IF NOT EXISTS pets (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id <= ${Number.MAX_SAFE_INTEGER}),
    name TEXT NOT NULL,
    category_id INTEGER NOT NULL,
    status TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS creations (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    pet_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    category_id INTEGER NOT NULL,
    status TEXT,
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
