import { restartingReplay } from '#domain/market/replay-feed.ts';
import { toInstant } from '#contract/wire.ts';
import type { ConfigIssue, Environment } from './environment.ts';

export type FeedConfig =
  | { readonly kind: 'simulated'; readonly seed: number }
  | {
      readonly kind: 'replay';
      readonly files: readonly string[];
      readonly speed: number;
      /** When market time was real time, for all its processes and starts; null: at each start. */
      readonly startedAt: number | null;
    }
  | { readonly kind: 'deriv'; readonly wsUrl: string; readonly appId: string | null }
  | {
      readonly kind: 'oanda';
      readonly streamUrl: string;
      readonly apiUrl: string;
      readonly account: string;
      readonly token: string;
    }
  | {
      readonly kind: 'twelvedata';
      readonly wsUrl: string;
      readonly apiUrl: string;
      readonly apiKey: string;
      readonly callsPerMinute: number;
    };

/** What a live feed cannot do without was already reported by `feedIssues` where it is empty here. */
export function feedOf(env: Environment, kind: FeedConfig['kind'] = env.FEED): FeedConfig {
  switch (kind) {
    case 'replay':
      return {
        kind: 'replay',
        files: env.REPLAY_FILES,
        speed: env.REPLAY_SPEED,
        startedAt: env.REPLAY_STARTED_AT ?? null,
      };
    case 'deriv':
      return { kind: 'deriv', wsUrl: env.DERIV_WS_URL, appId: env.DERIV_APP_ID ?? null };
    case 'oanda': {
      const { OANDA_STREAM_URL: streamUrl, OANDA_API_URL: apiUrl, OANDA_ACCOUNT = '', OANDA_TOKEN = '' } = env;
      return { kind: 'oanda', streamUrl, apiUrl, account: OANDA_ACCOUNT, token: OANDA_TOKEN };
    }
    case 'twelvedata':
      return {
        kind: 'twelvedata',
        wsUrl: env.TWELVEDATA_WS_URL,
        apiUrl: env.TWELVEDATA_API_URL,
        apiKey: env.TWELVEDATA_API_KEY ?? '',
        callsPerMinute: env.TWELVEDATA_CALLS_PER_MINUTE,
      };
    case 'simulated':
      return { kind: 'simulated', seed: env.SIMULATED_SEED };
  }
}

const neededBy: Readonly<Record<string, readonly string[]>> = {
  replay: ['REPLAY_FILES'],
  oanda: ['OANDA_TOKEN', 'OANDA_ACCOUNT'],
  twelvedata: ['TWELVEDATA_API_KEY'],
};

/** Variables that the chosen feed needs and that are missing. */
export const feedIssues = (given: Readonly<Record<string, string>>): ConfigIssue[] => [
  ...['FEED', 'FEED_CHECK'].flatMap((variable) =>
    (neededBy[given[variable] ?? ''] ?? [])
      .filter((name) => !given[name])
      .map((name) => ({ name, value: null, allowed: `needed with ${variable}=${given[variable]}` })),
  ),
  ...checkIssues(given),
];

/** Two live feeds that differ: a generated or recorded market agrees with none. */
function checkIssues({ FEED: feed = 'simulated', FEED_CHECK: value }: Readonly<Record<string, string>>): ConfigIssue[] {
  if (value === undefined) return [];
  const others = liveKinds.filter((kind) => kind !== feed);
  if (isLiveKind(feed) && value !== feed) return [];
  const allowed = isLiveKind(feed) ? `${others.join(' or ')}, another feed than FEED` : 'unset unless FEED is live';
  return [{ name: 'FEED_CHECK', value, allowed }];
}

export const liveKinds = ['deriv', 'oanda', 'twelvedata'] as const;
const isLiveKind = (kind: string): boolean => liveKinds.some((live) => live === kind);

/** False for a simulated or replayed market, which is labelled as such everywhere. */
export const isLiveFeed = ({ kind }: Pick<FeedConfig, 'kind'>): boolean => isLiveKind(kind);

/** Market time per unit of real time. */
export const speedOf = (feed: FeedConfig): number => (feed.kind === 'replay' ? feed.speed : 1);

/** The feed id in the record; different seeds are different markets, and so are replays that began at different instants. */
export function feedIdOf(feed: FeedConfig): string {
  if (feed.kind === 'simulated') return `simulated:${feed.seed}`;
  if (feed.kind === 'replay' && feed.startedAt !== null) return `${restartingReplay}:${toInstant(feed.startedAt)}`;
  return feed.kind;
}
