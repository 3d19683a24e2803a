import { currencyPairs } from '#domain/market/currency-pair.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import { tickAt } from './deriv-setup.ts';
import { type FakeDeriv, startFakeDeriv } from './fake-deriv.ts';

export const tickingPairs = currencyPairs.map(({ symbol }) => symbol);

/** Settings of a product on it, at any hour. */
export const tickingSettings = ({ url }: FakeDeriv) => ({
  FEED: 'deriv',
  DERIV_WS_URL: url,
  DEMO: 'on',
  MARKET_CALENDAR: 'always',
  WORKING_DAYS: '1-7',
  THIN_HOURS: 'include',
  RATE_LIMIT_PER_MINUTE: '0',
  CALIBRATION_DAYS: '14',
});

/** A fake Deriv that offers all pairs and sends a price of each every second, near its candles. */
export async function startTickingDeriv(): Promise<FakeDeriv> {
  const feed = await startFakeDeriv({ now: Date.now });
  feed.offer(tickingPairs);
  const sendAll = (): void => {
    const now = Date.now();
    const quote = 1.1 + (Math.floor(now / minuteMs) % 100) / 100_000 + (Math.floor(now / secondMs) % 5) / 100_000;
    for (const symbol of tickingPairs) feed.sendTick(tickAt(now, symbol, quote));
  };
  const timer = setInterval(sendAll, secondMs);
  return {
    ...feed,
    stop: () => {
      clearInterval(timer);
      return feed.stop();
    },
  };
}
