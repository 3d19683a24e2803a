import type { Outlook } from '#contract/signals.ts';
import type { Clock } from '#domain/clock.ts';
import { isThinHour } from '#domain/market/market-session.ts';
import { limits } from '#domain/signals/limits.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { ModelCatalogue } from './signals.api.ts';

/** What each local model sees now, by the rules that issue a signal. */
export type ReadOutlook = (query: { readonly interval: Outlook['interval']; readonly isVipOpen: boolean }) => Outlook;

interface Needs {
  readonly market: Pick<MarketView, 'board' | 'feed' | 'lastTick'>;
  readonly catalogue: Pick<ModelCatalogue, 'localModels'>;
  /** Market time. */
  readonly clock: Clock;
  readonly includeThinHours: boolean;
}

export const createReadOutlook =
  ({ market, catalogue, clock, includeThinHours }: Needs): ReadOutlook =>
  ({ interval, isVipOpen }) => {
    const now = clock.now();
    const isFresh = (symbol: string): boolean => {
      const tick = market.lastTick(symbol);
      return tick !== null && now - tick.time <= limits.signalPriceMaxAgeMs;
    };
    const symbols = market.feed.symbols.filter(isFresh);
    const isThin = !includeThinHours && isThinHour(now);
    const models = catalogue.localModels().filter((model) => isVipOpen || model !== 'vip');
    return {
      interval,
      models: models.map((aiModel) => {
        const query = { models: [aiModel], duration: interval, symbols, exclude: [], now };
        const hasSignal = !isThin && market.board.best(query) !== null;
        const nearest = hasSignal ? null : market.board.nearest(query);
        return {
          aiModel,
          hasSignal,
          nearest: nearest && {
            symbol: nearest.symbol,
            passability: nearest.passability,
            signalFrom: nearest.signalFrom,
          },
        };
      }),
    };
  };
