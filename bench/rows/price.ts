import { besidePeer, figuresOfPairs, load } from '../load/load.ts';
import { demoToken, startPricePeer, startProduct } from '../setup/start-program.ts';
import { createFigure, type Figure, quantile } from '../figure.ts';
import { installPeers } from '../peers/install-peers.ts';
import { cheap, expensive, flood } from '../load/expensive-flood.ts';
import { steadyLoad } from '../load/steady-load.ts';
import type { Row } from '../row.ts';
import { untilPriced } from '../load/until-priced.ts';

const connections = 32;
/** The product has more code than its peer, and takes longer until all of it is optimized. */
const warmUpS = 20;
const roundS = 5;
const rounds = 5;
/** Rounds at half of saturation; the first ones also warm up the generator. */
const calmRounds = 5;
const path = '/python_api/price/EURUSD';

export const priceRow: Row = {
  name: 'price',
  what: `GET ${path}, signed in`,
  peer: 'a Fastify route with the same guards from public plugins',
  async measure(print) {
    if (!installPeers(print)) throw new Error('the row needs @fastify/jwt');
    print('starting the product');
    const product = await startProduct();
    const peer = await startPricePeer();
    try {
      const token = await demoToken(product.url);
      const headers = { authorization: `Bearer ${token}` };
      await untilPriced(product.url, token, ['EURUSD']);
      const loadOurs = (duration: number) => () =>
        load(product.process, { url: product.url + path, headers, connections, duration });
      const loadPeer = (duration: number) => () =>
        load(peer.process, { url: `${peer.url}/price`, headers: peer.headers, connections, duration });
      print('warming up');
      await besidePeer(1, loadOurs(warmUpS), loadPeer(warmUpS));
      print(`${rounds} rounds of ${roundS} s each`);
      const pairs = await besidePeer(rounds, loadOurs(roundS), loadPeer(roundS));
      // Its garbage would be collected beside the calm rounds.
      await peer.stop();
      print('at half of saturation');
      const half = Math.round(Math.max(...pairs.map(({ ours }) => ours.perSecond)) / 2);
      const calm = [];
      for (let round = 0; round < calmRounds; round += 1)
        // autocannon would send the requests of a second all at once.
        calm.push(await steadyLoad({ url: product.url + path, headers, perSecond: half, seconds: roundS }));
      const p99 = calm.map((times) => quantile(times, 0.99));
      return [
        ...figuresOfPairs(pairs, { atLeast: 1.1 }),
        createFigure(`p99 at ${half} requests/s, half of saturation`, 'ms', p99, { atMost: 10 }),
        ...(await measureBesideFlood(print)),
      ];
    } finally {
      await Promise.all([product.stop(), peer.stop()]);
    }
  },
};

const floodRounds = 5;
const floodSeconds = 3;
const besidePerSecond = 500;

/** The delay of prices beside one address that spends what it may in a minute on the most expensive answers at once. */
async function measureBesideFlood(print: (line: string) => void): Promise<Figure[]> {
  print('beside a flood of expensive answers');
  const product = await startProduct({ RATE_LIMIT_PER_MINUTE: '1000000' });
  try {
    const token = await demoToken(product.url);
    await untilPriced(product.url, token, ['EURUSD']);
    const headers = { authorization: `Bearer ${token}` };
    const readPrices = async () => {
      const steady = { url: product.url + path, headers, perSecond: besidePerSecond, seconds: floodSeconds };
      return quantile(await steadyLoad(steady), 0.99);
    };
    const readBeside = async (paths: readonly string[]) =>
      (await Promise.all([readPrices(), flood(product.url, paths)]))[0];
    await readBeside(expensive);
    const alone: number[] = [];
    const beside: number[] = [];
    const besideCheap: number[] = [];
    for (let round = 0; round < floodRounds; round += 1) {
      alone.push(await readPrices());
      beside.push(await readBeside(expensive));
      besideCheap.push(await readBeside(cheap));
    }
    const ratios = beside.map((p99, round) => p99 / (alone[round] ?? Number.NaN));
    return [
      createFigure('p99 beside a flood of expensive answers / without', '×', ratios, { atMost: 2 }),
      createFigure('p99 without it', 'ms', alone),
      createFigure('p99 beside it', 'ms', beside),
      createFigure('p99 beside as many calls that cost nothing', 'ms', besideCheap),
    ];
  } finally {
    await product.stop();
  }
}
