import { createServer } from 'node:net';
import { hostname, uptime } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { secondMs, minuteMs } from '#domain/time.ts';
import { createApp } from './app.ts';
import { type Config, parseConfig } from './config.ts';
import { requireWritable } from './files/data-folder.ts';
import { describeExit, toDatabaseStartError, type OpenDatabase, openDatabase } from './database/open-database.ts';
import { createLogger } from './http/logger.ts';
import { seedDemoAccounts } from './modules/accounts/seed-demo-accounts.ts';
import { createServices } from './services.ts';
import type { ErrorReports } from './integrations/error-reports/error-reports.ts';
import { chooseAdapters, captchaOrigins, chooseErrorReports } from './services/choose-adapters.ts';
import { toFeedId, isLiveFeed } from './config/market.ts';
import { StartError } from '#node/start-error.ts';
import { resealStored } from './start/reseal-stored.ts';
import { systemScheduler } from './jobs/scheduler.ts';
import { runInOrder, type Component } from './start/component.ts';
import { createTrustedClock } from './start/trusted-clock.ts';
import { toListenError } from './start/listen-error.ts';
import { hasDuty } from './config/role.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { readHead } from '#server/modules/record/append/append-leaves.ts';
import type { Platform } from './start/platform.ts';

/** A demo prints its address when it is ready to be tried; where processes wait for it, at once. */
export type AddressShown = 'when listening' | 'when a signal can be had';

const buildDir = fileURLToPath(new URL('../../build', import.meta.url));

/**
 * Starts configuration, database, services and HTTP in order of dependency; on an error everything
 * started so far is stopped.
 */
export async function startProduct(
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  addressShown: AddressShown,
): Promise<{ stop(): Promise<void> }> {
  const config = parseConfig(env);
  if (hasDuty(config.role, 'lead')) requireWritable(config.dataDir);
  await probePort(config);
  if (config.metrics) await probePort(config.metrics, 'METRICS_');
  const reports = await chooseErrorReports(config, Date);
  const logger = createLogger(config.logLevel, undefined, reports?.report);
  const running = runInOrder(logger);
  if (reports) {
    await running.start(reports.component);
    process.once('uncaughtException', (error) => void exitReported(error, logger, reports));
  }
  const realNow = (): number => performance.now();
  const clock = createTrustedClock({
    wallNow: Date.now,
    steadyNow: realNow,
    upMs: () => uptime() * secondMs,
    log: logger,
  });
  const database = await openDatabase(config, describeSelf(config), print, logger);
  await running.start({ name: 'database', start: () => undefined, stop: () => database.close() });
  try {
    if (config.oldSecret !== null) await resealStored(database.db, { ...config, oldSecret: config.oldSecret }, logger);
    const { db, pool, leader } = database;
    const around = { config, clock, scheduler: systemScheduler, random: Math.random, log: logger };
    const adapters = await chooseAdapters(around, database);
    if (config.demo)
      await seedDemoAccounts({
        db,
        accounts: config.demoAccounts,
        isPublic: config.demoPublic,
        broker: adapters.brokerSide.seedTraders,
        clock,
      });
    const stop = (): void => void process.kill(process.pid, 'SIGTERM');
    const services = await createServices({ ...around, db, pool, leader, clock, realNow, print, stop }, adapters);
    const app = await createApp({
      config,
      logger,
      ...(hasDuty(config.role, 'serve') ? { buildDir } : {}),
      partners: captchaOrigins(config),
      reportsTo: config.sentryDsn && new URL(config.sentryDsn).origin,
      clock,
      isLiveMarket: isLiveFeed(config.feed),
      ...services,
      readiness: [{ name: 'database', check: database.check }, ...services.readiness],
    });
    for (const component of services.components) await running.start(component);
    await running.start({ name: 'http', start: () => listen(app, config), stop: () => closeApp(app) });
    database.endStart();
    const showAddress = (): void => announce(config, app, services.announce, print);
    // Not awaited: the product runs, and can be stopped, while its first minute closes.
    if (addressShown === 'when a signal can be had' && config.demo && config.feed.kind === 'simulated')
      await running.start(awaitFirstForecasts(services.platform, showAddress));
    else showAddress();
    failWith(database, running.stop);
    stopWhenDeposed(database, config, running.stop);
  } catch (error) {
    // Stopping must not wait a minute for a connection.
    database.endStart();
    await running.stop();
    throw toDatabaseStartError(error, database.url) ?? error;
  }
  return running;
}

/** Fails early, before anything is created for a start that cannot succeed. */
function probePort({ port, host }: Pick<Config, 'port' | 'host'>, prefix: '' | 'METRICS_' = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(toListenError(error, { port, host }, prefix) ?? error));
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  await app.listen({ port, host }).catch((error: unknown) => {
    throw toListenError(error, { port, host }) ?? error;
  });
}

/**
 * Requests in progress may finish and idle connections are closed; after this timeout the rest is
 * aborted.
 */
const answerWithinMs = 4_000;

async function closeApp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), answerWithinMs);
  await app.close();
  clearTimeout(cut);
}

function announce(config: Config, app: FastifyInstance, lines: readonly string[], print: (line: string) => void): void {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const url = config.port === 0 ? config.publicUrl.replace(/:0$/, `:${port}`) : config.publicUrl;
  const banner = [`${config.brand.name} runs at ${url}`, ...lines, 'Stop it with Ctrl-C.'].map((line) => `  ${line}`);
  for (const line of ['', ...banner, '']) print(line);
}

/**
 * Without its embedded database the product cannot work: the process exits, so that its supervisor
 * can restart it.
 */
function failWith(database: OpenDatabase, stop: () => Promise<void>): void {
  void database.lost.then(async (log) => {
    console.error(describeExit(log));
    await stop();
    process.exit(1);
  });
}

/** A crash, after its report has been sent. */
async function exitReported(error: unknown, log: FastifyBaseLogger, { flush }: ErrorReports): Promise<void> {
  log.fatal({ err: error }, 'the process failed');
  await flush();
  process.exit(1);
}

const describeSelf = ({ publicUrl, feed, role }: Config) => ({
  role,
  host: hostname(),
  pid: process.pid,
  address: publicUrl,
  feed: toFeedId(feed),
});

const deposedStopMs = 10_000;

/**
 * For a process that would lead alone a restart is pointless while the other one leads, which the
 * exit code says; an engine stands again after its restart.
 */
function stopWhenDeposed({ leader }: OpenDatabase, { role }: Config, stop: () => Promise<void>): void {
  void leader.deposed.then(async (reason) => {
    console.error(reason);
    const exitCode = role === 'all' ? new StartError(reason).exitCode : 1;
    setTimeout(() => process.exit(exitCode), deposedStopMs).unref();
    await stop();
    process.exit(exitCode);
  });
}

const everyMs = 100;
const explainedAfterMs = 3 * secondMs;
/** A minute closes within this time; after it the pages say what is wrong, and waiting does not help. */
const maxWaitMs = minuteMs + 15 * secondMs;

/** Waits until the record states a minute that a signal may pass on; prints why it takes up to a minute. */
function awaitFirstForecasts({ db, marketClock, log, print }: Platform, onStated: () => void): Component {
  const stopping = new AbortController();
  const isStated = async (): Promise<boolean> => {
    const { minute } = await readHead(db);
    return minute !== null && marketClock.now() - minute.minute < 2 * minuteMs;
  };
  const untilStated = async (): Promise<void> => {
    for (let waitedMs = 0; waitedMs < maxWaitMs && !(await isStated()); waitedMs += everyMs) {
      if (waitedMs === explainedAfterMs) print('Preparing the first forecasts: they come when a minute closes…');
      await wait(everyMs, undefined, { signal: stopping.signal });
    }
  };
  const run = async (): Promise<void> => {
    await untilStated().catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'the first forecasts could not be awaited');
    });
    if (!stopping.signal.aborted) onStated();
  };
  return { name: 'first forecasts', start: () => void run(), stop: () => stopping.abort() };
}
