import { getOrCreate } from '#domain/objects.ts';
import { isWinner, type Outcome, type VoidReason } from '#domain/signals/outcome.ts';
import { dateOfDay, getDay } from '#domain/time.ts';
import type { Findings } from './findings.ts';

interface Totals {
  readonly first: number;
  last: number;
  signals: number;
  won: number;
  lost: number;
  neutral: number;
}

interface Voids {
  count: number;
  /** Of those whose prices had given an outcome. */
  won: number;
  lost: number;
}

/** What a reader should see of each market of a record, and of what was left out of its figures. */
export type FeedTotals = ReturnType<typeof createFeedTotals>;

/** Voids of a day beyond this share of its signals are printed. */
const usualVoidShare = 0.02;

export function createFeedTotals() {
  const feeds = new Map<string, Totals>();
  const voids = new Map<VoidReason, Voids>();
  const days = new Map<string, { statements: number; voids: number }>();
  const getCounts = (feed: string, at: number) =>
    getOrCreate(days, `${feed} on ${dateOfDay(getDay(at))}`, () => ({ statements: 0, voids: 0 }));
  const getVoids = (reason: VoidReason): Voids => getOrCreate(voids, reason, () => ({ count: 0, won: 0, lost: 0 }));
  const getTotals = (feed: string, index = 0): Totals =>
    getOrCreate(feeds, feed, () => ({ first: index, last: index, signals: 0, won: 0, lost: 0, neutral: 0 }));
  return {
    leaf: (index: number, feed: string): void => {
      getTotals(feed, index).last = index;
    },
    statement: (feed: string, issuedAt: number): void => {
      getTotals(feed).signals++;
      getCounts(feed, issuedAt).statements++;
    },
    ended: (feed: string, result: Exclude<Outcome, 'void'>): void => {
      const own = getTotals(feed);
      const won = isWinner(result);
      if (won === null) own.neutral++;
      else if (won) own.won++;
      else own.lost++;
    },
    voided: (feed: string, issuedAt: number, reason: VoidReason): void => {
      getCounts(feed, issuedAt).voids++;
      getVoids(reason).count++;
    },
    /** The outcome of a void signal by the prices that the record states elsewhere. */
    voidJudged: (reason: VoidReason, result: Outcome): void => {
      const won = isWinner(result);
      if (won === true) getVoids(reason).won++;
      if (won === false) getVoids(reason).lost++;
    },
    print: ({ notes }: Pick<Findings, 'notes'>): void => {
      for (const [feed, own] of feeds)
        notes(`${feed}: leaves ${own.first} to ${own.last}, ${own.signals} signals, ${rateText(own.won, own.lost)}`);
      if (feeds.size > 1) {
        const all = [...feeds.values()];
        const sum = (key: 'lost' | 'signals' | 'won') => all.reduce((total, one) => total + one[key], 0);
        notes(`all ${feeds.size} markets together: ${sum('signals')} signals, ${rateText(sum('won'), sum('lost'))}`);
      }
      for (const [reason, { count, won, lost }] of voids)
        notes(
          won + lost > 0
            ? `${count} signals are void (${reason}); the prices of ${won + lost} are known: ${rateText(won, lost)}`
            : `${count} signals are void (${reason})`,
        );
      for (const [day, { statements, voids: left }] of days)
        if (left > usualVoidShare * statements) notes(`${left} of ${statements} signals of ${day} are void`);
    },
  };
}

export const rateText = (won: number, lost: number): string =>
  won + lost === 0
    ? 'none of them won or lost'
    : `${won} won and ${lost} lost (${((100 * won) / (won + lost)).toFixed(1)} % won)`;
