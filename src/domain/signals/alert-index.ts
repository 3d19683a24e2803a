import { getOrCreate } from '../get-or-create.ts';
import { type AlertCriteria, type AlertForecast, fitsRule } from './alert-rule.ts';

/** Rules by what they ask for, so that a minute visits only those that it concerns. */
export interface AlertIndex<Rule extends AlertCriteria> {
  /** Replaces the rule with this key. */
  put(key: string, rule: Rule): void;
  /** Each rule that one of the forecasts fits, once. */
  match(forecasts: readonly AlertForecast[]): Rule[];
}

export function createAlertIndex<Rule extends AlertCriteria>(): AlertIndex<Rule> {
  const rules = new Map<string, Rule>();
  const buckets = new Map<string, Map<string, Rule>>();

  const remove = (key: string): void => {
    const rule = rules.get(key);
    if (!rule) return;
    rules.delete(key);
    for (const name of getBuckets(rule)) {
      const bucket = buckets.get(name);
      bucket?.delete(key);
      if (bucket?.size === 0) buckets.delete(name);
    }
  };

  return {
    put: (key, rule) => {
      remove(key);
      rules.set(key, rule);
      for (const name of getBuckets(rule)) getOrCreate(buckets, name, () => new Map()).set(key, rule);
    },
    match: (forecasts) => {
      const matched = new Set<Rule>();
      const visited = new Set<Map<string, Rule>>();
      // Strongest first: a bucket that one forecast has visited has nothing left for a weaker one.
      for (const forecast of forecasts.toSorted((a, b) => b.passability - a.passability))
        for (const bucket of bucketsFor(buckets, forecast)) {
          if (visited.has(bucket)) continue;
          visited.add(bucket);
          for (const rule of bucket.values()) if (fitsRule(rule, forecast)) matched.add(rule);
        }
      return [...matched];
    },
  };
}

const any = '*';
const orAny = (list: readonly (string | number)[]): readonly (string | number)[] => (list.length === 0 ? [any] : list);
const getName = (...parts: readonly (string | number)[]): string => parts.join(' ');

const getBuckets = ({ models, symbols, durations }: AlertCriteria): string[] =>
  orAny(models).flatMap((model) =>
    orAny(symbols).flatMap((symbol) => orAny(durations).map((duration) => getName(model, symbol, duration))),
  );

const bucketsFor = <Bucket>(
  buckets: ReadonlyMap<string, Bucket>,
  { model, symbol, duration }: AlertForecast,
): Bucket[] =>
  [model, any].flatMap((one) =>
    [symbol, any].flatMap((pair) =>
      [duration, any].flatMap((minutes) => buckets.get(getName(one, pair, minutes)) ?? []),
    ),
  );
