import type { Config } from '#server/config.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createCarriedStops } from './carried-stops.ts';
import type { LimitsApi } from './limits.api.ts';
import { limitsRoutes } from './limits.routes.ts';
import { createOwnLimitsService } from './own-limits.ts';

interface LimitsModuleDependencies {
  readonly config: Pick<Config, 'secret'> & { readonly site: Pick<Config['site'], 'timezone'> };
  readonly platform: Pick<Platform, 'db' | 'marketClock'>;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'onErase'>;
}

/** The traders' own daily limits, which are checked before every signal. */
export function createLimitsModule({
  platform: { db, marketClock: clock },
  config,
  accounts,
}: LimitsModuleDependencies): ServerModule<LimitsApi> {
  const { timezone } = config.site;
  const limits = createOwnLimitsService({ db, clock, timezone });
  const carriedStops = createCarriedStops({ secrets: config, clock, timezone });
  accounts.onErase(carriedStops.save);
  const stopListeners: ((userId: string) => Promise<void>)[] = [];
  const notifyStopped = async (userId: string): Promise<void> => {
    for (const listener of stopListeners) await listener(userId);
  };
  return {
    routes: [limitsRoutes({ signedIn: accounts.signedIn, limits, notifyStopped })],
    api: {
      timezone,
      assertNotStopped: limits.assertNotStopped,
      listAskedStops: limits.listAskedStops,
      listStopped: limits.listStopped,
      applyCarriedStop: carriedStops.apply,
      onStopped: (listener) => void stopListeners.push(listener),
    },
    components: [],
  };
}
