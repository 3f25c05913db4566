/** An animal as a client sends it. All its integers are exact as numbers. */
export interface SampleAnimal {
  readonly name: string;
  readonly categoryId: number;
  readonly status?: 'available' | 'pending' | 'sold';
}

const statuses = [{ status: 'available' }, { status: 'pending' }, { status: 'sold' }, {}] as const;

/** The animal with an index from 0: every server is filled with the same ones, in the same order. */
export const sampleAnimal = (index: number): SampleAnimal => ({
  name: `Animal ${index}`,
  categoryId: 1 + (index % 50),
  ...statuses[index % statuses.length],
});
