import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import { secondMs } from '#domain/time.ts';
import { type Config, ConfigError, parseConfig } from '#server/config.ts';
import { findSessionError } from '#server/database/open-database.ts';
import { connectWhileStarting, type DatabaseConnection } from '#server/database/connection.ts';
import { DataInUseError } from '#server/database/embedded/data-lock.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { createLogger } from '#server/http/logger.ts';
import { createGrammyTelegram } from '#server/integrations/telegram/telegram.ts';
import type { Valkey } from '#server/integrations/valkey/valkey.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { builtBrand } from '#server/config/brand.ts';
import { checkDisk } from '#server/modules/system/checkup/check-machine.ts';
import type { Finding } from '#server/modules/system/checkup/findings.ts';
import { type CheckupContext, runCheckup } from '#server/modules/system/checkup/run-checkup.ts';
import { chooseBroker } from '#server/services/choose-broker.ts';
import { chooseLlms, chooseMail, chooseWitnesses, chooseShared } from '#server/services/choose-adapters.ts';
import { chooseMarketData } from '#server/services/choose-market-data.ts';
import { StartError } from '#node/start-error.ts';
import { loadSettings, runCommand } from './command/run-command.ts';
import { renderCheckup, toExitCode } from './operate/render-checkup.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import type { CheckedFeed } from '#server/modules/system/checkup/check-feed.ts';

const print = (line: string): void => void process.stderr.write(`${line}\n`);
const feedWithinMs = 12 * secondMs;
const connectWithinMs = 2 * secondMs;

/**
 * npm run doctor [-- --mail you@example.com]
 * Calls all that the product would call, with its settings, and says what is missing. Changes nothing but the data folder,
 * which it creates like a first start. Exit code 0: all is well, 1: the product cannot run, 2: it runs with less.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { mail: { type: 'string' } } });
  loadSettings();
  const findings = await examine(process.env, values.mail ?? null).catch(toFindings);
  process.stdout.write(renderCheckup(findings));
  process.exitCode = toExitCode(findings);
});

async function examine(env: NodeJS.ProcessEnv, mailTo: string | null): Promise<readonly Finding[]> {
  const config = parseConfig(env);
  const disk = await checkDisk(config.dataDir);
  if (disk.code === 'disk_locked') return [{ code: 'settings_ok', detail: null }, disk];
  const [clock, scheduler, log] = [Date, systemScheduler, createLogger('silent')];
  const around = { config, clock, scheduler, random: Math.random, log };
  const shared = chooseShared(around);
  const { marketData, marketClock } = chooseMarketData(around);
  const database = await openDatabase(config);
  try {
    const isOpen = isMarketOpen(config.tradingHours, marketClock.now());
    const [feed] = await Promise.all([
      observeFeed(marketData, { isOpen, withinMs: feedWithinMs }),
      startValkey(shared.valkey),
    ]);
    const partners = {
      shared,
      brokerSide: chooseBroker(around, shared, database.pool ?? inUse),
      mailTransport: chooseMail(config),
      telegram: config.telegram ? createGrammyTelegram(config.telegram) : null,
      llms: await chooseLlms(config.llm),
      witnessSide: chooseWitnesses(config),
    };
    return await runCheckup({ config, builtBrand, clock, marketClock, ...database, feed, partners }, mailTo);
  } finally {
    await marketData.stop();
    await shared.valkey?.stop();
    await database.close();
  }
}

/** The running product holds the embedded database. */
const inUse = { query: () => Promise.reject(new Error('in use by the running product')) };

/** The errors of the settings, each on a line of its own. */
function toFindings(error: unknown): readonly Finding[] {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  return error.message.split('\n').map((detail) => ({ code: 'settings_wrong', detail }));
}

interface OpenedDatabase extends Pick<CheckupContext, 'pool' | 'findSessionError'> {
  close(): Promise<void>;
}

/** Opens no more than it needs to: nothing is migrated, and no process loses its lead. */
async function openDatabase({ databaseUrl, dataDir }: Config): Promise<OpenedDatabase> {
  if (databaseUrl !== null)
    return { ...connectOnce(databaseUrl), findSessionError: () => findSessionError(databaseUrl) };
  const close = async (): Promise<void> => undefined;
  try {
    const server = await startEmbeddedPostgres({ dataDir, print });
    const opened = connectOnce(server.url);
    const closeBoth = async (): Promise<void> => {
      await opened.close();
      await server.stop();
    };
    return { pool: opened.pool, close: closeBoth };
  } catch (error) {
    if (error instanceof DataInUseError) return { pool: null, close };
    if (error instanceof StartError) return { pool: { query: () => Promise.reject(error) }, close };
    throw error;
  }
}

function connectOnce(url: string): DatabaseConnection {
  return connectWhileStarting({ url, onIdleError: () => undefined, maxConnections: 1 });
}

/** Waits for its first connection, which takes a few round trips. */
async function startValkey(valkey: Valkey | null): Promise<void> {
  await valkey?.start();
  const until = performance.now() + connectWithinMs;
  while (valkey && !valkey.isConnected() && performance.now() < until) await pause(50);
}

interface Options {
  readonly isOpen: boolean;
  /** Milliseconds after which what has arrived is all. */
  readonly withinMs: number;
}

/** Runs a feed until each pair has a tick; in a closed market until it is connected. */
async function observeFeed(marketData: MarketData, { isOpen, withinMs }: Options): Promise<CheckedFeed> {
  const { kind, isLive, backfill, state, offer, countCallsLeft } = marketData;
  let { symbols } = marketData;
  const ticks = new Map<string, Tick>();
  const observed = Promise.withResolvers<void>();
  const look = (): void => {
    if (isOpen ? ticks.size === symbols.length : state().connected) observed.resolve();
  };
  const late = setTimeout(observed.resolve, withinMs);
  await marketData.start({
    onTick: (tick) => {
      ticks.set(tick.symbol, tick);
      look();
    },
    onGap: () => undefined,
    onStateChange: look,
    onOffer: ({ offered }) => {
      symbols = offered;
      look();
    },
  });
  look();
  await observed.promise;
  clearTimeout(late);
  const lastTick = (symbol: string): Tick | null => ticks.get(symbol) ?? null;
  return { kind, isLive, symbols, offer, backfill, state, lastTick, ...(countCallsLeft && { countCallsLeft }) };
}
