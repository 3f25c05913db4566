import { describe, expect, it } from 'vitest';
import { generatedModels, generatorComplaints } from './check-generated.ts';

describe('generatedModels', () => {
  it.each([
    ['go', ['api_animals.go', 'client.go', 'model_error.go', 'model_pet_input.go'], ['error', 'petinput']],
    ['python', ['animal_store/models/__init__.py', 'animal_store/models/pet_input.py'], ['petinput']],
  ])('finds those of %s', (_, files, models) => {
    expect(generatedModels(files)).toEqual(models);
  });

  // openapi-generator 7.16 makes it for a reference to a schema that has siblings.
  it.each(['model_inline_object.go', 'animal_store/models/inline_object.py'])('finds the stray model %s', (file) => {
    expect(generatedModels([file])).toEqual(['inlineobject']);
  });
});

describe('generatorComplaints', () => {
  it('are the warnings and errors, except those that do no harm', () => {
    const errors = [
      '[main] ERROR o.o.codegen.InlineModelResolver - Illegal schema found with $ref combined with other properties, no properties should be defined alongside a $ref:',
      '[main] WARN  o.o.codegen.DefaultCodegen - Unknown type found in the schema: int64',
      'Exception in thread "main" org.openapitools.codegen.SpecValidationException: There were issues with the specification.',
    ];
    const harmless = [
      '[main] INFO  o.o.codegen.TemplateManager - writing file generated/ApiException.java',
      '[main] WARN  o.o.codegen.DefaultCodegen - OpenAPI 3.1 support is still in beta. To report an issue, open one.',
      '[main] WARN  o.o.codegen.utils.ModelUtils - Failed to get the schema name: null',
    ];
    expect(generatorComplaints([...errors, ...harmless].join('\n'))).toEqual(errors);
  });
});
