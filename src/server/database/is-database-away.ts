/**
 * Connection exceptions (class 08), operator intervention (57P…), a statement out of time (57014), too many connections, and
 * the system's words.
 */
const codes =
  /^(08\w{3}|57P0[1-5]|57014|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** pg and its pool tell these by their text only. */
const messages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** Whether the database did not answer at all, as opposed to having refused what was asked. Drizzle wraps the driver's error. */
export function isDatabaseAway(error: unknown): boolean {
  const seen = new Set<unknown>();
  for (let fault = error; fault instanceof Error && !seen.has(fault); fault = fault.cause) {
    seen.add(fault);
    const code = 'code' in fault ? String(fault.code) : '';
    if (codes.test(code) || messages.test(fault.message)) return true;
    if (fault instanceof AggregateError && fault.errors.some(isDatabaseAway)) return true;
  }
  return false;
}
