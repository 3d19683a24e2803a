import {
  BrowserClient,
  captureConsoleIntegration,
  dedupeIntegration,
  defaultStackParser,
  type ErrorEvent,
  getCurrentScope,
  globalHandlersIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
} from '@sentry/browser';
import type { ErrorReporting } from '#contract/site.ts';
import { cleanReport } from '#domain/clean-report.ts';
import { call } from '../api/request.ts';
import { currentSession, onSession } from '../session/session-store.ts';

interface StartedReports {
  /** False while an internal account is signed in. */
  setOn(isOn: boolean): void;
}

let started: StartedReports | null = null;
let account: string | null = null;

/** Who is signed in decides whether errors are reported, so each account is asked for again. */
function follow(): void {
  const session = currentSession();
  const current = session.kind === 'in' ? session.user.id : session.kind;
  if (current === 'unknown' || current === account) return;
  account = current;
  started?.setOn(false);
  // Without an answer nothing is reported.
  void call('GET /api/site/error-reports').then(
    ({ reports }) => {
      if (reports === null || account !== current) return;
      started ??= startErrorReports(reports);
      started.setOn(true);
    },
    () => undefined,
  );
}

// The import starts the reports; it happens only where the operator has set where to report.
onSession(follow);
follow();

/** Sentry's client for errors only: no breadcrumbs, no replay, no sessions. */
function startErrorReports({ dsn, release }: NonNullable<ErrorReporting['reports']>): StartedReports {
  let isOn = true;
  const client = new BrowserClient({
    dsn,
    release,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [
      globalHandlersIntegration(),
      // React prints what an error boundary has caught. A text that is printed has no type: not sent.
      captureConsoleIntegration({ levels: ['error'] }),
      dedupeIntegration(),
      linkedErrorsIntegration(),
    ],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same event with fewer fields
    beforeSend: (event) => (isOn && hasError(event) ? (cleanReport(event) as typeof event) : null),
  });
  getCurrentScope().setClient(client);
  client.init();
  return {
    setOn: (next) => {
      isOn = next;
    },
  };
}

const hasError = (event: ErrorEvent): boolean =>
  event.exception?.values?.some(({ type }) => type !== undefined) ?? false;
