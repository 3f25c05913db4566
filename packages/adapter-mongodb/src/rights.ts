import type { Db, Document } from 'mongodb';
import { notAuthorized } from './errors.ts';
import { limited } from './open-database.ts';

/** The actions that a start and requests need on each collection. The role `readWrite` has all of them. */
export const neededActions: Readonly<Record<string, readonly string[]>> = {
  pets: ['find', 'insert', 'createIndex'],
  counters: ['find', 'insert', 'update'],
  creations: ['find', 'insert', 'update'],
  apiKeys: ['find', 'createIndex'],
};

// An empty name means all databases, or all collections except those of the system, which the service does not use.
const matches = (pattern: unknown, name: string): boolean => pattern === '' || pattern === name;

const covers = (resource: Document, database: string, collection: string): boolean =>
  resource['anyResource'] === true ||
  (matches(resource['db'], database) && matches(resource['collection'], collection));

/**
 * Rejects with the first right that the user lacks on the database, including the right to change the validator of `outdated`
 * collections (https://www.mongodb.com/docs/manual/reference/resource-document/).
 */
export const assertRights = async (database: Db, outdated: readonly string[] = []): Promise<void> => {
  const { authInfo } = await database.command({ connectionStatus: 1, showPrivileges: true, ...limited });
  // Without access control there is no user.
  if (authInfo.authenticatedUsers.length === 0) return;
  const privileges: readonly Document[] = authInfo.authenticatedUserPrivileges;
  const name = database.databaseName;
  for (const [collection, actions] of Object.entries(neededActions)) {
    const needed = outdated.includes(collection) ? [...actions, 'collMod'] : actions;
    const granted = privileges.filter(({ resource }) => covers(resource, name, collection));
    const lacking = needed.find((action) => !granted.some((privilege) => privilege['actions'].includes(action)));
    if (lacking !== undefined)
      throw notAuthorized(`not authorized on ${name} to ${lacking} in the collection ${collection}`);
  }
};
