import { fieldExamples } from './field-examples.ts';

/** The parts of JSON Schema that the API's schemas use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly prefixItems?: readonly JsonSchema[];
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * An example of a schema, composed of those of its fields: of the schema itself, by its format or
 * the name of the field (field-examples.ts). Undefined: a text without any.
 */
export function createExample(schema: JsonSchema, schemas: Schemas, name = ''): unknown {
  const of = (part: JsonSchema, partName = name): unknown => createExample(part, schemas, partName);
  if (schema.$ref !== undefined) return of(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const [stated] = schema.examples ?? [];
  if (stated !== undefined) return stated;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => of(choice)).find((example) => example !== undefined);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => of(part)));
  if (schema.type === 'null') return null;
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (type === 'array') return listItems(schema).map((item) => of(item));
  if (type === 'object' || schema.properties) return objectExample(schema, of);
  return scalarExample(schema, type, name);
}

const listItems = ({ prefixItems, items = {}, minItems = 1 }: JsonSchema): readonly JsonSchema[] =>
  prefixItems ?? Array.from({ length: Math.max(1, minItems) }, () => items);

function objectExample(schema: JsonSchema, of: (part: JsonSchema, name: string) => unknown): object {
  const { properties = {}, additionalProperties: further, propertyNames } = schema;
  const fields = Object.entries(properties).map(([name, part]) => [name, of(part, name) ?? nothing(part)]);
  if (typeof further === 'object' && Object.keys(further).length > 0)
    for (const key of propertyNames?.enum ?? [of(propertyNames ?? {}, 'key')])
      fields.push([String(key), of(further, 'value')]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** A field that may be null is null where nothing else is known of it. */
const nothing = ({ type, anyOf = [] }: JsonSchema): null | undefined =>
  [type].flat().includes('null') || anyOf.some((one) => one.type === 'null') ? null : undefined;

function scalarExample({ format, minimum, maximum }: JsonSchema, type: string | undefined, name: string): unknown {
  const known = fieldExamples[name];
  if (type === undefined) return {};
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') {
    const isFit = typeof known === 'number' && (type === 'number' || Number.isInteger(known));
    const value = isFit ? known : 3;
    return Math.min(maximum ?? value, Math.max(minimum ?? value, value));
  }
  return (format === undefined ? undefined : formatExamples[format]) ?? known;
}

const formatExamples: Readonly<Record<string, string>> = {
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  'date-time': '2026-11-23T09:30:00.000Z',
  date: '2026-11-23',
  email: 'trader@kurs.example',
};
