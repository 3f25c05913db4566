// Makes the pictures that show the running service:  npm run pictures [-- docs-page dashboard]
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { projectFile } from '@animal-store/testkit/project-file';
import { Argument, Command } from 'commander';
import { type Cleanup, createCleanup } from '../bench/cleanup.ts';
import { drawDashboard } from './dashboard/draw-dashboard.ts';
import { measure } from './dashboard/measure.ts';
import { dashboard } from './dashboard/panels.ts';
import { photographDocsPage } from './photograph-docs-page.ts';

const findPrometheus = (): string => {
  const given = process.env['PROMETHEUS'];
  const places =
    given === undefined
      ? (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'prometheus'))
      : [given];
  const found = places.find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    'it needs Prometheus: install it (Debian: apt-get install prometheus), or name the program in PROMETHEUS',
  );
};

const pictures = {
  'docs-page': { file: 'docs/pictures/docs-page.webp', draw: photographDocsPage },
  dashboard: {
    file: 'docs/pictures/dashboard.svg',
    draw: async (cleanup: Cleanup) => drawDashboard(await measure(dashboard.panels, findPrometheus(), cleanup)),
  },
} as const;

type PictureName = keyof typeof pictures;

const names = Object.keys(pictures) as readonly PictureName[];

const cleanup = createCleanup();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    await cleanup.run();
    process.exit(128 + constants.signals[signal]);
  });
}

const make = async (chosen: readonly PictureName[]): Promise<void> => {
  try {
    for (const name of chosen) {
      const { file, draw } = pictures[name];
      const picture = await draw(cleanup);
      await writeFile(projectFile(file), picture);
      process.stdout.write(`${file}: ${Math.ceil(picture.length / 1024)} KiB\n`);
    }
  } catch (error) {
    process.stderr.write(`pictures: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  } finally {
    await cleanup.run();
  }
};

await new Command('pictures')
  .description(
    'Make the pictures of the running service in docs/pictures. docs-page photographs the page /docs, and needs ' +
      'Chromium (or CHROMIUM, the path of another browser of its kind). dashboard draws the queries of the Grafana ' +
      'dashboard over a run of two minutes on MongoDB, and needs Prometheus (or PROMETHEUS, its path). MongoDB runs in ' +
      'a container, or is the server that MONGODB_TEST_URI names.',
  )
  .addArgument(new Argument('[names...]').choices(names).default(names))
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(make)
  .parseAsync();
