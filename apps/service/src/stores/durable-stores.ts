import { mongodbStore } from './mongodb-store.ts';
import { postgresStore } from './postgres-store.ts';
import { sqliteStore } from './sqlite-store.ts';
import type { StoreKind } from './store-kind.ts';

/**
 * The kinds of durable stores, in the order in which they are shown. Configuration, help texts, commands and readiness
 * follow from them, so a new kind is one line here.
 */
export const durableStores: readonly StoreKind[] = [sqliteStore, mongodbStore, postgresStore];
