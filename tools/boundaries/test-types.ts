import { describe, expect, test } from 'vitest';
import type { Found, ProbeFile } from './probe-tree.ts';

const source = 'export const text: string = 0;\n';

export const testTypeProbes: readonly ProbeFile[] = [
  { file: 'packages/domain/src/probe.test.ts', source },
  { file: 'apps/service/test/probe.test.ts', source },
  { file: 'tools/probe.ts', source },
  {
    file: 'tools/toolchain/probe.cjs',
    source: '/** @type {string} */\nconst text = 0;\nmodule.exports = { text };\n',
  },
];

/** Tests and tools are type-checked too, in every folder. */
export const describeTestTypes = (found: () => Found): void => {
  describe('a type error is found in', () => {
    test.each(testTypeProbes)('$file', ({ file }) => {
      const message = "Type 'number' is not assignable to type 'string'.";
      expect(found().typed.filter((finding) => finding.file === file)).toEqual([{ file, rule: 'TS2322', message }]);
    });
  });
};
