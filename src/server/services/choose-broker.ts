import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrokerLinks } from '#contract/traders.ts';
import type { Config } from '../config.ts';
import type { Surroundings } from '../start/runtime.ts';
import { apiError } from '../http/api-error.ts';
import type { BrokerSide, Visitor, Broker } from '../integrations/broker/broker.ts';
import { createManualBroker } from '../integrations/broker/manual-broker.ts';
import { type BrokerSharing, createPocketBroker } from '../integrations/broker/pocket-broker.ts';
import { readSandboxPayouts, sandboxProcess } from '#server/integrations/broker/sandbox.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const sandboxTraders = new URL('../../../fixtures/broker/sandbox-traders.json', import.meta.url);
const playMoney = { hasPlayMoney: true, postbackKey: null };

export function chooseBroker(around: Surroundings, shared: BrokerSharing, pool: Pick<pg.Pool, 'query'>): BrokerSide {
  const { config, clock, scheduler, random, log } = around;
  const { after } = scheduler;
  const common = { shared, clock, log, chance: random, after };
  const seedTraders = createRecordedTraders(sandboxTraders, clock);
  const noSandbox = { name: 'no training broker', start: () => undefined, stop: () => undefined };
  const { broker } = config;

  if (broker.kind !== 'sandbox') {
    const holdsMs = config.access.balanceHoldsMs;
    return {
      seedTraders,
      sandbox: noSandbox,
      broker:
        broker.kind === 'manual'
          ? createManualBroker({ pool, clock, holdsMs })
          : createPocketBroker({ ...common, ...broker, apiUrl: async () => broker.apiUrl }),
      // The partner API of Pocket Option has no payouts: each trader enters them.
      readPayouts: async () => new Map(),
      hasPlayMoney: false,
      postbackKey: broker.postbackKey,
      brokerLinks: async (visitor) => partnerLinks(broker, visitor),
    };
  }

  const known = { partnerId: broker.partnerId, balanceMode: 'minus_bonuses' as const };
  if (broker.apiUrl !== null) {
    const { apiUrl, apiToken, referralUrl } = broker;
    const page = referralUrl ?? apiUrl;
    const partner = { ...known, apiToken, apiUrl: () => Promise.resolve(apiUrl) };
    return {
      seedTraders,
      sandbox: noSandbox,
      broker: createPocketBroker({ ...common, ...partner }),
      readPayouts: (stopping) => readSandboxPayouts({ ...partner, after }, stopping),
      ...playMoney,
      brokerLinks: async (visitor) => sandboxLinks(page, known.partnerId, visitor),
    };
  }

  const apiToken = randomBytes(16).toString('hex');
  const sandbox = sandboxProcess({
    log,
    after,
    env: sandboxEnv(config, known.partnerId, apiToken),
  });
  const partner = { ...known, apiToken, apiUrl: sandbox.ready };
  return {
    seedTraders,
    broker: createPocketBroker({ ...common, ...partner }),
    readPayouts: (stopping) => readSandboxPayouts({ ...partner, after }, stopping),
    ...playMoney,
    brokerLinks: async (visitor) => {
      const address = await inTime(sandbox.ready(), after);
      return sandboxLinks(broker.referralUrl ?? pageAddress(address, config), known.partnerId, visitor);
    },
    sandbox: { name: 'training broker', start: sandbox.start, stop: sandbox.stop },
  };
}

const sandboxEnv = ({ brand, port, host, dataDir, publicUrl, feed }: Config, partnerId: string, apiToken: string) => ({
  PATH: process.env.PATH ?? '',
  HOST: host,
  PORT: String(port === 0 || port === 65_535 ? 0 : port + 1),
  ENDS_WITH_INPUT: 'yes',
  PARTNER_ID: partnerId,
  PARTNER_NAME: brand.name,
  API_TOKEN: apiToken,
  FOLDER: join(dataDir, 'sandbox-broker'),
  ...(feed.kind === 'simulated' ? { MARKET_SEED: String(feed.seed) } : {}),
  SEED_FILE: fileURLToPath(sandboxTraders),
  // With a dynamic port the product's own address is unknown here, so no return link is shown.
  RETURN_URL: port === 0 ? '' : publicUrl,
});

/** Address for the browser: the host of the product's public URL, the port of the sandbox. */
function pageAddress(address: string, { publicUrl }: Config): string {
  const page = new URL(address);
  page.hostname = new URL(publicUrl).hostname;
  return page.origin;
}

function sandboxLinks(page: string, partner: string, { lang, campaign }: Visitor): BrokerLinks {
  const register = new URL('/join', page);
  register.searchParams.set('partner', partner);
  if (campaign !== null) register.searchParams.set('campaign', campaign);
  const deposit = new URL('/desk', page);
  for (const link of [register, deposit]) link.searchParams.set('lang', lang);
  const links = { register: register.href, deposit: deposit.href };
  return { kind: 'sandbox', broker: 'Training Broker', ownership: 'none_needed', ...links };
}

type PartnerConfig = Pick<Exclude<Config['broker'], { kind: 'sandbox' }>, 'kind' | 'referralUrl' | 'postbackKey'>;

/**
 * `{campaign}`, `{lang}` and `{click_id}` in BROKER_REFERRAL_URL are filled in; the top-up link is the broker's
 * front page, and a broker that is not known by name is named by its host.
 */
function partnerLinks(config: PartnerConfig, { lang, campaign, state }: Visitor): BrokerLinks {
  const { kind, referralUrl, postbackKey } = config;
  const fill = (name: string, value: string) => (text: string) =>
    text.replaceAll(new RegExp(`(\\{|%7B)${name}(\\}|%7D)`, 'gi'), () => encodeURIComponent(value));
  const register = [fill('lang', lang), fill('campaign', campaign ?? ''), fill('click_id', state)].reduce(
    (text, filled) => filled(text),
    referralUrl,
  );
  const ownership = postbackKey === null ? 'by_support' : 'by_link';
  const broker = kind === 'pocket' ? 'Pocket Option' : new URL(register).hostname.replace(/^www\./, '');
  return { kind, broker, ownership, register, deposit: new URL('/', register).href };
}

const waitForPageMs = 3_000;

/** Waits for a sandbox that is starting, up to a timeout. */
function inTime(address: Promise<string>, after: Scheduler['after']): Promise<string> {
  return new Promise((resolve, reject) => {
    const rejectAsUnavailable = () => reject(apiError('broker_unavailable', { retryAfterS: 2 }));
    const cancel = after(waitForPageMs, rejectAsUnavailable);
    address.then(resolve, reject).finally(cancel);
  });
}

const Traders = z.array(
  z.object({ id: z.string(), balance: z.number().nonnegative(), isSelfExcluded: z.boolean().default(false) }),
);

/**
 * The initial traders of the sandbox broker, read from its own file: the demo account starts with
 * them.
 */
function createRecordedTraders(file: string | URL, clock: { now(): number }): Broker {
  const traders = readFile(file, 'utf8').then((text) => Traders.parse(JSON.parse(text)));
  // Awaited on each call; an error before the first call must not count as an unhandled rejection.
  traders.catch(() => undefined);
  return {
    findTrader: async (traderId) => {
      const trader = (await traders).find(({ id }) => id === traderId);
      const unknownFigures = { netTurnover: null, commission: null, registeredAt: null };
      return trader ? { ...trader, ...unknownFigures, answeredAt: clock.now() } : null;
    },
  };
}
