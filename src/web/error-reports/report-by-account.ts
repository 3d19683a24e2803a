import type { ErrorReporting } from '#contract/site.ts';
import { errorReportsPath } from '#contract/paths.ts';
import { getJson } from '../api/request.ts';
import { currentSession, onSession } from '../session/session-store.ts';
import { type StartedReports, startErrorReports } from './start-error-reports.ts';

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
  void getJson<ErrorReporting>(errorReportsPath).then(
    ({ reports }) => {
      if (reports === null || account !== current) return;
      started ??= startErrorReports(reports);
      started.setOn(true);
    },
    () => undefined,
  );
}

// Importing this file is the start: it is loaded where the operator has set where to report.
onSession(follow);
follow();
