import { arch, availableParallelism, cpus, loadavg, platform } from 'node:os';
import { chooseCores } from './cores.ts';

/** Where something was measured. */
export interface Machine {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly system: string;
  readonly placement: string;
  /** How many processes wanted a core on average in the last minute, before anything was measured. */
  readonly load: number;
}

export const describeMachine = (): Machine => ({
  date: new Date().toISOString().slice(0, 10),
  cpu: cpus()[0]?.model ?? 'unknown CPU',
  cores: availableParallelism(),
  node: process.version,
  system: `${platform()} ${arch()}`,
  placement: chooseCores().description,
  load: loadavg()[0] ?? 0,
});
