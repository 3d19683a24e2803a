import { getErrorCode } from '#domain/caught-error.ts';

/**
 * Connection exceptions (class 08), operator intervention (57P…), timeout of a statement (57014), a
 * lock (55P03) or a transaction (25P03), insufficient resources (class 53: a full disk, too many
 * connections), and system error codes. ETIMEDOUT is also our own code for a connection that does
 * not answer.
 */
const codes =
  /^(08\w{3}|57P0[1-5]|57014|55P03|25P03|53\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** pg and its pool report these only by message. */
const messages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/**
 * Whether the database was unavailable, as opposed to having rejected the query. Drizzle wraps the
 * driver's error.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const seen = new Set<unknown>();
  for (let current = error; current instanceof Error && !seen.has(current); current = current.cause) {
    seen.add(current);
    const code = 'code' in current ? String(current.code) : '';
    if (codes.test(code) || messages.test(current.message)) return true;
    if (current instanceof AggregateError && current.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}

/** Whether the database rejected a statement by this constraint. Drizzle wraps the driver's error. */
export function violates(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'constraint' in cause && cause.constraint === constraint;
}

/**
 * The server ended a session that was idle for a minute, which a pool does after ten seconds: this
 * process was suspended, or its machine too busy to run its timers. No query is affected.
 */
export const isIdleTimeout = (error: unknown): boolean => getErrorCode(error) === '57P05';
