import { describe, expect, test } from 'vitest';
import type { Found, ProbeFile } from './probe-tree.ts';

/** Code that would break a rule of the pipeline, with the compiler's finding. */
const violations: readonly (readonly [name: string, source: string, rule: string, message: string])[] = [
  [
    'a step that writes to a request',
    "import type { ApiRequest } from './message/request.ts';\nexport const step = (request: ApiRequest): void => {\n  request.path = '/';\n};\n",
    'TS2540',
    "Cannot assign to 'path' because it is a read-only property.",
  ],
  [
    'a step that writes to a response',
    "import type { ApiResponse } from './message/response.ts';\nexport const step = (response: ApiResponse): void => {\n  response.status = 200;\n};\n",
    'TS2540',
    "Cannot assign to 'status' because it is a read-only property.",
  ],
  [
    'a step that adds a header to a response',
    "import type { ApiResponse } from './message/response.ts';\nexport const step = (response: ApiResponse): void => {\n  response.headers.push('Allow', '');\n};\n",
    'TS2339',
    "Property 'push' does not exist on type 'readonly string[]'.",
  ],
  [
    'a protected operation among the open ones',
    "import type { OpenOperation, ProtectedOperation } from './operations/operation.ts';\nexport const open = (operation: ProtectedOperation): OpenOperation => operation;\n",
    'TS2322',
    "Type 'ProtectedOperation' is not assignable to type 'OpenOperation'.",
  ],
  [
    'a protected operation before the message is checked',
    "import type { Admitted } from './admission/admitted.ts';\nimport type { ApiRequest } from './message/request.ts';\nimport type { ProtectedOperation } from './operations/operation.ts';\nexport const run = (operation: ProtectedOperation, request: ApiRequest, admitted: Admitted): unknown =>\n  operation(request, admitted);\n",
    'TS2345',
    "Argument of type 'ApiRequest' is not assignable to parameter of type 'WellFormedRequest'.",
  ],
  [
    'a protected operation before the rate is checked',
    "import type { Authenticated } from './admission/admitted.ts';\nimport type { WellFormedRequest } from './message/request.ts';\nimport type { ProtectedOperation } from './operations/operation.ts';\nexport const run = (operation: ProtectedOperation, request: WellFormedRequest, key: Authenticated): unknown =>\n  operation(request, key);\n",
    'TS2741',
    "Property 'rateHeaders' is missing in type 'Authenticated' but required in type 'Admitted'.",
  ],
  [
    'a rate limit before the key is checked',
    "import type { LimitRate } from './admission/limit-rate.ts';\nimport type { Slot } from './admission/slots.ts';\nexport const run = (limitRate: LimitRate, slot: Slot): unknown => limitRate({ slot });\n",
    'TS2739',
    "Type 'Slot' is missing the following properties from type 'KeySlot': spent, hold",
  ],
  [
    'a failure that has no response',
    "import { petIdTaken } from '@animal-store/domain';\nimport { failureResponse } from './operations/failures.ts';\nexport const response: unknown = failureResponse(petIdTaken);\n",
    'TS2345',
    "Argument of type 'PetIdTaken' is not assignable to parameter of type 'Failure'.",
  ],
];

const fileOf = (name: string): string => `packages/adapter-http-koa/src/probe-${name.replaceAll(' ', '-')}.ts`;

export const valueProbes: readonly ProbeFile[] = violations.map(([name, source]) => ({ file: fileOf(name), source }));

/** Requests and responses are values, and an operation runs only for an admitted request. */
export const describeValues = (found: () => Found): void => {
  describe('the pipeline of the HTTP API', () => {
    test.each(violations)('does not compile with %s', (name, _, rule, message) => {
      const file = fileOf(name);
      expect(found().compiled.filter((finding) => finding.file === file)).toEqual([{ file, rule, message }]);
    });
  });
};
