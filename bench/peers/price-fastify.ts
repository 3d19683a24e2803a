import { app, verifyToken } from './guarded-app.ts';

/**
 * The peer of the row `price`, a separate process: a route with the product's guards and a schema of
 * its response. Prints its address and runs until it is stopped.
 */
const text = { type: 'string' };
const number = { type: 'number' };
const response = {
  200: {
    type: 'object',
    required: ['symbol', 'price', 'bid', 'ask', 'time'],
    properties: { symbol: text, price: number, bid: number, ask: number, time: text },
  },
};
const price = { symbol: 'EURUSD', price: 1.10123, bid: 1.10122, ask: 1.10124 };

app.get('/price', { onRequest: verifyToken, schema: { response } }, async () => ({
  ...price,
  time: new Date().toISOString(),
}));

console.log(`runs at ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
