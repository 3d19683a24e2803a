import { setTimeout as pause } from 'node:timers/promises';
import { openStream } from './open-stream.ts';
import type { Account } from './start-cluster.ts';

/** By answer: attempts that were repeated, calls that may be repeated and failed, and requests for a signal that failed. */
interface Failures {
  readonly repeated: string[];
  readonly final: string[];
  readonly issues: string[];
}

interface Options {
  readonly url: string;
  readonly account: Account;
  readonly symbol: string;
  /** Between two of its calls, on average. */
  readonly betweenMs: number;
}

const retryAfterMs = 1_000;
/** Users do not act all at once: about the time that a signal takes in the replay. */
const spreadMs = 18_000;

/** A user at a screen: signs in, streams, takes a signal whenever none is open, and reads the own history. */
export async function startSignalUser({ url, account, symbol, betweenMs }: Options) {
  const { id, address } = account;
  const token = await signIn(url, account);
  const stream = openStream({ url, token, retains: ({ event }) => event !== 'tick' });
  const issued: string[] = [];
  const failures: Failures = { repeated: [], final: [], issues: [] };
  let isTaking = true;

  const call = (path: string, body?: unknown): Promise<Answer> =>
    send(url + path, { authorization: `Bearer ${token}`, 'x-forwarded-for': address }, body);
  /** As any client does, again after a while, for as long as the answer is to try again. */
  const repeatable = async (path: string, body?: unknown): Promise<void> => {
    for (;;) {
      const answer = await call(path, body);
      if (isAnswered(answer)) return;
      const failure = `${body === undefined ? 'GET' : 'POST'} ${getName(answer)}`;
      if (!isTryAgain(answer)) return void failures.final.push(failure);
      failures.repeated.push(failure);
      await pause(retryAfterMs);
    }
  };
  const results = (): string[] =>
    stream.messages.flatMap(({ event, data }) => (event === 'result' ? [String(JSON.parse(data).id)] : []));
  const takeOne = async (): Promise<void> => {
    const answer = await call(`/python_api/signal/manual?interval=3&symbol=${symbol}`);
    // 409: one is open, whose answer was lost with its process.
    if (answer.status === 409) return;
    if (answer.status !== 200) return void failures.issues.push(getName(answer));
    issued.push(answer.json.id);
    await repeatable(`/api/signal/user/${id}`, answer.json);
  };
  const run = async (): Promise<void> => {
    await pause(spreadMs * Math.random());
    while (isTaking) {
      await pause(betweenMs * 2 * Math.random());
      if (results().length >= issued.length) await takeOne();
      await repeatable('/api/signal/user/history');
    }
  };
  const running = run();

  return {
    id,
    stream,
    /** The ids of the signals that were answered with 200. */
    issued,
    /** The ids of the results on the stream. */
    results,
    failures,
    /** Takes no further signal; the stream stays open. */
    stopTaking: async () => {
      isTaking = false;
      await running;
    },
  };
}

export type SignalUser = Awaited<ReturnType<typeof startSignalUser>>;

/** Hundreds sign in at once, and are rejected while the queues for passwords and connections are full. */
async function signIn(url: string, account: Account): Promise<string> {
  const { email, password, address } = account;
  const answer = await send(`${url}/api/login`, { 'x-forwarded-for': address }, { email, password });
  const { status, json } = answer;
  if (isTryAgain(answer)) {
    await pause(retryAfterMs);
    return signIn(url, account);
  }
  if (status !== 200) throw new Error(`the sign-in was answered with ${status} ${json.code}`);
  return json.accessToken;
}

interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- the client reads whatever the server said
  readonly json: any;
}

/** Status 0: no answer. */
async function send(url: string, headers: Readonly<Record<string, string>>, body?: unknown): Promise<Answer> {
  const json = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
  try {
    const response = await fetch(url, body === undefined ? { headers } : { ...json, body: JSON.stringify(body) });
    const text = await response.text();
    return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : {} };
  } catch {
    return { status: 0, json: {} };
  }
}

const isAnswered = ({ status }: Answer): boolean => status > 0 && status < 400;
const isTryAgain = ({ status }: Answer): boolean => [0, 502, 503].includes(status);
const getName = ({ status, json }: Answer): string => `${status} ${String(json.code)}`;
