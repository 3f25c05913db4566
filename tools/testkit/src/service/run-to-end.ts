import { type Ended, runService, type ServiceCommand, waitForEnd } from './run-service.ts';

/** All that a process of the service has shown of itself. */
export interface Outcome extends Ended {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the service until it ends by itself; one that does not is killed. */
export const runToEnd = async (command: ServiceCommand): Promise<Outcome> => {
  const service = runService(command);
  try {
    const ended = await waitForEnd(service);
    return { ...ended, stdout: service.stdout(), stderr: service.stderr() };
  } catch (error) {
    service.kill('SIGKILL');
    throw error;
  }
};
