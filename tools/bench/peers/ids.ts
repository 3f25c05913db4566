/** Returns ascending ids from blocks of 100. The next block is fetched when half of one is used up. */
export const createIds = (reserve: () => Promise<bigint>): (() => Promise<bigint>) => {
  let next = 1n;
  let last = 0n;
  let ahead: Promise<bigint> | undefined;
  return async () => {
    while (next > last) {
      ahead ??= reserve();
      const end = await ahead;
      if (end <= last) continue;
      next = end - 99n;
      last = end;
      ahead = undefined;
    }
    const id = next++;
    if (last - id < 50n) ahead ??= reserve();
    return id;
  };
};
