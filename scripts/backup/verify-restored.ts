import { asMarketClock } from '#domain/clock.ts';
import { pause } from '#research/history/pause.ts';
import { createFindings } from '#record/verify/findings.ts';
import { createApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { toFeedId } from '#server/config/market.ts';
import type { Database } from '#server/database/connection.ts';
import { createLogger } from '#server/http/logger.ts';
import { createInProcessBus } from '#server/integrations/bus/in-process-bus.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { createRecordModule } from '#server/modules/record/create-record-module.ts';
import { openRecordFiles } from '#server/modules/record/journal/record-files.ts';
import { findLastCheckpoint } from '#server/modules/record/sign/record-tree.repository.ts';
import { primaryReads } from '#server/database/replica/choose-reads.ts';
import { noCrash } from '#server/start/crash-points.ts';
import { printVerdict } from '../record/print-verdict.ts';
import { createRecordAddress } from '../record/record-address.ts';
import { verifyAddress } from '../record/verify-address.ts';

interface VerifyRestoredDependencies {
  readonly db: Database;
  readonly config: Config;
  /** The instant of the backup, up to which the record must be complete. */
  readonly at: number;
}

/**
 * Verifies the record in a restored database as `npm run verify-record` does at an address: over the
 * record's own routes, on a port of this machine for as long as it takes, without signing or
 * changing anything. Returns its exit code.
 */
export async function verifyRestored({ db, config, at }: VerifyRestoredDependencies): Promise<number> {
  if (!(await findLastCheckpoint(db))) {
    process.stdout.write('Nothing of the record had been signed: there is nothing to verify.\n');
    return 0;
  }
  const logger = createLogger('silent');
  const clock = { now: () => at };
  const { kind } = config.feed;
  const feed = { id: toFeedId(config.feed), kind, isLive: false, symbols: config.pairs, notOffered: null };
  const { routes } = await createRecordModule({
    // A process that serves never signs.
    config: { ...config, role: 'api' },
    platform: {
      db,
      reads: primaryReads,
      leaderDb: db,
      bus: createInProcessBus(),
      market: { feed, bars: () => [] },
      clock,
      marketClock: asMarketClock(clock),
      scheduler: systemScheduler,
      crashPoint: noCrash,
      log: logger,
    },
    adapters: {
      models: { metadata: new Map() },
      witnessSide: { witnesses: [], quorum: 0, own: null },
      openRecordFiles,
    },
  });
  const app = await createApp({ config: { ...config, rateLimitPerMinute: 0 }, logger, routes, readiness: [], clock });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const findings = createFindings((line) => process.stdout.write(`${line}\n`));
    const record = createRecordAddress(address, { fetchUrl: fetch, pause, waited: { ms: 0 } });
    await verifyAddress(record, { now: at, witnesses: null }, findings);
    return printVerdict(findings);
  } finally {
    await app.close();
  }
}
