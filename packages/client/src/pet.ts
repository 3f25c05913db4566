/** The availability statuses, in the order of the interface specification, section 2. */
export const petStatuses = ['available', 'pending', 'sold'] as const;

/** The availability of an animal. */
export type PetStatus = (typeof petStatuses)[number];

/** An animal of the store (interface specification, section 2). */
export interface Pet {
  /** Assigned by the service: a signed 64-bit integer, exact. */
  readonly id: bigint;
  readonly name: string;
  /** A signed 64-bit integer, exact. */
  readonly categoryId: bigint;
  /** Absent if the animal was given none. */
  readonly status?: PetStatus;
}

/** An animal without an id, as it is sent to the service. */
export interface NewPet {
  /** Any well-formed Unicode text of at most 1,000 characters. */
  readonly name: string;
  /** A signed 64-bit integer: a `bigint`, or a `number` that is a safe integer. */
  readonly categoryId: bigint | number;
  readonly status?: PetStatus | undefined;
}

const isInt64 = (value: unknown): value is bigint => typeof value === 'bigint' && BigInt.asIntN(64, value) === value;

/** The digits of an int64. Throws a `RangeError` for any other value, and for a `number` that may have been rounded. */
export const int64Digits = (name: string, value: bigint | number): string => {
  const exact = Number.isSafeInteger(value) ? BigInt(value) : value;
  if (!isInt64(exact)) throw new RangeError(`${name} must be an int64: a bigint, or a number that is a safe integer`);
  return String(exact);
};

/** The JSON text of an animal without an id. `JSON.stringify` rejects a bigint, and leaves an absent field out. */
export const newPetJson = ({ name, categoryId, status }: NewPet): string => {
  const fields = Object.entries({
    name: JSON.stringify(name),
    categoryId: int64Digits('categoryId', categoryId),
    status: JSON.stringify(status),
  } satisfies Record<keyof NewPet, string | undefined>);
  return `{${fields.flatMap(([field, json]) => (json === undefined ? [] : [`"${field}":${json}`])).join()}}`;
};

/** Reads an animal from exact JSON. It ignores fields that an animal does not have. Throws if the JSON is not an animal. */
export const readPet = (json: unknown): Pet => {
  const { id, name, categoryId, status } = Object(json) as Readonly<Record<string, unknown>>;
  if (!isInt64(id)) throw new TypeError('the id of an animal is not an int64');
  if (typeof name !== 'string') throw new TypeError('the name of an animal is not a string');
  if (!isInt64(categoryId)) throw new TypeError('the categoryId of an animal is not an int64');
  const known = petStatuses.find((one) => one === status);
  if (known !== status) throw new TypeError(`the status of an animal is not one of ${petStatuses.join(', ')}`);
  // The compiler requires all fields, optional ones too.
  const fields = { id, name, categoryId, status: known } satisfies { [F in keyof Required<Pet>]: Pet[F] | undefined };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as unknown as Pet;
};

/** Reads a list of animals from exact JSON. Throws if the JSON is not such a list. */
export const readPets = (json: unknown): readonly Pet[] => {
  if (!Array.isArray(json)) throw new TypeError('it is not an array');
  return json.map(readPet);
};
