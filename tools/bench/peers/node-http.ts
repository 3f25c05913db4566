// The minimal program with the same responses in memory: node:http, no router, no validation.
import { errors, isKnown, readText, respond } from './peer.ts';
import { addPet, findPet, listPets, parseNewPet, petJson, petsJson } from './pets.ts';
import { serve } from './serve.ts';

const list = (url: string): string => {
  const query = url.indexOf('?');
  if (query < 0) return petsJson(listPets({ limit: 20 }));
  const parameters = new URLSearchParams(url.slice(query));
  return petsJson(
    listPets({ limit: Number(parameters.get('limit') ?? 20), status: parameters.get('status') ?? undefined }),
  );
};

serve((req, res) => {
  const { method, url = '', headers } = req;
  if (!isKnown(headers.authorization)) return respond(res, 401, errors[401]);
  if (method === 'POST') {
    return readText(req, (text) => respond(res, 201, petJson(addPet(parseNewPet(text)))));
  }
  if (!url.startsWith('/v1/pets/')) return respond(res, 200, list(url));
  const pet = findPet(Number(url.slice('/v1/pets/'.length)));
  return pet === undefined ? respond(res, 404, errors[404]) : respond(res, 200, petJson(pet));
});
