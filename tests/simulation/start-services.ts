import type { Role } from '#server/config/role.ts';
import type { Leader } from '#server/database/leader.ts';
import { createValkeyBus } from '#server/integrations/bus/valkey-bus.ts';
import type { Broker } from '#server/integrations/broker/broker.ts';
import { noCache } from '#server/integrations/broker/pocket/answer-cache.ts';
import type { Llm } from '#server/integrations/llm/llm.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import { createLocalSemaphores } from '#server/integrations/semaphores/semaphores.ts';
import type { Witness } from '#server/integrations/witness/witness.ts';
import type { ForecastsListener } from '#server/live/market-view.ts';
import type { StartJudging } from '#server/modules/calibration/calibration.api.ts';
import type { ModelMetadata } from '#server/modules/models/models.api.ts';
import { type NoteFile, openNoteFile } from '#server/modules/record/sign/note-file.ts';
import { createServices } from '#server/services.ts';
import type { Runtime } from '#server/start/runtime.ts';
import type { Adapters } from '#server/services/choose-adapters.ts';
import { notUsed } from './not-used.ts';
import { getConfig } from './rules.ts';
import { simulatedForecaster } from './simulated/simulated-forecaster.ts';
import { createSimulatedJobs } from './simulated/simulated-jobs.ts';
import type { SimulatedProcess } from './simulated/simulated-process.ts';
import type { SimulatedReceivers } from './simulated/simulated-receivers.ts';
import type { SimulatedValkey } from './simulated/simulated-valkey.ts';

interface ServicesDependencies {
  readonly role: Role;
  readonly process: SimulatedProcess;
  readonly leader: Leader;
  readonly marketData: MarketData;
  readonly valkey: SimulatedValkey;
  readonly broker: Broker;
  readonly llm: Llm;
  readonly witness: Witness;
  readonly receivers: SimulatedReceivers;
  /** Where the record keeps its files. */
  readonly folder: string;
  readonly chance: () => number;
  /** The true time, milliseconds. */
  readonly realNow: () => number;
  readonly startJudging: StartJudging;
  readonly stop: () => void;
  readonly onForecasts?: ForecastsListener;
}

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Does not run. */
const leftOut: ReadonlySet<string> = new Set([
  // Its lock belongs to a session of the database, and all processes share one.
  'yielding the lead',
  // Writes files on threads, in an order that no seed repeats.
  'figures and files of the record',
  // Names a process by its host and number, which are the same for all.
  'heartbeat of this process',
]);

/** The product in one process and role, by its own composition root; what it reaches outside is simulated. */
export async function startServices(dependencies: ServicesDependencies): Promise<Services> {
  const { role, process, leader, chance, realNow, folder, stop, onForecasts } = dependencies;
  const { db, clock, scheduler, log } = process;
  const runtime: Runtime = {
    config: getConfig(role, folder),
    db,
    pool: db.$client,
    leader,
    clock: { ...clock, isTrusted: () => true, feedSays: () => 'same', observeFeed: () => undefined },
    scheduler,
    realNow,
    random: chance,
    log,
    print: (line) => log.warn(line),
    stop,
  };
  const services = await createServices(runtime, createAdapters(dependencies));
  if (onForecasts) services.platform.market.onForecasts(onForecasts);
  for (const component of services.components) if (!leftOut.has(component.name)) await component.start();
  return services;
}

const { key, version } = simulatedForecaster;
/** A calibration holds for the version of a file. */
const metadata: ModelMetadata = new Map([
  [key, { version, file: new URL('file:///simulated.json'), fileHash: '00'.repeat(32), card: null }],
]);

function createAdapters({ process, marketData, broker, ...outside }: ServicesDependencies): Adapters {
  const { clock, log } = process;
  const valkey = outside.valkey.connect(process.state);
  const shared = { semaphores: createLocalSemaphores(), cache: noCache, components: [], readiness: [] };
  const { push, transport, telegram } = outside.receivers.reachedFrom(process);
  return {
    shared: { ...shared, valkey, bus: createValkeyBus(valkey, log) },
    jobs: createSimulatedJobs(process),
    feed: { marketData, marketClock: clock },
    models: { forecasters: [simulatedForecaster], unavailable: [], metadata },
    startJudging: outside.startJudging,
    brokerSide: {
      broker: { ...broker, state: () => 'ok' },
      readPayouts: async () => new Map(),
      hasPlayMoney: false,
      postbackKey: null,
      brokerLinks: notUsed,
      seedTraders: broker,
      sandbox: { name: 'no training broker', start: () => undefined, stop: () => undefined },
    },
    mailTransport: transport,
    captcha: { kind: 'altcha', siteKey: null, createChallenge: notUsed, isSolved: notUsed },
    llms: { chatgpt_4o: outside.llm, 'indicators_chatgpt_3.5': outside.llm },
    witnessSide: { witnesses: [outside.witness], quorum: 1 },
    openNoteFile: (folder) => openSimulatedNoteFile(process, folder),
    isPushAllowed: () => true,
    push: { send: push, generateKeys: () => ({ publicKey: 'public', privateKey: 'private' }) },
    telegram,
  };
}

/** The real file beside the database, each access of which is an operation of this process. */
function openSimulatedNoteFile({ onDisk }: SimulatedProcess, folder: string): NoteFile {
  const { read, save } = openNoteFile(folder);
  return { read: () => onDisk('note read', read), save: (note) => onDisk('note save', () => save(note)) };
}
