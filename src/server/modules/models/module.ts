import { type AdminModel, modelEndpoints } from '#contract/admin/models.ts';
import { toInstant } from '#contract/wire.ts';
import type { AiModelKey, ModelCard } from '#domain/signals/ai-model.ts';
import { minuteMs } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { isEdgeAt } from '#server/modules/payouts/payouts.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { ModelEntry, SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { LoadedModels } from './models.api.ts';

interface Given extends Platform {
  readonly models: LoadedModels;
  readonly accounts: AccountsApi;
  readonly signals: SignalsApi;
  readonly record: RecordApi;
}

const openModels = (given: Given) => ({
  ...given,
  /** The last minutes in which each model stated forecasts, oldest first. */
  minutes: new Map<AiModelKey, Minute[]>(),
  /** The first and the last minute of any model, milliseconds of market time; null: none since the start. */
  seen: null as { readonly first: number; readonly last: number } | null,
});
type ModelsContext = ReturnType<typeof openModels>;

/** The forecasts of a minute; a model abstains where it has no edge at the usual payout. */
interface Minute {
  readonly time: number;
  count: number;
  abstained: number;
}

/** The loaded models as administrators see them. */
export function modelsModule(given: Given): ServerModule {
  const ctx = openModels(given);
  const { forecasters, unavailable } = ctx.models;
  for (const model of unavailable) ctx.log.warn(model, 'model unavailable');
  ctx.market.onForecasts((forecasts) => {
    for (const forecast of forecasts) countForecast(ctx, forecast);
  });

  const routes = serveEndpoints(modelEndpoints, ctx.accounts.guards, {
    'GET /api/admin/models': async () => ({
      items: await Promise.all(ctx.signals.listModels().map((model) => readModel(ctx, model))),
    }),
  });
  return {
    routes: [routes],
    api: {},
    components: [],
    readiness: [{ name: 'models', check: async () => (forecasters.length > 0 ? 'ok' : 'degraded') }],
  };
}

async function readModel(ctx: ModelsContext, model: ModelEntry): Promise<AdminModel> {
  const { key, name, available, reason = null, reasonText = null } = model;
  const { version = null, fileHash = null, card = null } = ctx.models.metadata.get(key) ?? {};
  const live = await ctx.record.readModel(key);
  return {
    key,
    name,
    available,
    reason,
    reasonText,
    version,
    fileHash,
    card: card && toCardDto(card),
    ...live,
    ...getPace(ctx, key),
  };
}

const toCardDto = ({ trainedOn, keptOut, signals }: ModelCard): AdminModel['card'] => ({
  trainedOn: { ...trainedOn, pairs: [...trainedOn.pairs] },
  keptOut,
  signals: signals.map((signal) => ({ ...signal })),
});

const retainedMinutes = 60;

function countForecast(ctx: ModelsContext, forecast: Forecast): void {
  const { model, barTime: time } = forecast;
  const { first, last } = ctx.seen ?? { first: time, last: time };
  ctx.seen = { first, last: Math.max(last, time) };
  const own = ctx.minutes.get(model) ?? [];
  const newest = own.at(-1);
  const minute = newest?.time === time ? newest : { time, count: 0, abstained: 0 };
  if (minute !== newest) ctx.minutes.set(model, [...own, minute].slice(-retainedMinutes));
  minute.count += 1;
  if (!isEdgeAt(forecast, ctx.config.payout)) minute.abstained += 1;
}

/** Forecast rate of a model over the last hour of market time, at most since the start. */
function getPace({ minutes, seen }: ModelsContext, model: AiModelKey) {
  const own = minutes.get(model) ?? [];
  const newest = own.at(-1);
  if (!newest || !seen) return { lastForecastAt: null, forecastsPerMinute: null, abstainedShare: null };
  const from = Math.max(seen.first, seen.last - (retainedMinutes - 1) * minuteMs);
  const recent = own.filter(({ time }) => time >= from);
  const count = recent.reduce((sum, minute) => sum + minute.count, 0);
  const abstained = recent.reduce((sum, minute) => sum + minute.abstained, 0);
  return {
    lastForecastAt: toInstant(newest.time + minuteMs),
    forecastsPerMinute: count / ((seen.last - from) / minuteMs + 1),
    abstainedShare: count === 0 ? null : abstained / count,
  };
}
