import { digestPaths, recapPaths } from '#contract/paths.ts';
import { minuteMs } from '#domain/time.ts';
import type { Component } from '#server/start/component.ts';
import type { Config } from '#server/config.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createUnsubscribeTokens } from '#server/crypto/unsubscribe-token.ts';
import { createMailChoice } from './choose-mail.ts';
import { digestMailing, recapMailing } from './recap.repository.ts';
import { mailChoiceRoutes } from './recap.routes.ts';
import { createSendDigests } from './send-digests.ts';
import { createSendRecaps } from './send-recaps.ts';

interface RecapModuleDependencies {
  readonly config: Pick<Config, 'payout' | 'publicUrl' | 'secret'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'scheduler' | 'log'>;
  readonly accounts: Pick<AccountsApi, 'signedIn'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
  readonly record: Pick<RecordApi, 'readRecap'>;
  readonly signals: Pick<SignalsApi, 'readStats'>;
}

const everyMs = 10 * minuteMs;

/** The daily recap and the weekly digest by mail, for users who asked for them. */
export function createRecapModule({
  config,
  platform,
  accounts,
  mail,
  record,
  signals,
}: RecapModuleDependencies): ServerModule {
  const { db, clock, scheduler, log } = platform;
  const { payout, publicUrl } = config;
  const { queueMail } = mail;
  const { signedIn } = accounts;
  const tokens = {
    recap: createUnsubscribeTokens(config, 'recap'),
    digest: createUnsubscribeTokens(config, 'digest'),
  };
  const { readRecap } = record;
  const { readStats } = signals;
  const sendRecaps = createSendRecaps({ db, publicUrl, readRecap, queueMail, tokens: tokens.recap, clock });
  const sendDigests = createSendDigests({ db, publicUrl, payout, readStats, queueMail, tokens: tokens.digest, clock });
  const recap = createMailChoice({ db, mailing: recapMailing, tokens: tokens.recap, clock });
  const digest = createMailChoice({ db, mailing: digestMailing, tokens: tokens.digest, clock });

  const sendPeriodically = (name: string, send: (stopping: AbortSignal) => Promise<number>): Component => {
    const { start, stop } = repeat({
      firstAfterMs: minuteMs,
      everyMs,
      task: async (stopping) => {
        const queued = await send(stopping);
        if (queued > 0) log.info({ queued, name }, 'queued requested mails');
      },
      onError: (error) => log.error({ err: error, name }, 'queueing requested mails failed; retrying in ten minutes'),
      after: scheduler.after,
    });
    return { name, duty: 'lead', phase: 'after engine', start, stop };
  };
  return {
    routes: [
      mailChoiceRoutes({ signedIn, choice: recap, mail: 'recap', paths: recapPaths }),
      mailChoiceRoutes({ signedIn, choice: digest, mail: 'digest', paths: digestPaths }),
    ],
    api: {},
    components: [sendPeriodically('recap', sendRecaps), sendPeriodically('digest', sendDigests)],
  };
}
