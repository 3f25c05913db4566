import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  createAnimalStore,
  defaultPageLimit,
  type PetRepository,
  parseNewPetJson,
  petJson,
} from '@animal-store/domain';
import { either as E } from 'fp-ts';

/** A server that adds an animal (`POST`) and lists the first ones as lines of JSON (any other method). */
export const createShelter = (pets: PetRepository): Server => {
  const { addPet, listPets } = createAnimalStore({ pets });
  return createServer(async (req, res) => {
    if (req.method === 'POST') {
      const newPet = parseNewPetJson(await text(req));
      if (E.isLeft(newPet)) return res.writeHead(400).end(JSON.stringify(newPet.left.violations));
      const added = await addPet(newPet.right)();
      return E.isLeft(added) ? res.writeHead(503).end(added.left._tag) : res.writeHead(201).end(petJson(added.right.pet));
    }
    const page = await listPets({ limit: defaultPageLimit })();
    return E.isLeft(page) ? res.writeHead(503).end(page.left._tag) : res.end(page.right.pets.map(petJson).join('\n'));
  });
};
