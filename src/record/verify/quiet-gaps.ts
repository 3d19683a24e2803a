import type { Gap } from '#domain/record/gaps.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import type { Report } from './report.ts';

/**
 * In the minutes of a gap no model forecast, so the record holds nothing of the feed from them: in a
 * market that was closed, or had no forecasts, no signal and no price; while the product was stopped,
 * nothing between the ends of the first and of the last minute. A product that is started again goes
 * on with the signals that it finds, and forecasts once it has its history.
 */
export interface QuietGaps {
  /** Something that the record holds of a feed; `what`: "a signal", "a price". Milliseconds UTC. */
  activity(feed: string, at: number, what: string, index: number): void;
  gap(feed: string, gap: Gap, index: number): void;
}

/** A product that stops within a second of the end of a minute has not forecast it. */
const dyingMs = secondMs;
/** How long after a stop minutes without forecasts may hold prices of what was issued before. */
const afterStopMs = 15 * minuteMs;
/** What is older cannot lie in a gap that is recorded now, and the other way round. */
const keptMs = 60 * minuteMs;

interface Activity {
  readonly at: number;
  readonly what: string;
  readonly index: number;
}

interface OwnGap {
  readonly gap: Gap;
  readonly index: number;
  readonly isAfterStop: boolean;
  isReported: boolean;
}

interface OfFeed {
  activities: Activity[];
  gaps: OwnGap[];
  newest: number;
  /** The end of the newest stop. */
  stoppedTo: number;
}

export function createQuietGaps(report: Report): QuietGaps {
  const feeds = new Map<string, OfFeed>();
  const getFeed = (feed: string) => {
    const known = feeds.get(feed);
    if (known) return known;
    const none = Number.NEGATIVE_INFINITY;
    const state: OfFeed = { activities: [], gaps: [], newest: none, stoppedTo: none };
    feeds.set(feed, state);
    return state;
  };
  const judge = (own: OwnGap, { at, what, index }: Activity): void => {
    if (own.isReported || !contradicts(own, at)) return;
    own.isReported = true;
    report(
      own.index,
      'gap',
      `a gap (${own.gap.reason}) over ${new Date(at).toISOString()}, where leaf ${index} records ${what} of the same feed`,
    );
  };
  return {
    activity: (feed, at, what, index) => {
      const state = getFeed(feed);
      const activity = { at, what, index };
      for (const own of state.gaps) judge(own, activity);
      state.activities.push(activity);
      state.newest = Math.max(state.newest, at);
      if (state.activities.length % 512 === 0) {
        state.activities = state.activities.filter((one) => one.at >= state.newest - keptMs);
        state.gaps = state.gaps.filter(({ gap }) => gap.to >= state.newest - keptMs);
      }
    },
    gap: (feed, gap, index) => {
      const state = getFeed(feed);
      const isAfterStop = gap.from - state.stoppedTo <= afterStopMs;
      if (gap.reason === 'stopped') state.stoppedTo = Math.max(state.stoppedTo, gap.to);
      const own = { gap, index, isAfterStop, isReported: false };
      for (const activity of state.activities) judge(own, activity);
      state.gaps.push(own);
    },
  };
}

function contradicts({ gap: { from, to, reason }, isAfterStop }: OwnGap, at: number): boolean {
  if (reason === 'stopped') return at >= from + minuteMs + dyingMs && at < to;
  return at >= from && at < to && !(isAfterStop && reason !== 'closed');
}
