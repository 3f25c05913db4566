import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, test } from 'vitest';
import { panelLabel } from './draw-dashboard.ts';
import { dashboard } from './panels.ts';

test('the picture shows every panel of the dashboard with its queries; npm run pictures -- dashboard draws it', () => {
  const picture = readFileSync(projectFile('docs/pictures/dashboard.svg'), 'utf8');
  expect(picture.match(/<title>[^<]*<\/title><desc>[^<]*<\/desc>/g)).toEqual(dashboard.panels.map(panelLabel));
});
