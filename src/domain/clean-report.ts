/** What is known of an error: no request, no account, no address, no breadcrumbs, no variables. */
interface ReportedError {
  readonly type?: string | undefined;
  readonly value?: string | undefined;
  readonly stacktrace?: { readonly frames?: readonly ReportedFrame[] | undefined } | undefined;
}

interface ReportedFrame {
  readonly filename?: string | undefined;
  readonly function?: string | undefined;
  readonly lineno?: number | undefined;
  readonly colno?: number | undefined;
}

/** An event of the Sentry protocol, as far as it is sent. */
interface ErrorReport {
  readonly event_id?: string | undefined;
  readonly timestamp?: number | undefined;
  readonly platform?: string | undefined;
  readonly level?: unknown;
  readonly release?: string | undefined;
  readonly server_name?: string | undefined;
  readonly tags?: object | undefined;
  readonly sdk?: object | undefined;
  readonly exception?: { readonly values?: readonly ReportedError[] | undefined } | undefined;
}

/**
 * Only what is listed leaves the product, and texts without what identifies a person or opens an
 * account.
 */
export function cleanReport(event: ErrorReport): ErrorReport {
  const { event_id, timestamp, platform, level, release, server_name, tags, sdk, exception } = event;
  const values = (exception?.values ?? []).map(({ type, value, stacktrace }) => ({
    type,
    value: value === undefined ? undefined : scrubText(value),
    stacktrace: { frames: (stacktrace?.frames ?? []).map(cleanFrame) },
  }));
  return { event_id, timestamp, platform, level, release, server_name, tags, sdk, exception: { values } };
}

const cleanFrame = ({ filename, function: name, lineno, colno }: ReportedFrame): ReportedFrame => ({
  // A page's address may have a token behind the path.
  filename: filename?.replace(/[?#].*$/s, ''),
  function: name,
  lineno,
  colno,
});

const maxLength = 1_000;

/** E-mail addresses, credentials in addresses, queries, a database's parameters, ids and tokens. */
export const scrubText = (text: string): string =>
  text
    .replace(/\nparams:.*/gs, '')
    .replace(/[\w.+%-]+@[\w-]+(\.[\w-]+)+/g, '[e-mail]')
    .replace(/\/\/[^/\s:@]+:[^/\s@]+@/g, '//[redacted]@')
    .replace(/[?#][\w.-]+=[^\s'"]*/g, '[query]')
    .replace(/\b(?=[\w-]*\d)[\w-]{20,}(\.[\w-]+)*/g, '[token]')
    .replace(/\b\d{5,}\b/g, '[number]')
    .slice(0, maxLength);
