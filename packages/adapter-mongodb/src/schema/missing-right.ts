import type { Document } from 'mongodb';

/** A MongoDB action on a collection. */
export interface Right {
  readonly collection: string;
  readonly action: string;
}

/**
 * The rights that requests need, without those that `prepareCollections` has used already. Every collection that a
 * request reads or writes belongs here.
 */
const actionsOf: Readonly<Record<string, readonly string[]>> = {
  pets: ['find', 'insert'],
  counters: ['find', 'insert', 'update'],
  creations: ['find', 'insert', 'update'],
  apiKeys: ['find'],
};

/** The rights that readiness checks. */
export const neededRights: readonly Right[] = Object.entries(actionsOf).flatMap(([collection, actions]) =>
  actions.map((action) => ({ collection, action })),
);

// An empty name means all databases, or all collections except those of the system, which the service does not use.
const matches = (pattern: unknown, name: string): boolean => pattern === '' || pattern === name;

const covers = (resource: Document | undefined, database: string, collection: string): boolean =>
  resource?.['anyResource'] === true ||
  (matches(resource?.['db'], database) && matches(resource?.['collection'], collection));

/**
 * The first right that the service needs on a database and that is missing in the privileges of `connectionStatus`
 * (https://www.mongodb.com/docs/manual/reference/resource-document/); undefined if none is missing.
 */
export const missingRight = (database: string, privileges: readonly Document[]): Right | undefined =>
  neededRights.find(
    ({ collection, action }) =>
      !privileges.some(
        ({ resource, actions }) =>
          covers(resource, database, collection) && Array.isArray(actions) && actions.includes(action),
      ),
  );
