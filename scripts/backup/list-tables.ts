import type { ClientBase } from 'pg';
import type { Manifest, TableManifest } from './manifest.ts';

/** Of the queue's own schema only what waits there: it makes the rest again. */
const tablesOfJobs = ['pgboss.queue', 'pgboss.job'];

/**
 * All tables of the product with the columns that are stored in them, each after those that its
 * foreign keys refer to. A partitioned table counts as one.
 */
export async function listTables(client: ClientBase): Promise<TableManifest[]> {
  const { rows } = await client.query<TableManifest & { needs: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       (select coalesce(array_agg(quote_ident(a.attname) order by a.attnum), '{}') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select coalesce(array_agg(distinct f.confrelid::regclass::text), '{}') from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname = 'public' or n.nspname || '.' || c.relname = any($1))
     order by 1`,
    [tablesOfJobs],
  );
  return sortByNeeds(rows.map(({ needs, ...row }) => ({ ...row, needs: needs.map(withSchema) })));
}

/** A name of the search path comes without its schema. */
const withSchema = (name: string): string => (name.includes('.') ? name : `public.${name}`);

function sortByNeeds(tables: readonly (TableManifest & { needs: string[] })[]): TableManifest[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const sorted: TableManifest[] = [];
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ needs }) => !needs.some((name) => left.has(name)));
    if (ready.length === 0)
      throw new Error(`these tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const { name, columns } of ready) {
      sorted.push({ name, columns });
      left.delete(name);
    }
  }
  return sorted;
}

export async function listSequences(client: ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string | null; start: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as value, start_value as start
     from pg_sequences where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name, value, start }) => ({ name, value: value ?? start, isCalled: value !== null }));
}

/** Its name in the archive: no quotation marks and no path. */
export const toFileName = (table: string): string => table.replaceAll(/[^\w.]/g, '_');
