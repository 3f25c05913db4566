// The least that answers the same in memory: node:http, an array, numbers for int64, no router, no validation.
import type { SampleAnimal } from '../sample-animal.ts';
import { answer, isKnown, readText, serve } from './exchange.ts';

interface Pet extends Omit<SampleAnimal, 'status'> {
  readonly id: number;
  readonly status: SampleAnimal['status'];
}

const pets: Pet[] = [];

const list = (url: string): string => {
  const query = url.indexOf('?');
  if (query < 0) return JSON.stringify(pets.slice(0, 20));
  const parameters = new URLSearchParams(url.slice(query));
  const limit = Number(parameters.get('limit') ?? 20);
  const status = parameters.get('status');
  const found = [];
  for (const pet of pets) {
    if (found.length === limit) break;
    if (status === null || pet.status === status) found.push(pet);
  }
  return JSON.stringify(found);
};

serve((req, res) => {
  const { method, url = '', headers } = req;
  if (!isKnown(headers.authorization)) return answer(res, 401, '{}');
  if (method === 'POST') {
    return readText(req, (text) => {
      const { name, categoryId, status } = JSON.parse(text) as SampleAnimal;
      const pet = { id: pets.length + 1, name, categoryId, status };
      pets.push(pet);
      answer(res, 201, JSON.stringify(pet));
    });
  }
  if (!url.startsWith('/v1/pets/')) return answer(res, 200, list(url));
  const pet = pets[Number(url.slice('/v1/pets/'.length)) - 1];
  return pet === undefined ? answer(res, 404, '{}') : answer(res, 200, JSON.stringify(pet));
});
