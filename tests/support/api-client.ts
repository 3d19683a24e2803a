import { createParser, type EventSourceMessage } from 'eventsource-parser';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever the server said, and asserts on it
  readonly body: any;
}

const demo = { email: 'demo@kurs.example', password: 'Kurs-demo-1' };

export async function signIn(url: string, credentials = demo) {
  const json = { 'content-type': 'application/json' };
  const login = await fetch(`${url}/api/login`, { method: 'POST', headers: json, body: JSON.stringify(credentials) });
  const { accessToken, user } = (await login.json()) as { accessToken: string; user: { id: string } };
  const authorization = `Bearer ${accessToken}`;

  const answer = async (response: Response): Promise<ApiAnswer> => {
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

  return {
    user,
    get: async (path: string, headers: Record<string, string> = {}) =>
      answer(await fetch(url + path, { headers: { authorization, 'accept-language': 'en', ...headers } })),
    send: async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      answer(
        await fetch(url + path, {
          method,
          headers: { authorization, ...(body === undefined ? {} : json) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
    /** Reads the stream until a message satisfies the condition, then disconnects. */
    listen: async (until: (message: EventSourceMessage) => boolean, lastEventId?: string) => {
      const abort = new AbortController();
      const headers = { authorization, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) };
      const response = await fetch(`${url}/api/events`, { headers, signal: abort.signal });
      const messages: EventSourceMessage[] = [];
      const parser = createParser({ onEvent: (message) => messages.push(message) });
      const decoder = new TextDecoder();
      if (!response.body) throw new Error('the stream has no body');
      for await (const chunk of response.body) {
        parser.feed(decoder.decode(chunk, { stream: true }));
        if (messages.some(until)) break;
      }
      abort.abort();
      return messages;
    },
  };
}

export type ApiClient = Awaited<ReturnType<typeof signIn>>;
