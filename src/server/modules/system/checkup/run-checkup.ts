import type pg from 'pg';
import { checkupSubjects, type Finding, type FindingCode, findingKinds } from '#contract/admin/checkup.ts';
import type { MarketClock, WallClock } from '#domain/clock.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import type { Config } from '#server/config.ts';
import type { Broker } from '#server/integrations/broker/broker.ts';
import type { Llm } from '#server/integrations/llm/llm.ts';
import type { MailServer } from '#server/integrations/mail/mail.ts';
import type { Telegram } from '#server/integrations/telegram/telegram.ts';
import type { Valkey } from '#server/integrations/valkey/valkey.ts';
import type { WitnessSide } from '#server/integrations/witness/witness.ts';
import { checkAddress } from './check-address.ts';
import { type CheckedFeed, checkFeed } from './check-feed.ts';
import { checkDisk, checkNode } from './check-machine.ts';
import {
  checkBroker,
  checkLlms,
  checkMail,
  checkPush,
  checkTelegram,
  checkValkey,
  checkWitnesses,
} from './check-partners.ts';
import { checkPostgres, judgeClock, type PostgresFindings } from './check-postgres.ts';

/** The adapters that the product itself uses. */
export interface CheckedPartners {
  readonly shared: { readonly valkey: Pick<Valkey, 'readiness'> | null };
  readonly brokerSide: { readonly broker: Pick<Broker, 'findTrader'> };
  readonly mailTransport: MailServer | null;
  readonly telegram: Pick<Telegram, 'readUsername'> | null;
  readonly llms: Readonly<Record<string, Llm>> | null;
  readonly witnessSide: Pick<WitnessSide, 'witnesses' | 'own'>;
}

export type CheckupConfig = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'tradingHours' | 'broker' | 'vapid' | 'publicUrl' | 'port'
>;

export interface CheckupDependencies {
  readonly config: CheckupConfig;
  /** Null: the running product holds the embedded database. */
  readonly pool: Pick<pg.Pool, 'query'> | null;
  readonly feed: CheckedFeed;
  readonly partners: CheckedPartners;
  readonly clock: WallClock;
  readonly marketClock: MarketClock;
}

/** What an operator needs before users come, in the order of the subjects. `mailTo`: gets a test message. */
export async function runCheckup(needs: CheckupDependencies, mailTo: string | null = null): Promise<Finding[]> {
  const { config, partners, feed, marketClock } = needs;
  const now = marketClock.now();
  const [postgres, market, ...others] = await Promise.all([
    checkDatabase(needs),
    checkFeed(feed, now, isMarketOpen(config.tradingHours, now)),
    checkDisk(config.dataDir),
    checkValkey(partners.shared.valkey),
    checkBroker(partners.brokerSide.broker, config.broker),
    checkMail(partners.mailTransport, mailTo),
    checkTelegram(partners.telegram),
    checkLlms(partners.llms),
    checkWitnesses(partners.witnessSide),
    checkAddress(config),
  ]);
  const clocks = [postgres.aheadMs, market.aheadMs].filter((ahead) => ahead !== null);
  return sortBySubject([
    { code: 'settings_ok', detail: null },
    checkNode(process.versions.node),
    checkPush(config.vapid),
    ...judgeClock(clocks),
    ...postgres.findings,
    ...market.findings,
    ...others,
  ]);
}

async function checkDatabase({ pool, config, clock }: CheckupDependencies): Promise<PostgresFindings> {
  if (pool !== null) return checkPostgres({ pool, isEmbedded: config.databaseUrl === null, clock });
  const unseen = { code: 'backups_unseen' as const, detail: null };
  return { findings: [{ code: 'database_taken', detail: null }, unseen], aheadMs: null };
}

const getPosition = (code: FindingCode): number => checkupSubjects.indexOf(findingKinds[code][0]);

const sortBySubject = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => getPosition(a.code) - getPosition(b.code));
