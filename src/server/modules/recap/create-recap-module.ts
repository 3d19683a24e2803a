import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import { minuteMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connection.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { ServerModule } from '#server/server-module.ts';
import { createRecapMailChoice } from './choose-recap-mail.ts';
import { recapRoutes } from './recap.routes.ts';
import { createSendRecaps } from './send-recaps.ts';
import { createUnsubscribeTokens } from './unsubscribe-token.ts';

interface Needs {
  readonly config: Pick<Config, 'publicUrl' | 'secret'>;
  readonly db: Database;
  readonly accounts: Pick<AccountsApi, 'signedIn'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
  readonly record: Pick<RecordApi, 'readRecap'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: FastifyBaseLogger;
}

const everyMs = 10 * minuteMs;

/** The daily recap by mail, for users who asked for it. */
export function createRecapModule({ config, db, accounts, mail, record, clock, scheduler, log }: Needs): ServerModule {
  const tokens = createUnsubscribeTokens(config.secret);
  const { publicUrl } = config;
  const { queueMail } = mail;
  const { readRecap } = record;
  const sendRecaps = createSendRecaps({ db, publicUrl, readRecap, queueMail, tokens, clock });
  const { start, stop } = repeat({
    firstAfterMs: minuteMs,
    everyMs,
    task: async (stopping) => {
      const queued = await sendRecaps(stopping);
      if (queued > 0) log.info({ queued }, 'queued daily recaps');
    },
    onError: (error) => log.error({ err: error }, 'queueing daily recaps failed; retrying in ten minutes'),
    after: scheduler.after,
  });
  return {
    routes: [recapRoutes({ signedIn: accounts.signedIn, choice: createRecapMailChoice({ db, clock, tokens }) })],
    api: {},
    components: [{ name: 'recap', duty: 'lead', start, stop }],
  };
}
