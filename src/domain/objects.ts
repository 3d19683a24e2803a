/** Narrows a parsed value so that its fields can be checked one by one. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The keys of an object literal, with their types. */
export function toKeys<Literal extends object>(literal: Literal): (keyof Literal & string)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a literal has the keys it is written with
  return Object.keys(literal) as (keyof Literal & string)[];
}

/** An object with a value for every key. */
export function mapKeys<Key extends string, Value>(
  keys: readonly Key[],
  getValue: (key: Key) => Value,
): Record<Key, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every key has just been given its value
  return Object.fromEntries(keys.map((key) => [key, getValue(key)])) as Record<Key, Value>;
}

/**
 * The value under a key, created and stored first where there is none: what
 * `Map.prototype.getOrInsertComputed` does, which not every browser has yet.
 */
export function getOrCreate<Key, Value extends object>(
  map: Map<Key, Value>,
  key: Key,
  create: () => NoInfer<Value>,
): Value {
  const known = map.get(key);
  if (known) return known;
  const created = create();
  map.set(key, created);
  return created;
}
