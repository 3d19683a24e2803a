import type { SignalFilters, SignalStats, Tally } from '#contract/statistics.ts';
import { type AiModelKey, aiModelKeys } from '#domain/signals/ai-model.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import type { Database } from '#server/database/connection.ts';
import { countRemoved, type Group, groupSettled } from './signal-statistics.repository.ts';

/** Recomputed from the signals at each call: there is no running total that could drift. */
export async function readStats(db: Database, userId: string, filters: SignalFilters): Promise<SignalStats> {
  const [groups, removed] = await Promise.all([groupSettled(db, userId, filters), countRemoved(db, userId, filters)]);
  return computeStats(groups, removed);
}

function computeStats(all: readonly Group[], removed: number): SignalStats {
  const groups = all.filter(({ hasEdge }) => hasEdge);
  return {
    ...getTotal(groups),
    practice: getTotal(all.filter(({ hasEdge }) => !hasEdge)),
    removed,
    byModel: aiModelKeys.flatMap((aiModel) =>
      groups.filter((group) => group.aiModel === aiModel).map(computeModelFigures(aiModel)),
    ),
    bySymbol: groups
      .flatMap((group) => (group.symbol === null ? [] : { symbol: group.symbol, ...computeTally(group) }))
      .sort((a, b) => b.total - a.total || a.symbol.localeCompare(b.symbol)),
    byHour: groups
      .flatMap((group) => (group.hour === null ? [] : { hour: group.hour, ...computeTally(group) }))
      .sort((a, b) => a.hour - b.hour),
    calibration: groups
      .filter((group) => group.bin !== null && decided(group) > 0)
      .sort((a, b) => (a.bin ?? 0) - (b.bin ?? 0))
      .map((group) => ({
        stated: group.stated / decided(group) / 100,
        real: group.successful / decided(group),
        count: decided(group),
      })),
  };
}

function getTotal(groups: readonly Group[]): Tally {
  const total = groups.find(
    ({ aiModel, symbol, hour, bin }) => aiModel === null && symbol === null && hour === null && bin === null,
  );
  return total ? computeTally(total) : emptyTally;
}

const decided = ({ successful, unsuccessful }: Group): number => successful + unsuccessful;

const computeTally = ({
  successful,
  neutral,
  unsuccessful,
  void: voided,
}: Omit<Tally, 'total' | 'winRate'>): Tally => ({
  total: successful + neutral + unsuccessful,
  successful,
  neutral,
  unsuccessful,
  void: voided,
  winRate: successful + unsuccessful === 0 ? null : successful / (successful + unsuccessful),
});
const emptyTally = computeTally({ successful: 0, neutral: 0, unsuccessful: 0, void: 0 });

const computeModelFigures = (aiModel: AiModelKey) => (group: Group) => {
  const count = decided(group);
  const interval = count < minOutcomesForRate ? null : wilsonInterval(group.successful, count);
  return { aiModel, ...computeTally(group), low: interval?.low ?? null, high: interval?.high ?? null };
};
