import type { DayStatement } from '#contract/record/views.ts';
import { judgeStatement, pricesByPlace, parsePrice, parseStatements } from '#domain/record/shadow-minute.ts';
import { isSignalLeaf, type MinuteLeaf, parseLeaf, parseMinuteLeaf } from '#record/leaf.ts';
import type { Database } from '#server/database/connection.ts';
import { findHighestSignal, listStatedMinutes, type Period, type StatedMinute } from './counted-leaves.repository.ts';

/** The highest passability that won and that lost. */
export interface HighestStatements {
  readonly best: DayStatement | null;
  readonly worst: DayStatement | null;
}

/** Among the forecasts that users received. */
export async function highestSignals(db: Database, period: Period): Promise<HighestStatements> {
  const [won, lost] = await Promise.all([
    findHighestSignal(db, period, 'successful'),
    findHighestSignal(db, period, 'unsuccessful'),
  ]);
  return { best: won ? toSignalStatement(won) : null, worst: lost ? toSignalStatement(lost) : null };
}

function toSignalStatement({ index, leaf: text }: { index: number; leaf: string }): DayStatement | null {
  const leaf = parseLeaf(text);
  if (!isSignalLeaf(leaf)) return null;
  const { model: aiModel, symbol, direction, duration, passability, issuedAt } = leaf;
  return { index, source: 'signal', aiModel, symbol, direction, duration, passability, issuedAt };
}

export interface ShadowDay extends HighestStatements {
  /** Minutes that the demo played at its first start. */
  readonly played: number;
}

/** Among the shadow forecasts that the models would have issued. */
export async function readShadowDay(db: Database, { feed, ...period }: Period): Promise<ShadowDay> {
  const minutes = (await listStatedMinutes(db, period))
    .map((minute) => ({ ...minute, leaf: parseMinuteLeaf(minute.stated) }))
    .filter(({ leaf }) => leaf.feed === feed);
  return {
    ...minutes.map(ofMinute).reduce(higher, { best: null, worst: null }),
    played: minutes.filter(({ leaf }) => leaf.played !== undefined).length,
  };
}

function ofMinute({ index, leaf, statedHash, prices }: StatedMinute & { leaf: MinuteLeaf }): HighestStatements {
  const ended = parseLeaf(prices);
  let highest: HighestStatements = { best: null, worst: null };
  if (!('prices' in ended) || ended.forecast !== statedHash) return highest;
  const byPlace = pricesByPlace(ended.prices.flatMap((line) => parsePrice(line) ?? []));
  for (const { model, statements } of leaf.forecasts.flatMap((line) => parseStatements(line) ?? [])) {
    for (const statement of statements.filter(({ isIssued }) => isIssued)) {
      const outcome = judgeStatement(statement, byPlace);
      const { symbol, direction, duration, passability } = statement;
      const { issuedAt } = leaf;
      const one: DayStatement = {
        index,
        source: 'shadow',
        aiModel: model,
        symbol,
        direction,
        duration,
        passability,
        issuedAt,
      };
      highest = higher(highest, {
        best: outcome === 'successful' ? one : null,
        worst: outcome === 'unsuccessful' ? one : null,
      });
    }
  }
  return highest;
}

/** Of two equal ones the first stays. */
export const higher = (a: HighestStatements, b: HighestStatements): HighestStatements => ({
  best: getHigher(a.best, b.best),
  worst: getHigher(a.worst, b.worst),
});

const getHigher = (a: DayStatement | null, b: DayStatement | null): DayStatement | null =>
  a && b ? (b.passability > a.passability ? b : a) : (a ?? b);
