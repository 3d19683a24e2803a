import { isWinner, type Outcome, type VoidReason } from '#domain/signals/outcome.ts';
import { dayMs } from '#domain/time.ts';
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
export interface FeedTotals {
  leaf(index: number, feed: string): void;
  statement(feed: string, issuedAt: number): void;
  ended(feed: string, result: Exclude<Outcome, 'void'>): void;
  voided(feed: string, issuedAt: number, reason: VoidReason): void;
  /** The outcome of a void signal by the prices that the record states elsewhere. */
  voidJudged(reason: VoidReason, result: Outcome): void;
  print(findings: Pick<Findings, 'notes'>): void;
}

/** Voids of a day beyond this share of its signals are printed. */
const usualVoidShare = 0.02;

export function createFeedTotals(): FeedTotals {
  const feeds = new Map<string, Totals>();
  const voids = new Map<VoidReason, Voids>();
  const days = new Map<string, { statements: number; voids: number }>();
  const getDay = (feed: string, at: number) => {
    const key = `${feed} on ${new Date(Math.floor(at / dayMs) * dayMs).toISOString().slice(0, 10)}`;
    const day = days.get(key) ?? { statements: 0, voids: 0 };
    days.set(key, day);
    return day;
  };
  const getVoids = (reason: VoidReason): Voids => {
    const own = voids.get(reason) ?? { count: 0, won: 0, lost: 0 };
    voids.set(reason, own);
    return own;
  };
  const getTotals = (feed: string, index = 0): Totals => {
    const known = feeds.get(feed) ?? { first: index, last: index, signals: 0, won: 0, lost: 0, neutral: 0 };
    feeds.set(feed, known);
    return known;
  };
  return {
    leaf: (index, feed) => {
      getTotals(feed, index).last = index;
    },
    statement: (feed, issuedAt) => {
      getTotals(feed).signals++;
      getDay(feed, issuedAt).statements++;
    },
    ended: (feed, result) => {
      const own = getTotals(feed);
      const won = isWinner(result);
      if (won === null) own.neutral++;
      else if (won) own.won++;
      else own.lost++;
    },
    voided: (feed, issuedAt, reason) => {
      getDay(feed, issuedAt).voids++;
      getVoids(reason).count++;
    },
    voidJudged: (reason, result) => {
      const won = isWinner(result);
      if (won === true) getVoids(reason).won++;
      if (won === false) getVoids(reason).lost++;
    },
    print: ({ notes }) => {
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
