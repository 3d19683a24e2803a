import type { Component } from '#server/start/component.ts';
import { noCrash } from '#server/start/crash-points.ts';
import { fencedDatabase } from '#server/database/fence.ts';
import { createValkeyBus } from '#server/integrations/bus/valkey-bus.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import type { Witness } from '#server/integrations/witness/witness.ts';
import type { Valkey } from '#server/integrations/valkey/valkey.ts';
import { createLiveEngine } from '#server/live/live-engine.ts';
import { createPastGate } from '#server/live/past-gate.ts';
import { publishMarket } from '#server/live/publish-market.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createBackgroundAudit } from '#server/modules/record/sign/audit-record.ts';
import { createCheckpoints } from '#server/modules/record/sign/checkpoints.ts';
import { createCosigning } from '#server/modules/record/witnesses/create-cosigning.ts';
import { completeFromJournal } from '#server/modules/record/journal/complete-from-journal.ts';
import type { RecordKey } from '#server/modules/record/sign/record-key.ts';
import { countLeaves } from '#server/modules/record/append/record.repository.ts';
import { createSignRecord } from '#server/modules/record/sign/sign-record.ts';
import { createRecapModule } from '#server/modules/recap/create-recap-module.ts';
import { createShadowModule } from '#server/modules/shadow/create-shadow-module.ts';
import { createSettlement } from '#server/modules/signals/settlement/create-settlement.ts';
import { loggedTicks } from '#server/modules/signals/settlement/logged-ticks.ts';
import { createReadStats } from '#server/modules/signals/statistics/read-stats.ts';
import { whenElected } from '#server/services/when-elected.ts';
import type { Leader } from '#server/database/leader.ts';
import type { Defect } from './defects.ts';
import { settleAgain } from './invariants/settle-again.ts';
import { createOutboxes, notUsed, publicUrl, secret } from './outboxes.ts';
import type { Rules } from './rules.ts';
import { simulatedForecaster } from './simulated/simulated-forecaster.ts';
import { createSimulatedJobs } from './simulated/simulated-jobs.ts';
import type { SimulatedProcess } from './simulated/simulated-process.ts';
import { openSimulatedCosigned, openSimulatedRecordFiles } from './simulated/simulated-record-files.ts';

export interface EngineDependencies {
  readonly process: SimulatedProcess;
  readonly marketData: MarketData;
  readonly valkey: Pick<Valkey, 'commands' | 'isConnected' | 'subscribe'>;
  readonly leader: Leader;
  readonly key: RecordKey;
  readonly witness: Witness;
  readonly folder: string;
  readonly rules: Rules;
  readonly defect: Defect;
  readonly onFailed: () => void;
}

/** ROLE=engine, as services.ts composes it. */
export async function startEngine(needs: EngineDependencies): Promise<void> {
  const { process, marketData, valkey, leader, key, rules, defect, onFailed } = needs;
  const { db, clock, scheduler, log } = process;
  const { after } = scheduler;
  const config = { ...rules, demoHistoryHours: 0 };
  const leaderDb = fencedDatabase(db, leader);
  const bus = createValkeyBus({ valkey, log });
  const jobs = createSimulatedJobs(process);
  const forecasters = [simulatedForecaster];
  const models = { forecasters, metadata: new Map() };
  const engine = createLiveEngine({ config, marketData, models, leader, clock, after, log });
  const common = { config, leaderDb, leader, engine, bus, jobs, clock, marketClock: clock, scheduler, log };
  const { queueMail, listeners } = createOutboxes(process, jobs);
  const platform = {
    ...common,
    enqueueUserEvents: createEnqueueUserEvents(bus, listeners),
    crashPoint: noCrash,
  };
  const { tickLog, components } = createSettlement({ ...platform, isLeading: leader.isLeading });
  const isEmpty = async (): Promise<boolean> => (await countLeaves(db)) === 0;
  const signals = { tickLog, loggedTicks };
  const past = createPastGate();
  const noPast = { startPastThread: null, calibration: { past: null } };
  const shadow = createShadowModule({
    config,
    platform: { ...platform, past },
    signals,
    record: { isEmpty },
    ...noPast,
  });
  const files = openSimulatedRecordFiles(process, needs.folder);
  const { signal } = new AbortController();
  const background = createBackgroundAudit({ onError: (error) => checkpoints.fail(error) });
  // However short it is, a new leader continues the record from its mark.
  const auditing = { auditBeside: background.run, besideFromSize: 1 };
  const sign = createSignRecord({ ...files, ...auditing, db: leaderDb, key, clock, signal });
  const checkpoints = createCheckpoints({ db, sign, bus, clock, after, log });
  const opening: Component = {
    name: 'journal of the record',
    duty: 'lead',
    start: () => completeFromJournal({ ...files, db, key, clock, log }),
    stop: () => undefined,
  };
  const witnessSide = { witnesses: [needs.witness], quorum: 1, own: null };
  const cosigned = openSimulatedCosigned(process, needs.folder);
  const cosigning = createCosigning({ db, witnessSide, terms: key.terms, cosigned, after, log });
  const startRecord = (): void => {
    checkpoints.start();
    cosigning.start();
  };
  const record: Component = { name: 'record', duty: 'lead', start: startRecord, stop: () => undefined };
  const recap = createRecapModule({
    config: { ...rules, publicUrl, secret, previousSecret: null },
    platform: { db, clock, scheduler, log },
    accounts: { signedIn: notUsed },
    mail: { queueMail },
    record: { readRecap: notUsed },
    signals: { readStats: createReadStats(db) },
  });
  const publishing = publishMarket({ engine, valkey, leader, after, log });
  const startWhenElected = whenElected({ leader, log, onFailed });
  const all = [opening, ...shadow.components, ...components, engine, publishing, record, ...recap.components];
  for (const component of all) await (component.duty === 'lead' ? startWhenElected(component) : component).start();
  if (defect.settlesAgain) settleAgain({ leader, leaderDb, after, log });
}
