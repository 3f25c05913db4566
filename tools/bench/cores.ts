import { execFileSync } from 'node:child_process';

/** Words that a command line begins with, so that its process keeps to one core; none where that cannot be had. */
export interface Cores {
  readonly server: readonly string[];
  readonly generator: readonly string[];
  readonly description: string;
}

const affinity = (): string => {
  try {
    return execFileSync('taskset', ['-pc', String(process.pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
};

/** The numbers in a list of cores as taskset prints it: `0-2,5` is 0, 1, 2 and 5. */
export const parseCores = (list: string): readonly number[] =>
  list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

/** Gives the server that is measured and the load generator a core each. */
export const chooseCores = (): Cores => {
  const list = /: ([\d,-]+)\s*$/.exec(affinity())?.[1];
  const [server, generator] = list === undefined ? [] : parseCores(list);
  if (server === undefined || generator === undefined) {
    return { server: [], generator: [], description: 'not pinned to cores' };
  }
  return {
    server: ['taskset', '-c', String(server)],
    generator: ['taskset', '-c', String(generator)],
    description: `servers on core ${server}, load generator on core ${generator}`,
  };
};
