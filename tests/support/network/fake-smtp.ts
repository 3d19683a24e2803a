import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listenLocally } from './local-server.ts';

type SmtpMood = 'accepts' | 'greylists' | 'refuses';

/** A real SMTP server on a free port. */
export async function startFakeSmtp() {
  const received: Email[] = [];
  const waiting = new Set<() => void>();
  let mood: SmtpMood = 'accepts';
  let attempts = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, answer) => answer(withCode(535, '5.7.8 wrong user or password')),
    onRcptTo: (address, _session, answer) => {
      attempts += 1;
      if (mood === 'greylists') return answer(withCode(451, `4.7.1 ${address.address}: try again later`));
      if (mood === 'refuses') return answer(withCode(550, `5.1.1 ${address.address}: no such mailbox`));
      return answer();
    },
    onData: (stream, _session, answer) => {
      void PostalMime.parse(Readable.toWeb(stream) as ReadableStream).then((mail) => {
        received.push(mail);
        answer();
        waiting.forEach((check) => check());
      }, answer);
    },
  });
  const port = await listenLocally(server.server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Number of recipients named by clients so far. */
    attempts: () => attempts,
    be: (next: SmtpMood) => {
      mood = next;
    },
    /** Resolves with the `count`th mail received. */
    nth: (count: number) =>
      new Promise<Email>((resolve) => {
        const check = (): void => {
          const mail = received[count - 1];
          if (!mail) return;
          waiting.delete(check);
          resolve(mail);
        };
        waiting.add(check);
        check();
      }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type FakeSmtp = Awaited<ReturnType<typeof startFakeSmtp>>;

const withCode = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

/** Accepts connections and never sends anything. */
export async function startSilentServer(): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => sockets.add(socket));
  const port = await listenLocally(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
