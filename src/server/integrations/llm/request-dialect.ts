import { answerSchema } from './answer-format.ts';

/** Request format of a model: what one service requires, another rejects. */
export interface Dialect {
  readonly format: 'json_schema' | 'json_object' | 'none';
  readonly hasTemperature: boolean;
}

/** The strictest form first: bound to the schema, and the most likely answer. */
export const strictDialect: Dialect = { format: 'json_schema', hasTemperature: true };

const weakerFormat = { json_schema: 'json_object', json_object: 'none', none: null } as const;

/**
 * The dialect to use after a 400 with this message; null if it is about something else. Example
 * messages: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this
 * model." (gpt-3.5-turbo), "Unsupported value: 'temperature' does not support 0 with this model.
 * Only the default (1) value is supported." (o3)
 */
export function plainerDialect(dialect: Dialect, message: string): Dialect | null {
  if (/temperature/i.test(message) && dialect.hasTemperature) return { ...dialect, hasTemperature: false };
  const format = weakerFormat[dialect.format];
  return /response_format|json_schema|json_object/i.test(message) && format ? { ...dialect, format } : null;
}

/** Request parameters that depend on the dialect. */
export const dialectParameters = ({ format, hasTemperature }: Dialect) => ({
  ...(hasTemperature ? { temperature: 0 } : {}),
  ...(format === 'json_object' ? { response_format: { type: format } } : {}),
  ...(format === 'json_schema'
    ? { response_format: { type: format, json_schema: { name: 'forecast', strict: true, schema: answerSchema } } }
    : {}),
});
