import type pg from 'pg';

/**
 * The order in which every transaction takes its locks: advisory locks by name, row locks by table.
 */
const lockOrder = [
  'kurs.leader_term',
  'kurs.user_changes',
  'contest_draws',
  'users',
  'sessions',
  'totp_secrets',
  'recovery_codes',
  'refresh_tokens',
  'push_subscriptions',
  'telegram_codes',
  'telegram_chats',
  'alert_rules',
  'deliveries',
  'alerts',
  'account_links',
  'user_events',
  'auto_runs',
  'signals',
  'balance_history',
  'trader_checks',
  'day_stops',
  'payouts',
  'contest_entries',
  'contest_winners',
  'contest_screenshots',
  'digest_subscriptions',
  'digest_mails',
  'reviews',
  'stated_traders',
  'trader_days',
  'record_open',
  'attempt_counts',
  'record_progress',
  'record_hours',
  'record_audit_mark',
  'site_notices',
  'kurs.audit_log',
  'kurs.ordered_writes',
  'record_head',
] as const;

interface Lock {
  readonly name: string;
  /** False: SKIP LOCKED takes only free rows. */
  readonly waits: boolean;
}

/** Records the locks of every transaction of the pool from now on. */
export function recordLocks(pool: pg.Pool) {
  const violations = new Set<string>();
  pool.on('connect', (client) => {
    let held: Lock[] | null = null;
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    const sendRecorded = (...args: unknown[]): unknown => {
      const text = toText(args[0]);
      if (/^(commit|rollback)$/i.test(text)) {
        if (held && !isInOrder(held)) violations.add(held.map(({ name }) => name).join(' -> '));
        held = null;
      } else if (/^begin\b/i.test(text)) held = [];
      else if (held) held.push(...listLocks(text).filter(({ name }) => !held?.some((lock) => lock.name === name)));
      return send(...args);
    };
    client.query = sendRecorded as typeof client.query;
  });
  return {
    /** Throws with the locks of every transaction that took a lock out of order, or one missing from the list. */
    requireOrder: () => {
      if (violations.size > 0) throw new Error(`locks were taken out of order:\n${[...violations].join('\n')}`);
    },
  };
}

/**
 * True if every lock is in the list, and every lock that may have to wait comes after all held
 * locks.
 */
function isInOrder(locks: readonly Lock[]): boolean {
  const ranks = locks.map(({ name }) => (lockOrder as readonly string[]).indexOf(name));
  return locks.every(({ waits }, i) => {
    const rank = ranks[i] ?? -1;
    return rank >= 0 && (!waits || rank > Math.max(-1, ...ranks.slice(0, i)));
  });
}

const toText = (query: unknown): string => {
  if (typeof query === 'string') return query.trim();
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text).trim() : '';
};

/**
 * The locks taken by a statement. Inserts and the key share locks of foreign keys are left out:
 * when every row lock is FOR NO KEY UPDATE, they wait only for deleted rows.
 */
function listLocks(text: string): readonly Lock[] {
  const waits = !/ skip locked\b/i.test(text);
  const advisory = /pg_advisory_xact_lock(?:_shared)?\(hashtext\('([^']+)'\)\)/i.exec(text)?.[1];
  if (advisory) return [{ name: advisory, waits }];
  const changed = /^(?:update|delete from)\s+"?(\w+)"?(?!\w*"?\.)/i.exec(text)?.[1];
  if (changed) return [{ name: changed, waits }];
  const locked = /\sfor (?:no key update|update|share)(?: of "(\w+)")?(?: skip locked| nowait)?$/i.exec(text);
  const table = locked && (locked[1] ?? /\sfrom\s+"?(\w+)"?/i.exec(text)?.[1]);
  return table ? [{ name: table, waits }] : [];
}
