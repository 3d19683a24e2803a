import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import type { WallClock } from '#domain/clock.ts';
import type { LlmModelKey } from '#domain/signals/llm-model.ts';
import type { Config } from '../config.ts';
import { toFeedId } from '../config/market.ts';
import type { DatabaseConnection } from '../database/connection.ts';
import type { BrokerSide } from '../integrations/broker/broker.ts';
import type { Captcha } from '../integrations/captcha/captcha.ts';
import type { Llm } from '../integrations/llm/llm.ts';
import type { MailServer } from '../integrations/mail/mail.ts';
import { createHttpsOutbound, createIsAllowedHost } from '../integrations/outbound/https-outbound.ts';
import type { PushService } from '../integrations/push/push.ts';
import { createWebPush, generatePushKeys } from '../integrations/push/web-push.ts';
import { createGrammyTelegram } from '../integrations/telegram/grammy-telegram.ts';
import type { Telegram } from '../integrations/telegram/telegram.ts';
import type { WitnessSide } from '../integrations/witness/witness.ts';
import { createJobs, type Jobs } from '../jobs/jobs.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import type { StartJudging } from '../modules/calibration/calibration.api.ts';
import type { LoadedModels } from '../modules/models/models.api.ts';
import { loadModels } from '../modules/models/load-models.ts';
import { findNewestAt } from '../modules/record/append/feed-position.ts';
import { type NoteFile, openNoteFile } from '../modules/record/sign/note-file.ts';
import { chooseBroker } from './choose-broker.ts';
import { chooseCaptcha, chooseLlms, chooseMail, chooseWitnesses } from './choose-partners.ts';
import { type ChosenFeed, chooseMarketData } from './choose-market-data.ts';
import { chooseShared, type Shared } from './choose-shared.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Pick<DatabaseConnection, 'db' | 'url'>;
  readonly clock: WallClock;
  readonly scheduler: Scheduler;
  readonly random: () => number;
  readonly log: FastifyBaseLogger;
}

/** What the product reaches outside of its process, beside the database. */
export interface Adapters {
  readonly shared: Shared;
  readonly jobs: Jobs;
  readonly feed: ChosenFeed;
  readonly models: LoadedModels;
  readonly startJudging: StartJudging;
  readonly brokerSide: BrokerSide;
  /** Null: mails are stored instead of sent. */
  readonly mailTransport: MailServer | null;
  readonly captcha: Captcha;
  /** Null: no key is configured. */
  readonly llms: Readonly<Record<LlmModelKey, Llm>> | null;
  readonly witnessSide: WitnessSide;
  readonly openNoteFile: (folder: string) => NoteFile;
  readonly push: PushService;
  /** Whether a push endpoint may have this address. */
  readonly isPushAllowed: (url: string) => boolean;
  /** Null: no bot is configured. */
  readonly telegram: Telegram | null;
}

const modelsFolder = new URL('../../../models/', import.meta.url);

/** The adapters of all partners, by configuration. */
export async function chooseAdapters(dependencies: Dependencies): Promise<Adapters> {
  const { config, database, clock, scheduler, random, log } = dependencies;
  const { after } = scheduler;
  const { db, url } = database;
  const shared = chooseShared({ config, after, log });
  const recordedTo = await findNewestAt(db, toFeedId(config.feed));
  const allowsPrivate = config.allowsPrivatePush;
  return {
    shared,
    jobs: createJobs({ url, log }),
    feed: chooseMarketData({ config, clock, scheduler, random, recordedTo, log }),
    models: await loadModels(modelsFolder),
    startJudging,
    brokerSide: chooseBroker({ config, shared, clock, after, random, log }),
    mailTransport: chooseMail(config),
    captcha: chooseCaptcha({ config, db, clock }),
    llms: await chooseLlms(config.llm),
    witnessSide: chooseWitnesses(config),
    openNoteFile,
    push: { send: createWebPush(createHttpsOutbound({ allowsPrivate })), generateKeys: generatePushKeys },
    isPushAllowed: createIsAllowedHost({ allowsPrivate }),
    telegram: config.telegram ? createGrammyTelegram(config.telegram) : null,
  };
}

const daysWorker = new URL('./judge-days-worker.ts', import.meta.url);

/** Runs the models over past days in a thread of its own, which takes about a second for each day. */
const startJudging: StartJudging = () => {
  const worker = new Worker(daysWorker, { workerData: modelsFolder.href });
  // Ends with the thread; an error in it is thrown here.
  const answers = on(worker, 'message', { close: ['exit'] });
  return {
    judge: async (day) => {
      worker.postMessage(day);
      const { value } = await answers.next();
      if (value === undefined) throw new Error('the thread that judges days has ended');
      return value[0];
    },
    close: async () => {
      await worker.terminate();
    },
  };
};
