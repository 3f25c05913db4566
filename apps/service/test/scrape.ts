import { logLines, type RunningService } from '@animal-store/testkit/service';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const parseSample = (line: string): Sample => {
  const [, name, labels = '', value] = /^([a-z_:0-9]+)(?:\{(.*)\})? ([-+.0-9eInfNa]+)$/i.exec(line) ?? [];
  if (name === undefined) throw new Error(`This is not a sample: ${line}`);
  const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"(?:,|$)/g)].map(([, key, text]) => [key, text]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
};

/** Reads all metrics of a service that was started with an `ADMIN_PORT`. */
export const scrape = async (service: RunningService): Promise<readonly Sample[]> => {
  const url = logLines(service.process).find(({ msg }) => msg === 'metrics')?.['url'];
  const response = await fetch(String(url));
  const lines = (await response.text()).split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(parseSample);
};

/** The values of one metric by its labels, without those that are 0. */
export const valuesOf = (samples: readonly Sample[], name: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    samples
      .filter((sample) => sample.name === name && sample.value !== 0)
      .map(({ labels, value }) => [Object.values(labels).join(' '), value]),
  );
