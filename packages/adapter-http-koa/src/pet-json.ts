import type { Pet } from '@animal-store/domain';

/** The JSON text of an animal. Ids are written digit by digit, for a JavaScript number would round them. */
export const petJson = ({ id, name, categoryId, status }: Pet): string => {
  const required = `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}`;
  return status === undefined ? `${required}}` : `${required},"status":"${status}"}`;
};

/** The JSON text of a list of animals. */
export const petsJson = (pets: readonly Pet[]): string => `[${pets.map(petJson).join(',')}]`;
