import { describe, expect, it } from 'vitest';
import { schemaCheck } from './schema-check.ts';

const check = schemaCheck({
  schemas: {
    'a/b~{c}': { type: 'string' },
    Misspelt: { type: 'string', patern: 'x' },
    Unknown: { type: 'string', format: 'colour' },
  },
});

describe('schemaCheck', () => {
  it('finds a schema with any characters in its name', () => {
    expect(check('/schemas/a~1b~0{c}', 'x')).toEqual([]);
    expect(check('/schemas/a~1b~0{c}', 1)).toEqual(['must be string {"type":"string"}']);
  });

  it('throws if there is no schema', () => {
    expect(() => check('/schemas/None', 1)).toThrow('The document has no schema at /schemas/None');
  });

  it('throws for an unknown keyword and an unknown format', () => {
    expect(() => check('/schemas/Misspelt', 'x')).toThrow('unknown keyword: "patern"');
    expect(() => check('/schemas/Unknown', 'x')).toThrow('unknown format "colour"');
  });
});
