import { type AiModelKey, aiModelName } from '#domain/signals/ai-model.ts';
import { hasEdge, payoutPercent } from '#domain/signals/edge.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { type Duration, durations } from '#domain/market/duration.ts';
import { noOutcome } from '#engine/bar/bar-outcome.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { table } from './figures-table.ts';
import type { JudgedRange } from './forecast-market.ts';

/** The result of trading the best pair of each minute by day (03:00 to 16:00 New York) at one payout. */
export interface EdgesAtPayout {
  readonly model: AiModelKey;
  readonly duration: Duration;
  /** Percent of the stake. */
  readonly payout: number;
  /** Share of the minutes in which a pair had an edge, percent. */
  readonly minutes: number;
  /** Win rates of the best pair in percent, entered at the next price and a minute later; ties excluded, null without one. */
  readonly real: number | null;
  readonly later: number | null;
  /** Wins and losses entered at the next price. */
  readonly outcomes: number;
}

interface EdgesByPayout {
  /** In the order of decisions. Outcomes are −1 down, 0 a tie, 1 up, or `noOutcome`; `later`: entered one bar later. */
  add(forecast: Forecast, outcome: number, later: number): void;
  figures(): EdgesAtPayout[];
}

/** Every whole percent that counts. */
const everyPayout = Array.from({ length: payoutPercent.max - payoutPercent.min + 1 }, (_, i) => payoutPercent.min + i);

interface BestOfMinute {
  readonly forecast: Forecast;
  readonly outcome: number;
  readonly later: number;
}

/**
 * The pair with the highest probability has the highest expected value, because all pairs have the same payout here.
 */
export function createEdgesByPayout(models: readonly AiModelKey[]): EdgesByPayout {
  const rows = models.flatMap((model) =>
    durations.map((duration) => {
      const counts = everyPayout.map((payout) => ({ payout, minutes: 0, now: noRate(), later: noRate() }));
      return { model, duration, minutes: 0, best: null as BestOfMinute | null, counts };
    }),
  );
  const byName = new Map(rows.map((row) => [`${row.model} ${row.duration}`, row]));

  function close(row: (typeof rows)[number]): void {
    const { best, model } = row;
    if (!best) return;
    row.minutes += 1;
    for (const one of row.counts) {
      if (!hasEdge({ model, probability: best.forecast.passability, payout: one.payout / 100 })) continue;
      one.minutes += 1;
      addTo(one.now, best.forecast, best.outcome);
      addTo(one.later, best.forecast, best.later);
    }
    row.best = null;
  }

  return {
    add(forecast, outcome, later) {
      if (forecast.session !== 'day') return;
      const row = byName.get(`${forecast.model} ${forecast.duration}`);
      if (!row) return;
      if (row.best && row.best.forecast.barTime !== forecast.barTime) close(row);
      if (row.best && row.best.forecast.passability >= forecast.passability) return;
      row.best = { forecast, outcome, later };
    },
    figures: () =>
      rows.flatMap((row) => {
        close(row);
        const { model, duration, minutes } = row;
        return row.counts.map(({ payout, now, later, minutes: edges }) => ({
          model,
          duration,
          payout,
          minutes: minutes === 0 ? 0 : (100 * edges) / minutes,
          real: toPercent(now),
          later: toPercent(later),
          outcomes: now.decided,
        }));
      }),
  };
}

const noRate = () => ({ won: 0, decided: 0 });
type Rate = ReturnType<typeof noRate>;

function addTo(rate: Rate, { pUp }: Forecast, outcome: number): void {
  if (outcome === noOutcome || outcome === 0) return;
  rate.decided += 1;
  if (pUp >= 0.5 === outcome > 0) rate.won += 1;
}

const toPercent = ({ won, decided }: Rate): number | null => (decided === 0 ? null : (100 * won) / decided);

/** The table of one model: what the best pair of a minute brought, by payout and duration. */
export function edgesTable(figures: readonly EdgesAtPayout[]): string {
  const [first] = figures;
  if (!first) return '';
  const cell = (value: number | null): string => (value === null ? '–' : value.toFixed(1));
  return [
    `${aiModelName(first.model)} (${first.model}): the best pair of each minute from 03:00 to 16:00 New York. Share of the minutes with an edge, real win rate entered at once and a minute later, %; return of a stake entered at once, %`,
    table(
      ['payout', 'minutes', 'share', 'real', 'later', 'return', 'outcomes'],
      figures.map(({ payout, duration, minutes, real, later, outcomes }) => [
        `${payout} %`,
        duration,
        cell(minutes),
        cell(real),
        cell(later),
        cell(real === null ? null : real * (1 + payout / 100) - 100),
        outcomes,
      ]),
    ),
  ].join('\n\n');
}

/** The figures as the pages read them (src/content/held-out-figures.ts): a line for each duration. */
export function heldOutText(
  versions: Readonly<Record<string, string>>,
  figures: readonly EdgesAtPayout[],
  { from, to }: JudgedRange,
): string {
  const rounded = (value: number | null): number | null => value && Math.round(10 * value) / 10;
  const rows = (model: string, duration: Duration): string =>
    JSON.stringify(
      figures
        .filter((one) => one.model === model && one.duration === duration && one.outcomes >= minOutcomesForRate)
        .map(({ payout, minutes, real, later, outcomes }) => [
          payout,
          rounded(minutes),
          rounded(real),
          rounded(later),
          outcomes,
        ]),
    );
  const models = Object.entries(versions).map(([model, version]) => {
    const lines = durations.map((duration) => `"${duration}": ${rows(model, duration)}`);
    return `"${model}": { "version": "${version}", "durations": {\n${lines.join(',\n')}\n} }`;
  });
  const [first, last] = [from, to - 1].map((time) => new Date(time).toISOString().slice(0, 10));
  return `{ "from": "${first}", "to": "${last}", "models": {\n${models.join(',\n')}\n} }\n`;
}
