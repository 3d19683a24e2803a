import type { default as pg } from 'pg';
import { z } from 'zod';
import { getErrorMessage } from '#domain/caught-error.ts';
import type { WallClock } from '#domain/time.ts';
import type { Finding } from './findings.ts';

interface Dependencies {
  readonly pool: Pick<pg.Pool, 'query'>;
  /** Whether the server is the product's own, which nobody configures. */
  readonly isEmbedded: boolean;
  readonly clock: WallClock;
  /** Why sessions do not keep what is set and locked in them; null: they do. Absent: the running product has checked it. */
  readonly findSessionError?: (() => Promise<string | null>) | undefined;
}

export interface PostgresFindings {
  readonly findings: readonly Finding[];
  /** The server's clock minus ours in milliseconds; null: no answer. */
  readonly aheadMs: number | null;
}

const oldest = 150_000;
/** For each process of the product (docs/operating.md). */
const minConnections = 30;
/** Without these PostgreSQL may lose or damage committed rows in a crash. */
const durable = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

const Row = z.object({
  version: z.string(),
  number: z.number(),
  may_create: z.boolean(),
  fsync: z.string(),
  full_page_writes: z.string(),
  synchronous_commit: z.string(),
  connections: z.number(),
  now_ms: z.number(),
});

const question = `
  select current_setting('server_version') as version,
    current_setting('server_version_num')::int as number,
    has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as may_create,
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit,
    current_setting('max_connections')::int as connections,
    (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`;

/** Version, rights, settings, backups and clock of the database. */
export async function checkPostgres({
  pool,
  isEmbedded,
  clock,
  findSessionError,
}: Dependencies): Promise<PostgresFindings> {
  try {
    // A new connection is opened first, so that the clocks are compared within one round trip.
    await pool.query('select 1');
    const askedAt = clock.now();
    const { rows } = await pool.query(question);
    const answeredAt = clock.now();
    const row = Row.parse(rows[0]);
    const sessionError = (await findSessionError?.()) ?? null;
    const findings = [
      sessionError === null ? judgeServer(row) : { code: 'database_session' as const, detail: sessionError },
      ...judgeSettings(row),
      judgeBackups(isEmbedded ? null : await readArchiving(pool)),
    ];
    return { findings, aheadMs: Math.round(row.now_ms - (askedAt + answeredAt) / 2) };
  } catch (error) {
    return { findings: [{ code: 'database_down', detail: getErrorMessage(error) }], aheadMs: null };
  }
}

type Row = z.infer<typeof Row>;

function judgeServer({ version, number, may_create: mayCreate }: Row): Finding {
  const detail = `PostgreSQL ${version}`;
  if (number < oldest) return { code: 'database_old', detail };
  return { code: mayCreate ? 'database_ok' : 'database_rights', detail };
}

function judgeSettings(row: Row): Finding[] {
  const off = durable.filter((name) => row[name] === 'off');
  return [
    ...(off.length > 0 ? [{ code: 'database_unsafe' as const, detail: off.join(', ') }] : []),
    ...(row.connections < minConnections
      ? [{ code: 'database_connections' as const, detail: `max_connections ${row.connections}` }]
      : []),
  ];
}

interface Archiving {
  readonly isFailing: boolean;
  /** Of the newest success, or of the failure since; null: neither. */
  readonly at: Date | null;
}

const archiving = `
  select current_setting('archive_mode') as archive_mode, last_archived_time as archived_at,
    last_failed_time as failed_at
  from pg_stat_archiver`;
const ArchivingRow = z.object({
  archive_mode: z.string(),
  archived_at: z.date().nullable(),
  failed_at: z.date().nullable(),
});

/** How the write-ahead log is archived; null: it is not. */
export async function readArchiving(pool: Dependencies['pool']): Promise<Archiving | null> {
  const { rows } = await pool.query(archiving);
  const { archive_mode: mode, archived_at: at, failed_at: failedAt } = ArchivingRow.parse(rows[0]);
  if (mode === 'off') return null;
  const isFailing = failedAt !== null && (at === null || failedAt > at);
  return { isFailing, at: isFailing ? failedAt : at };
}

function judgeBackups(found: Archiving | null): Finding {
  if (found === null) return { code: 'backups_unseen', detail: null };
  return { code: found.isFailing ? 'backups_failing' : 'backups_ok', detail: found.at?.toISOString() ?? null };
}

/** Ours may differ from the database's by this much before an operator should look. */
const offMs = 1_000;
/** Prices older than this give no signal, so a clock that is as far off gives none. */
const wrongMs = 5_000;

/** `aheadMs`: how far other clocks are ahead of ours. */
export function judgeClock(aheadMs: readonly number[]): Finding[] {
  const worst = aheadMs.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0];
  if (worst === undefined) return [];
  const off = Math.abs(worst);
  const code = off >= wrongMs ? 'clock_wrong' : off >= offMs ? 'clock_off' : 'clock_ok';
  return [{ code, detail: `${off} ms` }];
}
