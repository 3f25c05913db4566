import { setTimeout as pause } from 'node:timers/promises';
import { docker } from './docker.ts';

const hardened = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

/** Starts a container with as few rights as possible; `options` are additional options of `docker run`. */
export const startContainer = async (image: string, ...options: readonly string[]): Promise<ImageContainer> =>
  containerOf(await docker('run', '--detach', ...hardened, ...options, image));

/** A running container by its id or name. */
export const containerOf = (id: string) => {
  const state = (field: string): Promise<string> => docker('inspect', '--format', `{{.State.${field}}}`, id);
  /** Waits until a line of the log matches, and returns the groups of the match. */
  const logged = async (pattern: RegExp): Promise<readonly string[]> => {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      const found = pattern.exec(await docker('logs', '--timestamps', id));
      if (found !== null) return found.slice(1);
      await pause(50);
    }
    throw new Error(`${pattern} is not in the log:\n${await docker('logs', id)}`);
  };
  return {
    /** The origin of its port 8080 on this machine. */
    origin: async () => `http://${(await docker('port', id, '8080/tcp')).split('\n')[0]}`,
    logged,
    /** Milliseconds from the start of the container to the log line that says it listens. */
    startTime: async () => {
      const [listening = ''] = await logged(/^(\S+) .*"msg":"listening"/m);
      return Date.parse(listening) - Date.parse(await state('StartedAt'));
    },
    state,
    exec: (...command: readonly string[]) => docker('exec', id, ...command),
    remove: async () => {
      await docker('rm', '--force', '--volumes', id);
    },
  };
};

export type ImageContainer = ReturnType<typeof containerOf>;
