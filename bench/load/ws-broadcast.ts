import { WebSocketServer } from 'ws';
import { currencyPairs } from '#domain/market/currency-pair.ts';

/**
 * The peer of the streams, a separate process: a WebSocket server without authentication that sends
 * the prices of all pairs to every client each second, as ws's documentation broadcasts. Prints its
 * address and runs until it is stopped.
 */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, backlog: 4_096 });

setInterval(() => {
  const prices = currencyPairs.map(({ symbol }) => ({
    symbol,
    price: 1.10123,
    bid: 1.10122,
    ask: 1.10124,
    time: new Date().toISOString(),
  }));
  const text = prices.map((price) => `event: tick\ndata: ${JSON.stringify(price)}\n\n`).join('');
  for (const client of server.clients) client.send(text);
}, 1_000);

server.once('listening', () => {
  const address = server.address();
  console.log(`runs at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
