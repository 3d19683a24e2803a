type Schemas<Schema> = Readonly<Record<string, Schema>>;

/** The schemas that the calls refer to, directly or through another one. */
export function usedSchemas<Schema>(paths: object, schemas: Schemas<Schema>): Schemas<Schema> {
  const used = new Set<string>();
  const waiting: unknown[] = [paths];
  for (const part of waiting)
    for (const name of namesIn(part))
      if (!used.has(name)) {
        used.add(name);
        waiting.push(schemas[name]);
      }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

const namesIn = (part: unknown): string[] =>
  [...JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
