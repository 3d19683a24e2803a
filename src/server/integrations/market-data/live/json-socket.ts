import { type RawData, WebSocket } from 'ws';
import { noTimer, type Scheduler } from '#server/jobs/scheduler.ts';

interface JsonSocketEvents {
  onOpen(): void;
  /** Null: the text is not JSON. */
  onMessage(message: unknown): void;
  /** Called once with the reason, whichever side closed the connection. */
  onClose(reason: string): void;
}

interface JsonSocketOptions {
  readonly url: string;
  readonly scheduler: Scheduler;
  /** Silence is an error only while the market is open. */
  readonly isMarketOpen: () => boolean;
  /** A message that the other side answers; also sent to a side that has been silent. */
  readonly heartbeat: Readonly<Record<string, unknown>>;
  readonly heartbeatMs: number;
  readonly events: JsonSocketEvents;
}

/** Lifetime of one WebSocket: heartbeats and a watchdog; it does not reconnect by itself. */
export interface JsonSocket {
  send(body: Readonly<Record<string, unknown>>): void;
  close(reason: string): void;
}

/** 5 s of silence in market hours means a dead connection. */
const silenceMs = 5_000;
const handshakeTimeout = 10_000;
const closeQuietlyMs = 1_000;
const maxPayload = 4 * 1_024 * 1_024;

export function openJsonSocket(options: JsonSocketOptions): JsonSocket {
  const { url, scheduler, heartbeat, heartbeatMs, events } = options;
  const socket = new WebSocket(url, { handshakeTimeout, maxPayload });
  let isClosed = false;
  let watchdog: Watchdog | null = null;
  let stopHeartbeat = noTimer;
  let stopWaiting = noTimer;

  const send = (body: Readonly<Record<string, unknown>>): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(body));
  };

  function keepAlive(): void {
    stopHeartbeat = scheduler.after(heartbeatMs, () => {
      send(heartbeat);
      keepAlive();
    });
  }

  function close(reason: string): void {
    if (isClosed) return;
    isClosed = true;
    watchdog?.stop();
    stopHeartbeat();
    socket.close();
    // A dead connection does not answer the closing handshake either.
    stopWaiting = scheduler.after(closeQuietlyMs, () => socket.terminate());
    events.onClose(reason);
  }

  socket.on('open', () => {
    if (isClosed) return socket.terminate();
    keepAlive();
    watchdog = startWatchdog(options, {
      probe: () => send(heartbeat),
      bark: () => {
        close('no bytes for 5 s');
        socket.terminate();
      },
    });
    events.onOpen();
  });
  socket.on('message', (data) => {
    if (isClosed) return;
    watchdog?.fed();
    events.onMessage(parseJson(toText(data)));
  });
  socket.on('error', (error) => close(error.message));
  socket.on('close', (code) => {
    close(`closed by the other side (${code})`);
    stopWaiting();
  });

  return { send, close };
}

/** One Buffer, the default binary type of ws; the other forms do not occur. */
const toText = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString('utf8') : '');

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Watchdog {
  /** Something arrived: the connection is alive. */
  fed(): void;
  stop(): void;
}

interface WatchdogEvents {
  /**
   * Called halfway through a silence: requests a sign of life, so that a quiet market is not
   * mistaken for a dead connection.
   */
  probe(): void;
  bark(): void;
}

/** A half-open connection delivers neither data nor a close event: only silence reveals it. */
function startWatchdog({ scheduler, isMarketOpen }: JsonSocketOptions, { probe, bark }: WatchdogEvents): Watchdog {
  let cancel = noTimer;

  const watch = (): void => {
    cancel = scheduler.after(silenceMs / 2, () => {
      if (!isMarketOpen()) return watch();
      probe();
      cancel = scheduler.after(silenceMs / 2, () => (isMarketOpen() ? bark() : watch()));
    });
  };
  watch();

  return {
    fed() {
      cancel();
      watch();
    },
    stop: () => cancel(),
  };
}
