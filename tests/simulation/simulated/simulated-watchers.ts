import { rules } from '../rules.ts';
import { edgeHoldsMs } from '#domain/signals/entry-window.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { pushSubscriptions, telegramChats } from '#server/database/tables/alert-tables.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { Database } from '#server/database/connection.ts';
import type { Cluster } from '../cluster.ts';
import { apiNames } from '../failures.ts';
import { insertPeople, userId } from '../people.ts';
import type { World } from '../world.ts';

/** People who request nothing, and are alerted of forecasts by every channel once they have a rule. */
export interface SimulatedWatchers {
  readonly ids: readonly string[];
  start(): void;
  /** When the rule of each was saved, milliseconds. */
  readonly watchingSince: ReadonlyMap<string, number>;
}

const first = 8;
const count = 4;
const ids = Array.from({ length: count }, (_, i) => userId(first + i));
/** A forecast as strong is worth an entry for some twenty seconds. */
const minPassability = 57;

const findDevice = (id: string): string => `https://push.example/${id.slice(-1)}`;
export const toChat = (id: string): number => Number.parseInt(id.slice(-1), 16);

export async function insertWatchers(db: Database, checkedAt: number): Promise<void> {
  await insertPeople(db, ids, checkedAt);
  const createdAt = new Date(0);
  await insertDevices(db, ids);
  await db
    .insert(telegramChats)
    .values(ids.map((id) => ({ userId: id, chatId: toChat(id), name: 'watcher', linkedAt: createdAt })));
}

export async function insertDevices(db: Database, owners: readonly string[]): Promise<void> {
  const keys = { p256dh: 'key', auth: 'key', userAgent: 'browser', createdAt: new Date(0) };
  await db
    .insert(pushSubscriptions)
    .values(owners.map((id) => ({ id, userId: id, endpoint: findDevice(id), ...keys })));
}

interface SimulatedWatchersDependencies {
  readonly world: World;
  readonly cluster: Cluster;
  readonly chance: () => number;
  readonly note: (line: string) => void;
}

/** Whether a forecast fits their rules for long enough to be sent by every channel. */
export const fitsWatcher = (forecast: Forecast): boolean =>
  forecast.passability >= minPassability && edgeHoldsMs(forecast, rules.payout) >= minWorthMs;

const minWorthMs = 15_000;
const saveWithinMs = 150_000;
const retryMs = 5_000;

export function createSimulatedWatchers({
  world,
  cluster,
  chance,
  note,
}: SimulatedWatchersDependencies): SimulatedWatchers {
  const watchingSince = new Map<string, number>();
  const save = (id: string): void => {
    if (watchingSince.has(id)) return;
    const api = cluster.api(apiNames[Math.floor(chance() * apiNames.length)] ?? 'api-1');
    world.at(world.now() + retryMs, () => save(id));
    api?.alerts.changeAlerts(id, { channels: ['push', 'telegram', 'mail'], minPassability, perHour: 60 }).then(
      () => watchingSince.set(id, watchingSince.get(id) ?? world.now()),
      (error: unknown) => note(`${id.slice(-1)} saves no rule: ${getErrorMessage(error)}`),
    );
  };
  return {
    ids,
    watchingSince,
    start: () => {
      for (const id of ids) world.at(world.now() + Math.floor(saveWithinMs * chance()), () => save(id));
    },
  };
}
