import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { listenLocally } from './local-server.ts';

/** A connection between the product and a partner that a test can cut. */
export async function createChaosProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: 'open' | 'cut' | 'silent' = 'open';
  let delayMs = 0;
  const delayed = (): Transform =>
    new Transform({
      transform: (bytes, _encoding, forward) => {
        if (delayMs === 0) forward(null, bytes);
        else setTimeout(forward, delayMs, null, bytes);
      },
    });
  const add = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const separate = (pair: readonly [Socket, Socket]): void => {
    pairs.delete(pair);
    for (const socket of pair) socket.unpipe().resume();
  };
  const server = createServer((near) => {
    if (state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    add(near);
    if (state === 'silent') {
      near.resume();
      return;
    }
    const far = connect(Number(port), hostname);
    add(far);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [socket, other] of [pair, [far, near] as const]) {
      socket.on('close', () => {
        if (pairs.has(pair)) other.destroy();
      });
    }
    near.pipe(far);
    far.pipe(delayed()).pipe(near);
  });
  const url = new URL(target);
  url.port = String(await listenLocally(server));
  const endAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    /** The target's address through the proxy. */
    url: url.href,
    /** Closes open connections and rejects new ones, like a server outage. */
    cut: () => {
      state = 'cut';
      endAll();
    },
    /**
     * Stops forwarding without a reset: open connections never carry a byte again, not even after
     * `restore`, and new connections wait for a response meanwhile. Neither end is notified when the
     * other one closes.
     */
    silence: () => {
      state = 'silent';
      for (const pair of pairs) separate(pair);
    },
    /** Each answer of the target arrives this much later, until `restore`. */
    delay: (ms: number) => {
      delayMs = ms;
    },
    restore: () => {
      state = 'open';
      delayMs = 0;
    },
    close: async () => {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
