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

export interface StartedReports {
  /** False while an internal account is signed in. */
  setOn(isOn: boolean): void;
}

/**
 * Sentry's client with what finds errors and nothing that watches a person: no breadcrumbs, no
 * replay, no sessions.
 */
export function startErrorReports({ dsn, release }: NonNullable<ErrorReporting['reports']>): StartedReports {
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
