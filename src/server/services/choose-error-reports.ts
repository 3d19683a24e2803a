import { hostname } from 'node:os';
import type { WallClock } from '#domain/clock.ts';
import type { Config } from '../config.ts';
import type { ErrorReports } from '../integrations/error-reports/error-reports.ts';
import { releaseName } from '../start/read-release.ts';

/** Null without a DSN; the client is imported only where one is set. */
export async function chooseErrorReports(
  { sentryDsn: dsn, role, port }: Pick<Config, 'sentryDsn' | 'role' | 'port'>,
  clock: WallClock,
): Promise<ErrorReports | null> {
  if (dsn === null) return null;
  const { createSentryReports } = await import('../integrations/error-reports/sentry-reports.ts');
  return createSentryReports({ dsn, release: releaseName(), role, instance: `${hostname()}:${port}`, clock });
}
