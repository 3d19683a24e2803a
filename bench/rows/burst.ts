import { setTimeout as pause } from 'node:timers/promises';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { roundPrice } from '#domain/market/price.ts';
import { freePort } from '#server/database/embedded/free-port.ts';
import { type FakeDeriv, startFakeDeriv } from '#tests/support/market/fake-deriv.ts';
import { createFigure } from '../figure.ts';
import type { Row } from '../row.ts';
import { scrapeMetrics } from '../scrape-metrics.ts';
import { startProduct } from '../setup/start-product.ts';

const burst = 50_000;
const rounds = 5;
/** Groups of ticks that are sent within a second, evenly spaced. */
const groups = 50;
const second = 1_000;
const received = 'kurs_ticks';
const loopDelay = 'kurs_nodejs_eventloop_lag_p99_seconds';

export const burstRow: Row = {
  name: 'burst',
  what: `${burst.toLocaleString('en')} ticks in one second from a local server that speaks Deriv's protocol (F12)`,
  peer: 'none',
  async measure(print) {
    const server = await startFakeDeriv();
    const port = await freePort();
    const product = await startProduct({
      FEED: 'deriv',
      DERIV_WS_URL: server.url,
      METRICS_PORT: String(port),
      CALIBRATION_DAYS: '14',
    });
    try {
      await server.nextSubscription();
      const delays: number[] = [];
      const seconds: number[] = [];
      let sent = (await scrapeMetrics(port)).get(received) ?? 0;
      await pause(second);
      const before = await untilReceived(port, sent);
      for (let round = 0; round < rounds; round += 1) {
        const startedAt = performance.now();
        await sendBurst(server, round);
        sent += burst;
        delays.push(await untilReceived(port, sent));
        seconds.push((performance.now() - startedAt) / second);
        print(`${sent.toLocaleString('en')} ticks received`);
      }
      return [
        createFigure('p99 of the delay of the event loop', 'ms', delays, { atMost: 50 }),
        createFigure('the same in the second before', 'ms', [before]),
        createFigure('from the first tick to the last one processed', 's', seconds),
      ];
    } finally {
      await product.stop();
      await server.stop();
    }
  },
};

/** Different prices each time, because a repeated tick is dropped early. */
async function sendBurst(server: FakeDeriv, round: number): Promise<void> {
  const startedAt = performance.now();
  for (let group = 0; group < groups; group += 1) {
    for (let i = 0; i < burst / groups; i += 1) {
      const pair = currencyPairs[i % currencyPairs.length];
      if (!pair) continue;
      const quote = roundPrice(1.1 + ((group + i + round) % 7) / 10 ** pair.digits, pair.digits);
      server.sendTick({ symbol: `frx${pair.symbol}`, epoch: Math.floor(Date.now() / second), quote });
    }
    await pause(Math.max(0, startedAt + ((group + 1) * second) / groups - performance.now()));
  }
}

/** Resolves with the delay since the previous scrape, milliseconds: each scrape resets the measurement. */
async function untilReceived(port: number, count: number): Promise<number> {
  let worst = 0;
  for (;;) {
    const sample = await scrapeMetrics(port);
    worst = Math.max(worst, (sample.get(loopDelay) ?? Number.NaN) * second);
    if ((sample.get(received) ?? 0) >= count) return worst;
    await pause(200);
  }
}
