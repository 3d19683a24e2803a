import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Figure, createFigure, type Goal } from '../figure.ts';
import { holdStreams } from '../load/hold-streams.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';
import { seedTokens, seedUsers } from '../setup/seed-users.ts';
import { startProduct, startProgram } from '../setup/start-program.ts';
import type { Wire } from '../load/stream-reader.ts';

const clients = 10_000;
const streamsAUser = 5;
const wsBroadcast = fileURLToPath(new URL('../load/ws-broadcast.ts', import.meta.url));

export const streamsRow: Row = {
  name: 'streams',
  what: `${clients.toLocaleString('en')} clients of /api/events beside the load generator, 28 prices a second`,
  peer: 'ws sending the same text to as many WebSockets, one after the other in the same run',
  async measure(print) {
    print('holding the streams of ws');
    const peers = await holdPeers();
    print('starting the database and the product');
    const ours = await holdOurs(() => print('holding the streams of the product'));
    return [
      ...computeFigures('', ours.rounds, { delay: { atMost: 200 }, memory: { atMost: 27 } }),
      createFigure('clients cut off', '', [ours.cutOff], { atMost: 0 }),
      ...computeFigures('ws: ', peers.rounds, { delay: null, memory: null }),
    ];
  },
};

/** Matches the end of the handshake's answer only; each frame of a batch ends with its text. */
const webSocket: Wire = {
  head: [
    'GET / HTTP/1.1',
    'Host: 127.0.0.1',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    '\r\n',
  ].join('\r\n'),
  opened: 'HTTP/1.1 101',
  ending: Buffer.from('"}\n\n'),
};

/** A chunk of the transfer encoding ends after the empty line of its last event. */
const serverSentEvents = (token: string): Wire => ({
  head: `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  opened: 'HTTP/1.1 200',
  ending: Buffer.from('"}\n\n\r\n'),
});

async function holdPeers(): ReturnType<typeof holdStreams> {
  const peer = await startProgram([wsBroadcast], {});
  try {
    return await holdStreams(
      peer,
      Array.from({ length: clients }, () => webSocket),
    );
  } finally {
    await peer.stop();
  }
}

async function holdOurs(onStart: () => void): ReturnType<typeof holdStreams> {
  const postgres = await startOwnPostgres();
  const SECRET = randomBytes(32).toString('hex');
  const product = await startProduct({ DATABASE_URL: postgres.url, SECRET });
  try {
    const users = await seedUsers(postgres.db, Math.ceil(clients / streamsAUser));
    const tokens = await seedTokens(postgres.db, users, SECRET);
    const wires = Array.from({ length: clients }, (_, i) => serverSentEvents(tokens[i % tokens.length] ?? ''));
    onStart();
    return await holdStreams(product, wires);
  } finally {
    await product.stop();
    await postgres.stop();
  }
}

type HeldRound = Awaited<ReturnType<typeof holdStreams>>['rounds'][number];

interface Goals {
  readonly delay: Goal | null;
  readonly memory: Goal | null;
}

function computeFigures(whose: string, rounds: readonly HeldRound[], { delay, memory }: Goals): Figure[] {
  const figure = (what: string, unit: string, read: (round: HeldRound) => number, goal: Goal | null = null): Figure =>
    createFigure(whose + what, unit, rounds.map(read), goal);
  return [
    figure('p99 behind the newest price of the batch', 'ms', ({ behindNewestP99 }) => behindNewestP99, delay),
    figure('resident memory for each client', 'KiB', ({ kibEach }) => kibEach, memory),
    figure('processor', '% of a core', ({ cpu }) => 100 * cpu),
    figure('batches delivered to each client a second', '', ({ batchesEachASecond }) => batchesEachASecond),
  ];
}
