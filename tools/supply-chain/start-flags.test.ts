import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, it } from 'vitest';

const size = '--max-semi-space-size=8';
const noInspector = '--disable-sigusr1';

it.each([
  ['Dockerfile', [`node ${noInspector} ${size}`, `"node", "${noInspector}", "${size}"`]],
  ['tools/toolchain/service-bundle.cjs', [`'node', '${noInspector}', '${size}'`]],
  // An old Node.js, which has to say that it is too old, does not know the other flag.
  ['apps/service/src/main.ts', [`#!/usr/bin/env -S node ${size}`]],
])('%s starts the service with the flags of every start', (file, expected) => {
  const starts = readFileSync(projectFile(file), 'utf8').match(
    /^#!\/usr\/bin\/env .*node.*|["']?node["']?,? ["']?--dis.*?=\d+["']?/gm,
  );
  expect(starts).toEqual(expected);
});
