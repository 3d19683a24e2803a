import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { minuteMs } from '#domain/time.ts';
import { createSchemaCheck, type SchemaCheck } from './vendor-schema.ts';
import { closeServer, listenLocally } from '../network/local-server.ts';

export interface Price {
  readonly symbol: string;
  readonly time: number;
  readonly bid: number;
  readonly ask: number;
}

const Message = z.record(z.string(), z.unknown());
const readFixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/market-data/oanda/${name}`, import.meta.url), 'utf8'));
const messages = Message.parse(readFixture('messages.json'));
const Parameter = z.object({ name: z.string(), type: z.string(), required: z.boolean().optional() });
const published = z
  .object({
    queries: z.object({
      candles: z.array(Parameter),
      instruments: z.array(Parameter),
      stream: z.array(Parameter),
    }),
    candles: Message,
    instruments: Message,
    definitions: z.record(z.string(), Message),
  })
  .parse(readFixture('openapi.json'));
const getErrorMessage = (name: string) => Message.parse(messages[name]);
const maxRows = 5_000;
export const oandaToken = 'a-token-of-tests';

/**
 * A fake server that speaks OANDA's v20 protocol from the recorded messages. It fails on a query or an answer that
 * OANDA's published OpenAPI does not have.
 */
export async function startFakeOanda() {
  const streams = new Set<ServerResponse>();
  const requests: string[] = [];
  const subscriptions: string[][] = [];
  const waits: ((instruments: string[]) => void)[] = [];
  let isRejecting = false;
  let offered: readonly string[] | null = null;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://fake');
    requests.push(url.pathname);
    const isKnown = request.headers.authorization === `Bearer ${oandaToken}` && !isRejecting;
    if (!isKnown) response.writeHead(401).end('{"errorMessage":"Insufficient authorization to perform request."}');
    else if (url.pathname.endsWith('/pricing/stream')) openStream(url, response);
    else if (url.pathname.endsWith('/instruments')) {
      checks.instrumentsQuery(toQuery(url));
      const list = { instruments: (offered ?? []).map(toInstrument), lastTransactionID: '6356' };
      checks.instruments(list);
      response.end(JSON.stringify(list));
    } else {
      checks.candlesQuery(toQuery(url));
      const page = candles(url);
      checks.candles(page);
      response.end(JSON.stringify(page));
    }
  }

  function openStream(url: URL, response: ServerResponse): void {
    checks.streamQuery(toQuery(url));
    const instruments = (url.searchParams.get('instruments') ?? '').split(',');
    const names = offered?.map(toName);
    if (names && !instruments.every((name) => names.includes(name)))
      return void response.writeHead(400).end('{"errorMessage":"Invalid value specified for \'instruments\'"}');
    streams.add(response);
    response.on('close', () => streams.delete(response));
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).flushHeaders();
    const wait = waits.shift();
    if (wait) wait(instruments);
    else subscriptions.push(instruments);
  }

  const sendText = (text: string): void => streams.forEach((stream) => stream.write(`${text}\n`));
  const send = (check: SchemaCheck, message: object): void => {
    check(message);
    sendText(JSON.stringify(message));
  };

  const server = createServer(answer);
  const port = await listenLocally(server);

  return {
    url: `http://127.0.0.1:${port}`,
    /** Resolves with the instruments of the next stream; one opened earlier and not yet returned counts. */
    nextSubscription: async () =>
      subscriptions.shift() ?? new Promise<readonly string[]>((resolve) => waits.push(resolve)),
    sendPrice: ({ symbol, time, bid, ask }: Price) =>
      send(checks.price, {
        ...getErrorMessage('price'),
        instrument: toName(symbol),
        time: new Date(time).toISOString().replace('Z', '123456Z'),
        bids: [{ price: String(bid), liquidity: 1_000_000 }],
        asks: [{ price: String(ask), liquidity: 1_000_000 }],
      }),
    sendClosedPrice: () => send(checks.price, getErrorMessage('closedPrice')),
    sendHeartbeat: () => send(checks.heartbeat, getErrorMessage('heartbeat')),
    sendText,
    /** Ends every stream cleanly. */
    closeAll: () => streams.forEach((stream) => stream.end()),
    rejectTokens: (rejects: boolean) => void (isRejecting = rejects),
    /** From now on the account has these pairs alone, and a stream that names another is refused. */
    offer: (symbols: readonly string[]) => void (offered = symbols),
    requests: () => requests,
    stop: () => closeServer(server),
  };
}

const toName = (symbol: string): string => `${symbol.slice(0, 3)}_${symbol.slice(3)}`;

const toInstrument = (symbol: string): object => ({
  ...getErrorMessage('instrument'),
  name: toName(symbol),
  displayName: toName(symbol).replace('_', '/'),
});

/** Minute candles that start before `to`, the newest of them still forming when `to` lies inside it. */
function candles({ searchParams }: URL): object {
  const to = Date.parse(searchParams.get('to') ?? '');
  const count = Math.min(maxRows, Number(searchParams.get('count')));
  const newest = Math.ceil(to / minuteMs) * minuteMs - minuteMs;
  const rows = Array.from({ length: count }, (_, i) => newest - (count - 1 - i) * minuteMs);
  return {
    instrument: 'EUR_USD',
    granularity: 'M1',
    candles: rows.map((time) => {
      const open = 1.1 + ((time / minuteMs) % 100) / 100_000;
      const mid = { o: open, h: open + 0.0001, l: open - 0.0001, c: open + 0.00005 };
      return {
        complete: time + minuteMs <= to,
        volume: 42,
        time: new Date(time).toISOString(),
        mid: Object.fromEntries(Object.entries(mid).map(([key, price]) => [key, price.toFixed(5)])),
      };
    }),
  };
}

/** No field beside those that OANDA publishes, although its OpenAPI would let any pass. */
const definitions = Object.fromEntries(
  Object.entries(published.definitions).map(([name, schema]) => [name, { ...schema, additionalProperties: false }]),
);

/** A value as it stands in a query: an array is a list with commas. */
const patterns: Readonly<Record<string, string>> = { integer: '^\\d+$', boolean: '^(true|false)$' };

const checks = {
  price: createSchemaCheck('PRICE', { $ref: '#/definitions/ClientPrice', definitions }),
  heartbeat: createSchemaCheck('HEARTBEAT', { $ref: '#/definitions/PricingHeartbeat', definitions }),
  candles: createSchemaCheck('candles', { ...published.candles, additionalProperties: false, definitions }),
  instruments: createSchemaCheck('instruments', { ...published.instruments, additionalProperties: false, definitions }),
  instrumentsQuery: createQueryCheck('instruments', published.queries.instruments),
  candlesQuery: createQueryCheck('candles', published.queries.candles),
  streamQuery: createQueryCheck('pricing/stream', published.queries.stream),
};

function createQueryCheck(title: string, parameters: readonly z.infer<typeof Parameter>[]): SchemaCheck {
  return createSchemaCheck(`query ${title}`, {
    type: 'object',
    additionalProperties: false,
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map(({ name, type }) => [name, { type: 'string', pattern: patterns[type] ?? '.' }]),
    ),
  });
}

const toQuery = ({ searchParams }: URL): Readonly<Record<string, string>> => Object.fromEntries(searchParams);
