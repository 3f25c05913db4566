import { expect, test } from 'vitest';
import { workspacePackages } from '../boundaries/workspace-packages.ts';
import { drawHexagon } from './draw-hexagon.ts';

const scope = '@animal-store/';

const arrows = workspacePackages.map(({ name, dependencies }) => ({
  name: name.slice(scope.length),
  dependencies: dependencies.filter((each) => each.startsWith(scope)).map((each) => each.slice(scope.length)),
}));

test('the picture of README shows the dependencies as they are; vitest run draw-hexagon -u draws it', async () => {
  await expect(drawHexagon(arrows)).toMatchFileSnapshot('../../docs/pictures/hexagon.svg');
});
