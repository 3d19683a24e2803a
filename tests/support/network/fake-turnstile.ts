import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listenLocally } from './local-server.ts';

type TurnstileMood = 'answers' | 'hangs' | 'html' | 'internal-error';

const lifetimeMs = 300_000;

/**
 * siteverify of Turnstile as documented: a token is valid once and for five minutes; errors are
 * named.
 */
export async function startFakeTurnstile(secret: string) {
  const tokens = new Map<string, { age: number; isSpent: boolean }>();
  let mood: TurnstileMood = 'answers';

  const judge = (form: URLSearchParams): string | null => {
    if (mood === 'internal-error') return 'internal-error';
    if (!form.get('secret')) return 'missing-input-secret';
    if (form.get('secret') !== secret) return 'invalid-input-secret';
    const response = form.get('response');
    if (!response) return 'missing-input-response';
    const token = tokens.get(response);
    if (!token) return 'invalid-input-response';
    if (token.isSpent || token.age >= lifetimeMs) return 'timeout-or-duplicate';
    token.isSpent = true;
    return null;
  };

  const server: Server = createServer((request, response) => {
    if (mood === 'hangs') return;
    void text(request).then((body) => {
      if (mood === 'html') return response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
      const error = judge(new URLSearchParams(body));
      const verdict = { success: error === null, 'error-codes': error === null ? [] : [error] };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(verdict));
    });
  });
  const port = await listenLocally(server);
  return {
    address: `http://127.0.0.1:${port}/turnstile/v0/siteverify`,
    /** Issues a token as the partner's script does. */
    issue: () => {
      const token = `0.token-${tokens.size}`;
      tokens.set(token, { age: 0, isSpent: false });
      return token;
    },
    be: (next: TurnstileMood) => {
      mood = next;
    },
    /** Ages the issued tokens. */
    age: (ms: number) => {
      for (const token of tokens.values()) token.age += ms;
    },
    close: () => closeServer(server),
  };
}
