/** Narrows a parsed value so that its fields can be checked one by one. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
