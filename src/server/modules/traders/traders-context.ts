import type { AccessRules } from '#domain/accounts/access.ts';
import type { Broker, BrokerSide } from '#server/integrations/broker/broker.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';

/** What saving an answer of the broker takes. */
export interface AnswersContext extends Pick<Platform, 'db' | 'enqueueUserEvents'> {
  readonly invalidateUser: (userId: string) => void;
  readonly rules: AccessRules;
}

/** What deciding on signal access takes. */
export interface AccessContext extends AnswersContext, Pick<Platform, 'clock' | 'log'> {
  readonly broker: Broker;
}

/** The broker side: trader claims, checks and access to signals. */
export interface TradersContext
  extends AccessContext,
    Pick<Platform, 'attempts' | 'scheduler'>,
    Pick<BrokerSide, 'brokerLinks' | 'hasPlayMoney' | 'postbackKey' | 'sandbox'> {
  readonly broker: BrokerSide['broker'];
  readonly jobs: Jobs;
  readonly accounts: Pick<AccountsApi, 'guards' | 'toUserDto' | 'findUser'>;
  readonly queueMail: MailApi['queueMail'];
  readonly secret: string;
}
