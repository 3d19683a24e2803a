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
