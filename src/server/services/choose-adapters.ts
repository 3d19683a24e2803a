import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WallClock } from '#domain/time.ts';
import type { LlmModelKey } from '#domain/signals/ai-model.ts';
import type { Config } from '../config.ts';
import { keyedHash } from '../crypto/keyed-hash.ts';
import type { DatabaseConnection, Database } from '../database/connection.ts';
import type { BrokerSide } from '../integrations/broker/broker.ts';
import type { Captcha } from '../integrations/captcha/captcha.ts';
import type { Llm } from '../integrations/llm/llm.ts';
import { type MailServer, createSmtpMail } from '../integrations/mail/mail.ts';
import { createHttpsOutbound, isAllowedHost } from '../integrations/outbound/outbound.ts';
import { type PushService, webPushService } from '../integrations/push/push.ts';
import { createGrammyTelegram, obeyPauses, type Telegram } from '../integrations/telegram/telegram.ts';
import { type WitnessSide, httpWitness } from '../integrations/witness/witness.ts';
import { createJobs, type Jobs } from '../jobs/jobs.ts';
import type { Surroundings } from '../start/runtime.ts';
import type { StartJudging } from '../modules/calibration/calibration.api.ts';
import type { LoadedModels } from '../modules/models/models.api.ts';
import { loadModels } from '../modules/models/load-models.ts';
import { type NoteFile, openNoteFile } from '../modules/record/sign/note-file.ts';
import { chooseBroker } from './choose-broker.ts';
import { type ChosenFeed, chooseMarketData } from './choose-market-data.ts';
import type { Component } from '../start/component.ts';
import { type Bus, createInProcessBus } from '../integrations/bus/bus.ts';
import type { ReadinessCheck } from '../http/check-readiness.ts';
import { createValkeyBus } from '../integrations/bus/valkey-bus.ts';
import { createLocalSemaphores, type Semaphores } from '../integrations/semaphores/semaphores.ts';
import { type Cache, valkeyCache, noCache } from '#server/integrations/broker/pocket/answer-cache.ts';
import { createValkeySemaphores } from '../integrations/semaphores/valkey-semaphores.ts';
import { createValkey, type Valkey } from '../integrations/valkey/valkey.ts';
import { hostname } from 'node:os';
import type { LlmConfig } from '../config/llm.ts';
import { createAltchaCaptcha } from '../integrations/captcha/altcha-captcha.ts';
import { turnstileCaptcha } from '../integrations/captcha/turnstile-captcha.ts';
import type { ErrorReports } from '../integrations/error-reports/error-reports.ts';
import { releaseName } from '../start/read-release.ts';

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
export async function chooseAdapters(around: Surroundings, { db, url }: DatabaseConnection): Promise<Adapters> {
  const { config, clock, log } = around;
  const shared = chooseShared(around);
  const allowsPrivate = config.allowsPrivatePush;
  return {
    shared,
    jobs: createJobs({ url, log }),
    feed: chooseMarketData(around),
    models: await loadModels(modelsFolder),
    startJudging,
    brokerSide: chooseBroker(around, shared, db.$client),
    mailTransport: chooseMail(config),
    captcha: chooseCaptcha(config, db, clock),
    llms: await chooseLlms(config.llm),
    witnessSide: chooseWitnesses(config),
    openNoteFile,
    push: webPushService(createHttpsOutbound({ allowsPrivate })),
    isPushAllowed: (address) => isAllowedHost(address, allowsPrivate),
    telegram: config.telegram ? obeyPauses(createGrammyTelegram(config.telegram), clock) : null,
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

/** What the processes of the product share beside the database. */
export interface Shared {
  readonly bus: Bus;
  readonly semaphores: Semaphores;
  readonly cache: Cache;
  /** Null: this process is the only one. */
  readonly valkey: Valkey | null;
  readonly components: readonly Component[];
  readonly readiness: readonly ReadinessCheck[];
}

/** Where rate limits count across processes; undefined: in this process. */
export const chooseRateStore = ({ valkey }: Shared, config: Config) =>
  valkey ? { valkey: valkey.commands, hashAddress: keyedHash(config, 'rate limits') } : undefined;

export function chooseShared({ config: { redisUrl, role }, scheduler, log }: Surroundings): Shared {
  if (redisUrl === null) {
    const [bus, semaphores] = [createInProcessBus(), createLocalSemaphores()];
    return { bus, semaphores, cache: noCache, valkey: null, components: [], readiness: [] };
  }
  const valkey = createValkey({ url: redisUrl, name: `kurs-${role}-${process.pid}`, after: scheduler.after, log });
  const semaphores = createValkeySemaphores(valkey, scheduler, log);
  const bus = createValkeyBus(valkey, log);
  const { readiness } = valkey;
  return { bus, semaphores, cache: valkeyCache(valkey), valkey, components: [valkey, semaphores], readiness };
}

/** Origins the widget loads from, for the content security policy. */
export const captchaOrigins = ({ captcha }: Config): readonly string[] =>
  captcha.kind === 'turnstile' ? ['https://challenges.cloudflare.com'] : [];

const chooseCaptcha = ({ captcha, secret }: Config, db: Database, clock: WallClock): Captcha =>
  captcha.kind === 'turnstile' ? turnstileCaptcha(captcha) : createAltchaCaptcha(db, clock, secret);

/** Null without a DSN; the client is imported only where one is set. */
export async function chooseErrorReports(
  { brand, sentryDsn: dsn, role, port }: Config,
  clock: WallClock,
): Promise<ErrorReports | null> {
  if (dsn === null) return null;
  const { createSentryReports } = await import('../integrations/error-reports/error-reports.ts');
  return createSentryReports({ dsn, release: releaseName(brand.slug), role, instance: `${hostname()}:${port}`, clock });
}

/**
 * Null: no key is configured. The client library is loaded only when there is one: it takes 38 MB
 * and a tenth of a second.
 */
export async function chooseLlms(config: LlmConfig | null): Promise<Readonly<Record<LlmModelKey, Llm>> | null> {
  if (!config) return null;
  const { createOpenAiLlm } = await import('../integrations/llm/openai-llm.ts');
  const createLlm = ({ name, price }: LlmConfig['chatgpt4o']) =>
    createOpenAiLlm({ apiKey: config.apiKey, baseUrl: config.baseUrl, model: name, price });
  return { chatgpt_4o: createLlm(config.chatgpt4o), 'indicators_chatgpt_3.5': createLlm(config.chatgpt35) };
}

/** Null: there is no mail server, and mails are stored instead of sent. */
export function chooseMail({ mail: { smtpUrl, from }, publicUrl }: Config): MailServer | null {
  return smtpUrl === null ? null : createSmtpMail({ url: smtpUrl, from, host: new URL(publicUrl).hostname });
}

/** Those that cosign the checkpoints of the record. */
export const chooseWitnesses = ({ witnesses: { addresses, quorum } }: Config): WitnessSide => ({
  witnesses: addresses.map((address) => httpWitness(address)),
  quorum,
});
