import { setTimeout as pause } from 'node:timers/promises';
import { openStream, type ResumingStream } from './open-stream.ts';
import type { SeededUser } from './start-cluster.ts';

/** A user at a screen: streams, takes a signal whenever none is open, and reads the own history. */
export interface SignalUser {
  readonly id: string;
  readonly stream: ResumingStream;
  /** The ids of the signals that were answered with 200. */
  readonly issued: readonly string[];
  /** Statuses of calls that may be repeated and failed twice, and of issues that failed. */
  readonly failures: { readonly repeatable: readonly string[]; readonly issues: readonly string[] };
  /** Takes no further signal; the stream stays open. */
  stopTaking(): Promise<void>;
}

interface Options {
  readonly url: string;
  readonly user: SeededUser;
  readonly symbol: string;
}

const betweenMs = 2_000;
const retryAfterMs = 1_000;

export function startSignalUser({ url, user: { id, token }, symbol }: Options): SignalUser {
  const stream = openStream({ url, token });
  const issued: string[] = [];
  const failures = { repeatable: [] as string[], issues: [] as string[] };
  let isTaking = true;

  // oxlint-disable-next-line typescript/no-explicit-any -- the client reads whatever the server said
  const call = async (path: string, body?: unknown): Promise<{ status: number; json: any }> => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const headers = { authorization: `Bearer ${token}`, ...json };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    try {
      const response = await fetch(url + path, init);
      const text = await response.text();
      return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : {} };
    } catch {
      return { status: 0, json: {} };
    }
  };
  /** As any client does, once more after a while. */
  const repeatable = async (path: string, body?: unknown): Promise<void> => {
    const first = await call(path, body);
    if (isAnswered(first)) return;
    await pause(retryAfterMs);
    const again = await call(path, body);
    if (!isAnswered(again)) failures.repeatable.push(nameOf(again));
  };
  const takeOne = async (): Promise<void> => {
    const { status, json } = await call(`/python_api/signal/manual?interval=3&symbol=${symbol}`);
    if (status !== 200) {
      if (status !== 409) failures.issues.push(nameOf({ status, json }));
      return;
    }
    issued.push(json.id);
    await repeatable(`/api/signal/user/${id}`, json);
  };
  const run = async (): Promise<void> => {
    while (isTaking) {
      if (issued.length === 0 || Math.random() < 0.1) await takeOne();
      await repeatable('/api/signal/user/history');
      await pause(betweenMs * (0.5 + Math.random()));
    }
  };
  const running = run();

  return {
    id,
    stream,
    issued,
    failures,
    stopTaking: async () => {
      isTaking = false;
      await running;
    },
  };
}

const isAnswered = ({ status }: { readonly status: number }): boolean => status > 0 && status < 400;
const nameOf = ({ status, json }: { readonly status: number; readonly json: { readonly code?: unknown } }): string =>
  `${status} ${String(json.code)}`;
