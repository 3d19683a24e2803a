import { getOrCreate } from '#domain/objects.ts';
import { type Gap, minSilenceMs, type Silence } from '#domain/record/gaps.ts';
import { limits } from '#domain/signals/limits.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import type { Report } from './findings.ts';

/**
 * In the minutes of a gap no model forecast, so the record holds nothing of the feed from them: in a
 * market that was closed, or had no forecasts, no signal and no price; while the product was stopped,
 * nothing between the ends of the first and of the last minute. A product that is started again goes
 * on with the signals that it finds, and forecasts once it has its history. A feed that fell silent
 * had prices before: such a gap states the silence around the end of its minutes, which holds none, and
 * signals only as long as its last price could be used.
 */
export interface QuietGaps {
  /** Something that the record holds of a feed; `what`: "a signal", "a price". Milliseconds UTC. */
  activity(feed: string, at: number, what: string, index: number): void;
  gap(feed: string, gap: Gap, index: number, silence: Silence | null): void;
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
  readonly silence: Silence | null;
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
  const getFeed = (feed: string): OfFeed =>
    getOrCreate(feeds, feed, () => ({
      activities: [],
      gaps: [],
      newest: Number.NEGATIVE_INFINITY,
      stoppedTo: Number.NEGATIVE_INFINITY,
    }));
  const judge = (own: OwnGap, activity: Activity): void => {
    if (own.isReported || !contradicts(own, activity)) return;
    const { at, what, index } = activity;
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
    gap: (feed, gap, index, stated) => {
      const state = getFeed(feed);
      const isAfterStop = gap.from - state.stoppedTo <= afterStopMs;
      if (gap.reason === 'stopped') state.stoppedTo = Math.max(state.stoppedTo, gap.to);
      const silence = stated && coversEnds(stated, gap) ? stated : null;
      if (stated && !silence) report(index, 'gap', 'the silence that it states does not cover the ends of its minutes');
      const own = { gap, silence, index, isAfterStop, isReported: false };
      for (const activity of state.activities) judge(own, activity);
      state.gaps.push(own);
    },
  };
}

/** The silence lies around the end of each minute of the gap. */
const coversEnds = (silence: Silence, { from, to, reason }: Gap): boolean =>
  reason === 'no_forecast' &&
  silence.to - silence.from >= minSilenceMs &&
  silence.from < from + minuteMs &&
  silence.to >= to;

function contradicts({ gap, silence, isAfterStop }: OwnGap, { at, what }: Activity): boolean {
  if (silence) {
    const quietFrom = what === 'a price' ? silence.from : silence.from + limits.signalPriceMaxAgeMs;
    return at > quietFrom && at < silence.to;
  }
  const { from, to, reason } = gap;
  if (reason === 'stopped') return at >= from + minuteMs + dyingMs && at < to;
  return at >= from && at < to && !(isAfterStop && reason !== 'closed');
}
