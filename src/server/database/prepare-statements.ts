import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Each open connection holds its prepared statements, some 20 kB each, until it closes. */
const maxNames = 300;
/** Longer statements insert many rows, mostly another number of them each time. */
const maxLength = 4_000;

const names = new Map<string, string>();

function getName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxNames || text.length > maxLength) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/**
 * A connection on which PostgreSQL parses and plans a statement with parameters once, and not each
 * time it is sent.
 */
export function prepareStatements<Client extends Pick<pg.PoolClient, 'query'>>(client: Client): Client {
  const query = (statement: pg.QueryConfig | string, values: unknown[] = []): unknown =>
    typeof statement === 'string' || values.length === 0
      ? client.query(statement, values)
      : client.query({ ...statement, name: getName(statement.text) }, values);
  return Object.create(client, { query: { value: query } });
}
