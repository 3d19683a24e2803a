import type { Config } from '#server/config.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { DayStopApi } from './day-stop.api.ts';
import { dayStopRoutes } from './day-stop.routes.ts';
import { createDayStop } from './day-stop.ts';

interface DayStopModuleDependencies {
  readonly config: { readonly site: Pick<Config['site'], 'timezone'> };
  readonly platform: Pick<Platform, 'db' | 'marketClock'>;
  readonly accounts: Pick<AccountsApi, 'signedIn'>;
}

/** A trader stops signals for the rest of the day, which is checked before every signal. */
export function createDayStopModule({
  platform: { db, marketClock: clock },
  config,
  accounts,
}: DayStopModuleDependencies): ServerModule<DayStopApi> {
  const { timezone } = config.site;
  const dayStop = createDayStop({ db, clock, timezone });
  const listeners: ((userId: string) => Promise<void>)[] = [];
  const notifyStopped = async (userId: string): Promise<void> => {
    for (const listener of listeners) await listener(userId);
  };
  const { assertNotStopped, listStopped } = dayStop;
  return {
    routes: [dayStopRoutes({ signedIn: accounts.signedIn, dayStop, notifyStopped })],
    api: { timezone, assertNotStopped, listStopped, onStopped: (listener) => void listeners.push(listener) },
    components: [],
  };
}
