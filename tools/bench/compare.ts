import type { Comparison, Contender, Measurement, Outcome, Sample } from './comparison.ts';
import type { LoadResult } from './load.ts';
import type { LoadGenerator } from './load-generator.ts';
import type { Operation } from './operations.ts';
import { expectSameAnswers } from './same-answers.ts';

/** How long and how hard is measured. */
export interface Effort {
  /** Seconds of one server in one round. */
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
}

/** How many answers a server gives before it counts, so that its code is compiled by then; or else for how long. */
const warmUp = { answers: 10_000, loads: 10, seconds: 0.5 };

const toSample = ({ answers, seconds, serverCpu, generatorCpu }: LoadResult): Sample => ({
  requestsPerSecond: answers / seconds,
  cpuPerRequest: serverCpu && (serverCpu / answers) * 1e6,
  serverBusy: serverCpu && serverCpu / seconds,
  generatorBusy: generatorCpu / seconds,
});

/** Measures every operation of a comparison: all servers in turn, round after round, so that noise meets them alike. */
export const compare = async (
  { title, contenders, operations, targets = {} }: Comparison,
  { seconds, rounds, connections }: Effort,
  generate: LoadGenerator,
  progress: (text: string) => void,
): Promise<Outcome> => {
  const load = async (contender: Contender, operation: Operation, time: number): Promise<LoadResult> => {
    const { name, url, pid, apiKey } = contender;
    try {
      return await generate({ url, pid, apiKey, operation, connections, seconds: time });
    } catch (error) {
      throw new Error(`${title}, ${operation.name}, ${name}: ${error instanceof Error ? error.message : error}`);
    }
  };

  const warm = async (contender: Contender, operation: Operation): Promise<void> => {
    let answers = 0;
    for (let loads = 0; loads < warmUp.loads && answers < warmUp.answers; loads++) {
      answers += (await load(contender, operation, warmUp.seconds)).answers;
    }
  };

  const measureOperation = async (operation: Operation): Promise<Measurement> => {
    progress(`${title}, ${operation.name}: same answers, warm-up`);
    await expectSameAnswers(contenders, operation);
    for (const contender of contenders) await warm(contender, operation);

    const series = contenders.map((contender) => ({ contender, samples: [] as Sample[] }));
    for (let round = 1; round <= rounds; round++) {
      progress(`, ${round}`);
      for (const { contender, samples } of series) {
        samples.push(toSample(await load(contender, operation, seconds)));
      }
    }
    progress('\n');
    const target = targets[operation.name];
    return {
      operation: operation.name,
      ...(target !== undefined && { target }),
      series: series.map(({ contender, samples }) => ({ server: contender.name, samples })),
    };
  };

  const measurements: Measurement[] = [];
  for (const operation of operations) measurements.push(await measureOperation(operation));
  return { title, measurements };
};
