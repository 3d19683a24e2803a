import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { payoutPaths } from '#contract/paths.ts';
import { ChangePayoutsBody, Payouts } from '#contract/payout.ts';
import { payoutPercent } from '#domain/signals/edge.ts';
import { minuteMs, type WallClock } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import { type Guard, guardRoutes } from '#server/http/errors/route-errors.ts';
import type { BrokerSide } from '#server/integrations/broker/broker.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { type AccountsApi, getActivatedUser } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { PayoutsApi } from './payouts.api.ts';
import {
  changePayouts,
  listPayouts,
  type PayoutsContext,
  readOwnPayouts,
  type StatedPayout,
} from './trader-payouts.ts';

interface PayoutsModuleDependencies {
  readonly config: Pick<Config, 'payout' | 'pairs'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'scheduler' | 'log'>;
  readonly brokerSide: Pick<BrokerSide, 'readPayouts'>;
  readonly accounts: Pick<AccountsApi, 'signedIn'>;
}

/** What a win pays each trader: whether a forecast has an edge depends on it. */
export function createPayoutsModule({
  config,
  platform: { db, clock, scheduler, log },
  brokerSide,
  accounts,
}: PayoutsModuleDependencies): ServerModule<PayoutsApi> {
  const { payout, pairs: symbols } = config;
  let stated: ReadonlyMap<string, StatedPayout> = new Map();
  const ctx: PayoutsContext = { db, clock, payout, symbols, findStated: (symbol) => stated.get(symbol) ?? null };
  const reading = repeat({
    everyMs: minuteMs,
    firstAfterMs: 0,
    after: scheduler.after,
    task: async (stopping) => {
      stated = toStated(await brokerSide.readPayouts(stopping), clock.now());
      return untilNextMinute(clock);
    },
    onError: (err) => {
      // Nobody is held to what the broker paid before.
      stated = new Map();
      log.warn({ err }, 'reading the payouts of the broker failed; traders have their own until the next minute');
    },
  });
  return {
    routes: [payoutsRoutes(ctx, accounts.signedIn)],
    api: {
      readPayouts: async (userId) => {
        const own = (await listPayouts(ctx, [userId])).get(userId);
        if (!own) throw new Error('payouts of a user were asked for and not answered');
        return own;
      },
      listPayouts: (userIds) => listPayouts(ctx, userIds),
    },
    components: [{ name: 'payouts of the broker', start: reading.start, stop: reading.stop }],
  };
}

/** A broker may change them at the full hour. */
const untilNextMinute = (clock: WallClock): number => minuteMs - (clock.now() % minuteMs);

/** In whole percent, within what counts for everybody. */
const toStated = (read: ReadonlyMap<string, number>, at: number): ReadonlyMap<string, StatedPayout> =>
  new Map(
    [...read].map(([symbol, percent]) => [
      symbol,
      { percent: Math.max(payoutPercent.min, Math.min(payoutPercent.max, Math.floor(percent))), at },
    ]),
  );

const payoutsRoutes =
  (ctx: PayoutsContext, signedIn: Guard): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'preValidation', signedIn);
    const config = { errors: ['email_not_activated' as const] };

    app.get(payoutPaths.payout, { config, schema: { response: { 200: Payouts } } }, (request) =>
      readOwnPayouts(ctx, getActivatedUser(request).id),
    );

    app.put(
      payoutPaths.payout,
      { config, schema: { body: ChangePayoutsBody, response: { 200: Payouts } } },
      (request) => changePayouts(ctx, getActivatedUser(request).id, request.body),
    );
  };
