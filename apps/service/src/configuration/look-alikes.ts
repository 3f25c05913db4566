/** An environment variable that the service does not read, and the one that is probably meant. */
export interface LookAlike {
  readonly name: string;
  readonly meant: string;
}

// Kubernetes sets these for each service of a namespace.
const ofKubernetes = /_SERVICE_HOST$|_PORT$|_SERVICE_PORT_|_PORT_\d/;

/** Whether one text becomes the other if at most one character is replaced, added or left out, or two neighbours swapped. */
const differByOne = (one: string, other: string): boolean => {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [restOfOne, restOfOther] = [one.slice(same), other.slice(same)];
  return (
    restOfOne.slice(1) === restOfOther.slice(1) ||
    restOfOne === restOfOther.slice(1) ||
    restOfOne.slice(1) === restOfOther ||
    `${restOfOne.slice(1, 2)}${restOfOne.slice(0, 1)}${restOfOne.slice(2)}` === restOfOther
  );
};

/** The names that differ from a known one by case or by one character, except those that Kubernetes sets. */
export const lookAlikes = (names: readonly string[], known: readonly string[]): readonly LookAlike[] =>
  names.flatMap((name) => {
    if (known.includes(name) || ofKubernetes.test(name)) return [];
    const meant = known.find((one) => differByOne(one.toLowerCase(), name.toLowerCase()));
    return meant === undefined ? [] : [{ name, meant }];
  });

/** The sentence about a look-alike for the operator. It contains no value, which may be a secret. */
export const lookAlikeText = ({ name, meant }: LookAlike): string =>
  `${name} is not a variable of the service: do you mean ${meant}?`;
