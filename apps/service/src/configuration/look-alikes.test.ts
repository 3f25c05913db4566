import { expect, it } from 'vitest';
import { lookAlikes } from './look-alikes.ts';

const known = ['MONGODB_URI', 'ADMIN_PORT', 'HOST'];

it.each([
  ['MONGODB_URl', 'MONGODB_URI'],
  ['mongodb_uri', 'MONGODB_URI'],
  ['MONGO_DB_URI', 'MONGODB_URI'],
  ['MONGODB_UR', 'MONGODB_URI'],
  ['ONGODB_URI', 'MONGODB_URI'],
  ['HOSTS', 'HOST'],
  ['MONGODB_RUI', 'MONGODB_URI'],
])('finds that %s looks like %s', (name, meant) => {
  expect(lookAlikes([name], known)).toEqual([{ name, meant }]);
});

it('finds nothing in known names, in others, and in those that Kubernetes sets', () => {
  const names = [...known, 'PATH', 'MONGODB', 'HOME', 'MONGODB_IRU', 'ADMI_PORT', 'ANIMAL_STORE_SERVICE_HOST'];
  expect(lookAlikes(names, known)).toEqual([]);
});
