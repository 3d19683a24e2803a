import { Ajv } from 'ajv';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Throws with each rule of the schema that the message breaks. */
export type SchemaCheck = (message: unknown) => void;

/**
 * Compiles a schema that a vendor published. Keywords that only describe (OpenAPI's `example`,
 * `discriminator`, formats without a definition) are ignored.
 */
export function createSchemaCheck(title: string, schema: JsonSchema): SchemaCheck {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(schema);
  return (message) => {
    // As it travels: a field that is undefined is not sent.
    const sent: unknown = JSON.parse(JSON.stringify(message));
    if (!validate(sent)) throw new Error(`${title}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(sent)}`);
  };
}
