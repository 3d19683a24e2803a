import type { Tick } from '#engine/tick/tick.ts';
import type { FeedHandlers, FeedState, PairOffer } from '#server/integrations/market-data/market-data.ts';

interface Gap {
  readonly symbols: readonly string[];
  readonly from: number;
  readonly to: number | null;
}

/** Handlers that record everything; `until` resolves at the event that makes its condition true. */
export interface FeedRecorder extends FeedHandlers {
  readonly ticks: Tick[];
  readonly gaps: Gap[];
  readonly states: FeedState[];
  readonly offers: PairOffer[];
  until(isTrue: () => boolean): Promise<void>;
}

export function createFeedRecorder(): FeedRecorder {
  const waits = new Set<() => void>();
  const notifyAll = (): void => waits.forEach((wait) => wait());
  const recorder: FeedRecorder = {
    ticks: [],
    gaps: [],
    states: [],
    offers: [],
    onTick(tick) {
      recorder.ticks.push(tick);
      notifyAll();
    },
    onGap(symbols, from, to) {
      recorder.gaps.push({ symbols, from, to });
      notifyAll();
    },
    onStateChange(state) {
      recorder.states.push(state);
      notifyAll();
    },
    onOffer(offer) {
      recorder.offers.push(offer);
      notifyAll();
    },
    until: (isTrue) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!isTrue()) return;
          waits.delete(check);
          resolve();
        };
        waits.add(check);
        check();
      }),
  };
  return recorder;
}
