import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/connection.ts';
import { createDrandBeacon } from '../integrations/beacon/drand-beacon.ts';
import { toFeedId } from '../config/market.ts';
import { findNewestAt } from '../modules/record/append/feed-position.ts';
import { chooseBroker } from './choose-broker.ts';
import { chooseCaptcha } from './choose-captcha.ts';
import { chooseLlms } from './choose-llms.ts';
import { chooseShared, type Shared } from './choose-shared.ts';
import { chooseWitnesses } from './choose-witnesses.ts';
import { chooseOutbound, type Outbound } from './choose-outbound.ts';
import { chooseMail } from './choose-mail.ts';
import { type ChosenMarket, chooseMarketData } from './choose-market-data.ts';
import type { Beacon } from '../integrations/beacon/beacon.ts';
import type { Bus } from '../integrations/bus/bus.ts';
import type { BrokerSide } from '../integrations/broker/broker.ts';
import type { Captcha } from '../integrations/captcha/captcha.ts';
import type { WitnessSide } from '../integrations/witness/witness.ts';
import { createGrammyTelegram } from '../integrations/telegram/grammy-telegram.ts';
import type { Telegram } from '../integrations/telegram/telegram.ts';
import type { MailTransport } from '../integrations/mail/mail.ts';

interface Needs {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

export interface Adapters {
  readonly bus: Bus;
  readonly shared: Shared;
  readonly feed: ChosenMarket;
  readonly brokerSide: BrokerSide;
  /** Null: mails are stored instead of sent. */
  readonly mailTransport: MailTransport | null;
  readonly captcha: Captcha;
  /** Null: no key is configured. */
  readonly llms: Awaited<ReturnType<typeof chooseLlms>>;
  readonly beacon: Beacon;
  readonly witnessSide: WitnessSide;
  readonly outbound: Outbound;
  /** Null: no bot is configured. */
  readonly telegram: Telegram | null;
}

/** The adapters of all partners, by configuration. */
export const chooseAdapters = async ({ config, db, clock, log }: Needs): Promise<Adapters> => {
  const shared = chooseShared(config, log);
  return {
    bus: shared.bus,
    shared,
    feed: chooseMarketData(config, { clock, recordedTo: await findNewestAt(db, toFeedId(config.feed)), log }),
    brokerSide: chooseBroker({ config, shared, clock, log }),
    mailTransport: chooseMail(config),
    captcha: chooseCaptcha({ config, db, clock }),
    llms: await chooseLlms(config.llm),
    beacon: createDrandBeacon({ relay: config.beaconRelay }),
    witnessSide: chooseWitnesses({ config, log }),
    outbound: chooseOutbound(config),
    telegram: config.telegram ? createGrammyTelegram(config.telegram) : null,
  };
};
