import { serveRepository } from '@animal-store/domain-testkit';
import { serveParent } from '@animal-store/testkit/store-process';
import { either as E } from 'fp-ts';
import { openSqlite } from '../src/index.ts';

// Opens the file in its first argument, and serves the repository in its second one.

const [file = '', name] = process.argv.slice(2);
const opened = await openSqlite(file)();
if (E.isLeft(opened)) throw new Error(opened.left.message);
const { pets, apiKeys } = opened.right;
serveParent((channel) => serveRepository(name === 'pets' ? pets : apiKeys, channel));
