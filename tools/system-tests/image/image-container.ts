import { setTimeout as pause } from 'node:timers/promises';
import { docker } from './docker.ts';

/** A running container of the image, with as few rights as possible. */
export interface ImageContainer {
  /** The origin of its port 8080 on this machine. */
  readonly origin: () => Promise<string>;
  /** Waits until a line of the log matches, and returns the groups of the match. */
  readonly logged: (pattern: RegExp) => Promise<readonly string[]>;
  /** Milliseconds from the start of the container to the log line that says it listens. */
  readonly startTime: () => Promise<number>;
  /** The state that `docker inspect` shows. */
  readonly state: (field: string) => Promise<string>;
  /** Runs a command inside the container, and returns its output. */
  readonly exec: (...command: readonly string[]) => Promise<string>;
  readonly remove: () => Promise<void>;
}

const hardened = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

/** Starts a container; `options` are additional options of `docker run`. */
export const startContainer = async (image: string, ...options: readonly string[]): Promise<ImageContainer> =>
  containerOf(await docker('run', '--detach', ...hardened, ...options, image));

/** A running container by its id or name. */
export const containerOf = (id: string): ImageContainer => {
  const state = (field: string): Promise<string> => docker('inspect', '--format', `{{.State.${field}}}`, id);
  const logged = async (pattern: RegExp): Promise<readonly string[]> => {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      const found = pattern.exec(await docker('logs', '--timestamps', id));
      if (found !== null) return found.slice(1);
      await pause(50);
    }
    throw new Error(`${pattern} is not in the log:\n${await docker('logs', id)}`);
  };
  return {
    origin: async () => `http://${(await docker('port', id, '8080/tcp')).split('\n')[0]}`,
    logged,
    startTime: async () => {
      const [listening = ''] = await logged(/^(\S+) .*"msg":"listening"/m);
      return Date.parse(listening) - Date.parse(await state('StartedAt'));
    },
    state,
    exec: (...command) => docker('exec', id, ...command),
    remove: async () => {
      await docker('rm', '--force', '--volumes', id);
    },
  };
};
