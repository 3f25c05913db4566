import type { Operation, OperationName } from './operations.ts';
import { runLoad, type Sample } from './run-load.ts';
import { expectSameResponses } from './same-responses.ts';
import type { Contender } from './start-server.ts';

/** The duration and the load of the measurements. */
export interface Effort {
  /** The duration of one measurement of a server, in seconds. */
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  /**
   * The number of responses of a server before it is measured, so that its code is compiled by then. The warm-up lasts
   * at most ten seconds.
   */
  readonly warmUp: number;
}

/** All rounds of one server. */
export interface Series {
  readonly server: string;
  readonly samples: readonly Sample[];
}

/** The results of one operation. */
export interface Measurement {
  readonly operation: OperationName;
  readonly series: readonly Series[];
}

const warm = async (contender: Contender, operation: Operation, { connections, warmUp }: Effort): Promise<void> => {
  const [seconds, most] = [0.5, 20];
  for (let loads = 0, responses = 0; loads < most && responses < warmUp; loads++) {
    responses += (await runLoad(contender, operation, connections, seconds)).responses;
  }
};

/** Measures every operation on all servers in turn, round after round, so that noise affects them equally. */
export const compare = async (
  contenders: readonly Contender[],
  operations: readonly Operation[],
  effort: Effort,
  progress: (text: string) => void,
): Promise<readonly Measurement[]> => {
  const { seconds, rounds, connections } = effort;
  const measurements: Measurement[] = [];
  for (const operation of operations) {
    progress(`${operation.name}: same responses, warm-up`);
    await expectSameResponses(contenders, operation);
    for (const contender of contenders) await warm(contender, operation, effort);

    const all = contenders.map((contender) => ({ contender, samples: [] as Sample[] }));
    for (let round = 1; round <= rounds; round++) {
      progress(`${operation.name}: round ${round} of ${rounds}`);
      for (const { contender, samples } of all) samples.push(await runLoad(contender, operation, connections, seconds));
    }
    const series = all.map(({ contender: { name }, samples }) => ({ server: name, samples }));
    measurements.push({ operation: operation.name, series });
  }
  return measurements;
};
