import { getErrorMessage } from '#domain/caught-error.ts';
import type { LlmModelKey } from '#domain/signals/ai-model.ts';
import { alertRules } from '#server/database/tables/alert-tables.ts';
import type { Database } from '#server/database/connection.ts';
import { noAlerts } from '#domain/signals/alert-rule.ts';
import { ApiError } from '#server/http/api-error.ts';
import type { Cluster } from '../cluster.ts';
import { apiNames } from '../failures.ts';
import { insertPeople, userId } from '../people.ts';
import { createBrowser } from './simulated-browser.ts';
import { connect } from './simulated-streams.ts';
import { insertDevices } from './simulated-watchers.ts';
import type { Services } from '../start-services.ts';
import type { World } from '../world.ts';

/** People who request signals, now and then twice at once, and watch their streams. */
export interface SimulatedUsers {
  readonly ids: readonly string[];
  start(): void;
  /** No further signals are requested. */
  stop(): void;
  /** Ids of the signals that were shown. */
  readonly shown: ReadonlySet<string>;
  /** Users with access that were refused it, and why. */
  readonly lockedOut: ReadonlySet<string>;
  /** How often each user received each event, by its canonical text. */
  readonly received: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Who has an auto run, once it was started. */
  readonly getAutoRun: () => string | null;
}

const ids = Array.from({ length: 8 }, (_, i) => userId(i));

/** They want the results of their signals, and no forecast is strong enough for an alert. */
export async function insertUsers(db: Database, checkedAt: number): Promise<void> {
  await insertPeople(db, ids, checkedAt);
  await insertDevices(db, ids);
  const { models, symbols, durations } = noAlerts;
  const any = { models: [...models], symbols: [...symbols], durations: [...durations] };
  const rule = {
    ...noAlerts,
    ...any,
    channels: ['push' as const, 'mail' as const],
    minPassability: 100,
    results: true,
  };
  const common = { changedAt: new Date(0) };
  await db.insert(alertRules).values(ids.map((id) => ({ userId: id, ...rule, ...common })));
}

/** Of the requests: for a language model. */
const llmShare = 0.25;

interface SimulatedUsersDependencies {
  readonly world: World;
  readonly cluster: Cluster;
  readonly chance: () => number;
  readonly note: (line: string) => void;
}

export function createSimulatedUsers({ world, cluster, chance, note }: SimulatedUsersDependencies): SimulatedUsers {
  const shown = new Set<string>();
  const lockedOut = new Set<string>();
  const received = new Map(ids.map((id) => [id, new Map<string, number>()]));
  let getAutoRun: string | null = null;
  let isStopped = false;
  const between = (from: number, to: number): number => from + Math.floor((to - from) * chance());
  const anyApi = () => cluster.api(apiNames[Math.floor(chance() * apiNames.length)] ?? 'api-1');

  const request = (id: string): void => {
    const user = { id, lang: 'en' as const };
    const api = anyApi();
    if (!api) return;
    // Of a language model its surest answer, as practice: it has no results by which to be calibrated.
    const model = chance() < llmShare ? 'chatgpt_4o' : null;
    signalFor(api, user, model).then(
      (signal) => {
        shown.add(signal.id);
        note(`${id.slice(-1)} is shown ${signal.id}, ${signal.symbol} ${signal.signal} ${signal.duration} min`);
      },
      (error: unknown) => {
        if (error instanceof ApiError && lockingOut.has(error.code)) lockedOut.add(`${id.slice(-1)}: ${error.code}`);
        note(`${id.slice(-1)} gets no signal: ${getErrorMessage(error)}`);
      },
    );
  };
  const visit = (id: string): void => {
    if (isStopped) return;
    request(id);
    if (chance() < 0.2) request(id);
    world.at(world.now() + between(10_000, 60_000), () => visit(id));
  };
  const startRun = (id: string): void => {
    anyApi()
      ?.signals.startAutoRun(id, {
        aiModel: 'kurs_ai_v2',
        interval: 3,
        take: true,
        stopAfterLosses: 20,
        dailyLimit: 50,
      })
      .then(
        () => (getAutoRun = id),
        (error: unknown) => note(`${id.slice(-1)} gets no auto run: ${getErrorMessage(error)}`),
      );
    world.at(world.now() + 10_000, () => getAutoRun === null && !isStopped && startRun(id));
  };

  /** Connects again whenever its api process is gone. */
  const watch = (id: string): void => {
    const browser = createBrowser(id, received.get(id) ?? new Map());
    let connectedTo: unknown = null;
    const look = (): void => {
      const api = anyApi();
      const isGone = !apiNames.some((name) => cluster.api(name) === connectedTo);
      if (isGone && api) {
        connectedTo = api;
        connect(api.events, browser).catch(() => (connectedTo = null));
      }
      world.at(world.now() + 1_000, look);
    };
    look();
  };

  return {
    ids,
    shown,
    lockedOut,
    received,
    getAutoRun: () => getAutoRun,
    stop: () => (isStopped = true),
    start: () => {
      const [first, ...others] = ids;
      for (const id of ids) watch(id);
      for (const id of others) world.at(world.now() + between(1_000, 60_000), () => visit(id));
      if (first !== undefined) world.at(world.now() + 5_000, () => startRun(first));
    },
  };
}

/** A broker that is away takes no access from a user whose balance is known. */
const lockingOut: ReadonlySet<string> = new Set([
  'broker_unavailable',
  'balance_too_low',
  'trader_not_found',
  'referral_required',
]);

/** As signals.routes.ts answers. */
async function signalFor(
  { accounts, traders, signals }: Services,
  receiver: { readonly id: string; readonly lang: 'en' },
  model: LlmModelKey | null,
) {
  const user = await accounts.findUser(receiver.id);
  if (!user) throw new Error('the user is not stored');
  const { isVipOpen } = await traders.requireSignalAccess(user);
  return signals.issueSignal({
    user: receiver,
    model,
    durations: [2],
    exclude: [],
    isPracticeAllowed: model !== null,
    isVipOpen,
  });
}
