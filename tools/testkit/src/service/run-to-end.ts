import { type Ended, runService, type ServiceCommand, waitForEnd } from './run-service.ts';

/** The complete output and the outcome of a process of the service. */
export interface Outcome extends Ended {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the service until it ends by itself, or kills it after a while. */
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
