import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { createSchemaCheck, type SchemaCheck } from '../market/vendor-schema.ts';
import { closeServer, listenLocally } from './local-server.ts';

const Button = z.object({ text: z.string().min(1), url: z.string() });
const SentMessage = z.object({
  chat_id: z.number(),
  text: z.string(),
  reply_markup: z.object({ inline_keyboard: z.array(z.array(Button)) }).optional(),
});
const Poll = z.object({
  offset: z.number().default(0),
  limit: z.number().default(100),
  timeout: z.number().default(0),
});

interface BotMessage {
  readonly text: string;
  /** The address of its button; null: it has none. */
  readonly url: string | null;
}

/** A person with a private chat with the bot. */
export interface TelegramPerson {
  readonly chatId: number;
  /** What the bot sent here. */
  readonly messages: readonly BotMessage[];
  says(text: string): void;
  blocks(): void;
  /** Resolves with the message of this number, counted from 1. */
  message(number: number): Promise<BotMessage>;
}

/**
 * A Bot API server with one bot: what it accepts, rejects and answers is as documented. A call that the published
 * description of the Bot API does not have is rejected, and an answer that it does not have is an error of this server.
 */
export interface FakeTelegram {
  readonly url: string;
  readonly token: string;
  readonly username: string;
  /** Updates that no poll has confirmed. */
  readonly waiting: () => number;
  person(change?: { readonly languageCode?: string; readonly username?: string }): TelegramPerson;
  /** Says this in a group that the person and the bot are in. */
  saysInGroup(person: TelegramPerson, words: string): void;
  /** A method answers with this error, until it is null. */
  fails(method: string, error: BotError | null): void;
  /** Resolves when a poll waits for updates. */
  polled(): Promise<void>;
  close(): Promise<void>;
}

interface BotError {
  readonly status: number;
  readonly description: string;
  readonly retryAfter?: number;
}
interface Update {
  readonly update_id: number;
  readonly [kind: string]: unknown;
}
interface Person extends TelegramPerson {
  readonly messages: BotMessage[];
  readonly user: Readonly<Record<string, unknown>>;
  isBlocking: boolean;
  hasStarted: boolean;
}

class BotFailure extends Error {
  readonly answer: BotError;
  constructor(answer: BotError) {
    super(answer.description);
    this.answer = answer;
  }
}
const conflict = {
  status: 409,
  description: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
};
const maxLength = 4_096;

const Schema = z.record(z.string(), z.unknown());
const { methods: published, definitions } = z
  .object({
    methods: z.record(z.string(), z.object({ request: Schema, response: Schema })),
    definitions: Schema,
  })
  .parse(JSON.parse(readFileSync(new URL('../../../fixtures/telegram/bot-api.json', import.meta.url), 'utf8')));

const checks: Readonly<Record<string, { readonly request: SchemaCheck; readonly response: SchemaCheck }>> =
  Object.fromEntries(
    Object.entries(published).map(([method, { request, response }]) => [
      method,
      {
        request: createSchemaCheck(`request ${method}`, { ...request, definitions }),
        response: createSchemaCheck(`response ${method}`, { ...response, definitions }),
      },
    ]),
  );

export async function startFakeTelegram({
  token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw',
} = {}): Promise<FakeTelegram> {
  const people = new Map<number, Person>();
  const failures = new Map<string, BotError>();
  const listeners = new Set<() => void>();
  let updates: Update[] = [];
  let updateId = 870_000_000;
  let messageId = 0;
  let poll: { end(error?: BotError): void } | null = null;

  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const until = (isReady: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const listener = (): void => {
        if (!isReady()) return;
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
      listener();
    });

  const add = (update: Readonly<Record<string, unknown>>): void => {
    updates.push({ update_id: ++updateId, ...update });
    poll?.end();
  };

  const getUpdates = async (body: unknown, request: IncomingMessage): Promise<Update[]> => {
    const { offset, limit, timeout } = Poll.parse(body);
    poll?.end(conflict);
    updates = offset < 0 ? updates.slice(offset) : updates.filter((update) => update.update_id >= offset);
    if (updates.length === 0 && timeout > 0) await nextUpdate(timeout, request);
    return updates.slice(0, limit);
  };

  const nextUpdate = (timeoutS: number, request: IncomingMessage): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => own.end(), timeoutS * 1_000);
      const own = {
        end: (error?: BotError): void => {
          clearTimeout(timer);
          if (poll === own) poll = null;
          if (error) reject(new BotFailure(error));
          else resolve();
        },
      };
      poll = own;
      request.socket.once('close', () => own.end());
      changed();
    });

  const sendMessage = (body: unknown): object => {
    const { chat_id: chatId, text: words, reply_markup: markup } = SentMessage.parse(body);
    const person = people.get(chatId);
    const reject = (status: number, description: string): never => {
      throw new BotFailure({ status, description });
    };
    if (!person?.hasStarted) return reject(400, 'Bad Request: chat not found');
    if (person.isBlocking) return reject(403, 'Forbidden: bot was blocked by the user');
    if (words.trim() === '') return reject(400, 'Bad Request: message text is empty');
    if (words.length > maxLength) return reject(400, 'Bad Request: message is too long');
    const url = markup?.inline_keyboard[0]?.[0]?.url ?? null;
    if (url !== null && !/^https?:\/\/[^/]+\.[^/]+/.test(url))
      reject(400, `Bad Request: inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`);
    person.messages.push({ text: words, url });
    changed();
    return {
      message_id: ++messageId,
      date: 0,
      chat: { id: chatId, type: 'private', first_name: 'Olena' },
      text: words,
    };
  };

  const username = 'kurs_test_bot';
  const methods: Readonly<Record<string, (body: unknown, request: IncomingMessage) => unknown>> = {
    getMe: () => ({ id: 110_201_543, is_bot: true, first_name: 'Kurs', username }),
    deleteWebhook: () => true,
    getUpdates,
    sendMessage,
  };

  const answer = async (request: IncomingMessage): Promise<{ readonly status: number; readonly body: object }> => {
    const [, sentToken, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    if (sentToken !== token) return toError({ status: 401, description: 'Unauthorized' });
    const run = methods[method];
    if (!run) return toError({ status: 404, description: 'Not Found' });
    const words = await text(request);
    const failure = failures.get(method);
    if (failure) return toError(failure);
    try {
      const given: unknown = words === '' ? {} : JSON.parse(words);
      checks[method]?.request(given);
      const result = await run(given, request);
      checks[method]?.response(result);
      return { status: 200, body: { ok: true, result } };
    } catch (error) {
      if (error instanceof BotFailure) return toError(error.answer);
      return toError({ status: 400, description: `Bad Request: ${String(error)}` });
    }
  };

  const server = createServer((request, response: ServerResponse) => {
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  const port = await listenLocally(server);

  const person: FakeTelegram['person'] = ({ languageCode = 'en', username: name } = {}) => {
    const chatId = 5_000_000 + people.size;
    const user = { id: chatId, is_bot: false, first_name: 'Olena', username: name, language_code: languageCode };
    const chat = { id: chatId, type: 'private', first_name: 'Olena', username: name };
    const messages: BotMessage[] = [];
    const own: Person = {
      chatId,
      user,
      messages,
      isBlocking: false,
      hasStarted: false,
      says: (words) => {
        own.hasStarted = true;
        own.isBlocking = false;
        add({ message: { message_id: ++messageId, date: 0, from: user, chat, text: words } });
      },
      blocks: () => {
        own.isBlocking = true;
        const before = { user: { id: 110_201_543, is_bot: true, first_name: 'Kurs' } };
        add({
          my_chat_member: {
            chat,
            from: user,
            date: 0,
            old_chat_member: { ...before, status: 'member' },
            new_chat_member: { ...before, status: 'kicked', until_date: 0 },
          },
        });
      },
      message: async (number) => {
        await until(() => messages.length >= number);
        return messages[number - 1] ?? { text: '', url: null };
      },
    };
    people.set(chatId, own);
    return own;
  };

  return {
    url: `http://127.0.0.1:${port}`,
    token,
    username,
    waiting: () => updates.length,
    person,
    saysInGroup: ({ chatId }, words) =>
      add({
        message: {
          message_id: ++messageId,
          date: 0,
          from: people.get(chatId)?.user,
          chat: { id: -100_500, type: 'supergroup', title: 'Traders' },
          text: words,
        },
      }),
    fails: (method, error) => {
      if (error) failures.set(method, error);
      else failures.delete(method);
    },
    polled: () => until(() => poll !== null),
    close: async () => {
      poll?.end();
      await closeServer(server);
    },
  };
}

/** Errors have the status of the answer too. */
const toError = ({ status, description, retryAfter }: BotError) => ({
  status,
  body: {
    ok: false,
    error_code: status,
    description,
    ...(retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } }),
  },
});
