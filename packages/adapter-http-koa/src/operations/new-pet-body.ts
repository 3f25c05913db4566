import { decodeNewPet, type NewPet } from '@animal-store/domain';
import { type JsonBody, jsonBody } from '../body/json-body.ts';

/** The body of `POST /v1/pets`. */
export const newPetBody: JsonBody<NewPet> = jsonBody(
  'application/json',
  { name: true, categoryId: true, status: true },
  decodeNewPet,
);
