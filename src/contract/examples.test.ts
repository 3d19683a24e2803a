import { expect, test } from 'vitest';
import { z } from 'zod';
import * as keys from './keys.ts';
import { Signal } from './signals.ts';

const described: readonly (readonly [name: string, schema: z.ZodType])[] = [
  ...Object.entries({ ...keys }),
  ['late', Signal.shape.late.unwrap().element],
];
const listExamples = (schema: z.ZodType): readonly unknown[] => {
  const { example, examples } = z.globalRegistry.get(schema) ?? {};
  return [example, examples].flat().filter((one) => one !== undefined);
};

test.each(described)('the examples of %s in the API reference are valid', (_name, schema) => {
  for (const example of listExamples(schema)) expect(schema.safeParse(example).error).toBeUndefined();
});

test('what integrations send and receive has examples', () => {
  const named = described.filter(([, schema]) => listExamples(schema).length > 0).map(([name]) => name);
  expect(named.toSorted()).toEqual([
    'ApiKey',
    'CreateKeyBody',
    'CreatedKey',
    'late',
  ]);
});
