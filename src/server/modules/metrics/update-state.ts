import type { SystemState } from '#contract/admin/system.ts';
import { secondMs } from '#domain/time.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { ReadCalibrations } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { Metrics } from './metrics.ts';

interface UpdateStateDependencies extends Pick<Platform, 'clock' | 'marketClock'> {
  readonly metrics: Metrics;
  readonly readSystem: () => Promise<SystemState>;
  readonly streamCount: () => number;
  readonly streamLagMs: () => number | null;
  readonly readCalibrations: ReadCalibrations;
  readonly market: Pick<MarketView, 'feed' | 'lastTick' | 'age'>;
  /** Null: there is no second feed. */
  readonly isLeading: () => boolean;
}

const valueByState = { ok: 1, degraded: 0.5, down: 0 } as const;

/** Sets every gauge from the state at this moment; called once per scrape. */
export const createUpdateState = (needs: UpdateStateDependencies) => async (): Promise<void> => {
  const { metrics, clock } = needs;
  updateMarket(needs);
  metrics.leading.set(Number(needs.isLeading()));
  metrics.streams.set(needs.streamCount());
  const lag = needs.streamLagMs();
  setOrRemove(metrics.streamLag, lag === null ? null : lag / secondMs);
  const [state, calibrations] = await Promise.all([needs.readSystem(), needs.readCalibrations()]);
  updateSystem(metrics, state, clock.now());
  updateLlm(metrics, state.llm);
  updateRecord(metrics, state.record, clock.now());
  metrics.calibrationAge.reset();
  for (const [model, { to }] of calibrations)
    metrics.calibrationAge.set({ model }, (needs.marketClock.now() - to) / secondMs);
};

function updateMarket(needs: UpdateStateDependencies): void {
  const { metrics, market, marketClock } = needs;
  metrics.tickAge.reset();
  for (const symbol of market.feed.symbols) {
    const tick = market.lastTick(symbol);
    if (tick) metrics.tickAge.set({ symbol }, (marketClock.now() - tick.time) / secondMs);
  }
  const age = market.age();
  setOrRemove(metrics.boardAge, age === null ? null : age / secondMs);
}

function updateSystem(metrics: Metrics, state: SystemState, now: number): void {
  const { checks, database, feed, signals, mail, jobs, broker } = state;
  for (const { name, state: check } of checks) metrics.checks.set({ check: name }, valueByState[check]);
  setOrRemove(metrics.databaseSeconds, database.answerMs === null ? null : database.answerMs / secondMs);
  metrics.feedConnected.set(Number(feed.isConnected));
  metrics.marketOpen.set(Number(feed.isMarketOpen));
  metrics.ticks.set({ verdict: 'accepted' }, feed.accepted);
  metrics.ticks.set({ verdict: 'dropped' }, feed.dropped);
  metrics.signals.set({ state: 'open' }, signals.open);
  metrics.signals.set({ state: 'overdue' }, signals.overdue);
  metrics.outboxWaiting.set(mail.waiting);
  metrics.outboxAge.set(mail.oldestWaitingAt === null ? 0 : secondsSince(mail.oldestWaitingAt, now));
  metrics.brokerState.set(valueByState[broker.state]);
  metrics.consumerLag.reset();
  metrics.consumerWaiting.reset();
  for (const { name: consumer, waiting, lagMs } of state.consumers ?? []) {
    metrics.consumerLag.set({ consumer }, lagMs / secondMs);
    metrics.consumerWaiting.set({ consumer }, waiting);
  }
  metrics.jobs.reset();
  for (const { queue, due, later, active, failed } of jobs ?? [])
    for (const [jobState, count] of Object.entries({ due, later, active, failed }))
      metrics.jobs.set({ queue, state: jobState }, count);
}

function updateLlm(metrics: Metrics, llm: SystemState['llm']): void {
  for (const gauge of [metrics.llmCalls, metrics.llmCallsMax]) gauge.reset();
  setOrRemove(metrics.llmCost, llm && llm.costOfDayUsd);
  setOrRemove(metrics.llmCostMax, llm && llm.costPerDayUsd);
  if (!llm) return;
  metrics.llmCalls.set({ window: 'hour' }, llm.callsOfHour);
  metrics.llmCalls.set({ window: 'day' }, llm.callsOfDay);
  if (llm.callsPerHour !== null) metrics.llmCallsMax.set({ window: 'hour' }, llm.callsPerHour);
  if (llm.callsPerDay !== null) metrics.llmCallsMax.set({ window: 'day' }, llm.callsPerDay);
}

function updateRecord(metrics: Metrics, { size, checkpoint, witnesses }: SystemState['record'], now: number): void {
  metrics.recordSize.set(size);
  setOrRemove(metrics.checkpointAge, checkpoint && secondsSince(checkpoint.signedAt, now));
  for (const { name, cosignedAt } of witnesses)
    if (cosignedAt !== null) metrics.cosignatureAge.set({ witness: name }, secondsSince(cosignedAt, now));
}

const secondsSince = (instant: string, now: number): number => (now - Date.parse(instant)) / secondMs;

/** An unknown value is left out: zero would look healthy. */
function setOrRemove(gauge: Metrics['boardAge'], value: number | null): void {
  if (value === null) gauge.remove();
  else gauge.set(value);
}
