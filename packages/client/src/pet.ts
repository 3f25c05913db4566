/** The availability statuses, in the order of the interface (docs/interface.md, section 2). */
export const petStatuses = ['available', 'pending', 'sold'] as const;

/** The availability of an animal. */
export type PetStatus = (typeof petStatuses)[number];

/** An animal of the store (docs/interface.md, section 2). */
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
  /** Any well-formed Unicode text. */
  readonly name: string;
  /** A signed 64-bit integer: a `bigint`, or a `number` that is a safe integer. */
  readonly categoryId: bigint | number;
  readonly status?: PetStatus | undefined;
}
