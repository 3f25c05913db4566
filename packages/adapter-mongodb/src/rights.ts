import type { Db, Document } from 'mongodb';
import { notAuthorized } from './errors.ts';

/** An action on a collection; on the database if `collection` is empty. */
export interface Right {
  readonly collection: string;
  readonly action: string;
}

/** The actions that a start on a prepared database and requests need. The role `readWrite` has all of them. */
export const neededActions: Readonly<Record<string, readonly string[]>> = {
  '': ['listCollections'],
  pets: ['find', 'insert', 'listIndexes'],
  counters: ['find', 'update', 'listIndexes'],
  creations: ['find', 'insert', 'update', 'listIndexes'],
  apiKeys: ['find', 'update', 'listIndexes'],
};

const always = Object.entries(neededActions).flatMap(([collection, actions]) =>
  actions.map((action): Right => ({ collection, action })),
);

// An empty name means all databases, or all collections except those of the system, which the service does not use.
const matches = (pattern: unknown, name: string): boolean => pattern === '' || pattern === name;

const covers = ({ resource, actions }: Document, database: string, { collection, action }: Right): boolean =>
  (resource.anyResource === true || (matches(resource.db, database) && matches(resource.collection, collection))) &&
  (actions.includes(action) || actions.includes('anyAction'));

/**
 * Rejects with the first right that the user lacks on the database, of those that are always needed and `more`
 * (https://www.mongodb.com/docs/manual/reference/resource-document/).
 */
export const assertRights = async (database: Db, more: readonly Right[] = []): Promise<void> => {
  const { authInfo } = await database.command({ connectionStatus: 1, showPrivileges: true });
  // Without access control there is no user.
  if (authInfo.authenticatedUsers.length === 0) return;
  const privileges: readonly Document[] = authInfo.authenticatedUserPrivileges;
  const name = database.databaseName;
  const lacking = [...always, ...more].find((right) => !privileges.some((privilege) => covers(privilege, name, right)));
  if (lacking === undefined) return;
  const where = lacking.collection === '' ? 'in the database' : `in the collection ${lacking.collection}`;
  throw notAuthorized(`not authorized on ${name} to ${lacking.action} ${where}`);
};
