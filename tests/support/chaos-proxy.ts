import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ChaosProxy {
  /** The address behind the proxy, reached through it. */
  readonly url: string;
  /** Ends what is open and refuses what is new, as a server that went away. */
  cut(): void;
  /**
   * Stops forwarding without a reset: the open connections never carry a byte again, not even after `restore`, and what
   * connects meanwhile waits for an answer. Neither end learns that the other one has closed.
   */
  silence(): void;
  restore(): void;
  close(): Promise<void>;
}

/** A wire that a test can cut, between the product and a partner. */
export async function createChaosProxy(target: string): Promise<ChaosProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: 'open' | 'cut' | 'silent' = 'open';
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
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const endAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: url.href,
    cut: () => {
      state = 'cut';
      endAll();
    },
    silence: () => {
      state = 'silent';
      for (const pair of pairs) separate(pair);
    },
    restore: () => {
      state = 'open';
    },
    close: async () => {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
