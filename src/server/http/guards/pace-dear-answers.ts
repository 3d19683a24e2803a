import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getOrCreate } from '#domain/objects.ts';
import { clientAddress } from './rate-limits.ts';

/** What anybody may ask for and what takes much of the processor. */
const isDear = ({ url }: FastifyRequest): boolean => url.startsWith('/api/record') || url.startsWith('/api/docs/json');

/** What an address may take at once, and which share of the time afterwards. */
const burstMs = 1_000;
const share = 0.25;
/** Beyond them the oldest one is removed. */
const maxCallers = 10_000;

interface Caller {
  /** Resolves when the answers before have been made. */
  last: Promise<void>;
  /** When what was taken will have been its share; milliseconds of `now`. */
  paidAt: number;
}

interface Pace {
  readonly now?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * Dear answers of one address are made one after another, and slowed by what they cost: between them the
 * process answers others, whatever a limit of calls allows.
 */
export function paceDearAnswers(
  app: FastifyInstance,
  { now = () => performance.now(), pause = wait }: Pace = {},
): void {
  const callers = new Map<string, Caller>();
  const turns = new WeakMap<FastifyRequest, { end: () => void }>();

  app.addHook('onRequest', async (request, reply) => {
    if (!isDear(request)) return;
    const caller = getOrCreate(callers, clientAddress(request), () => ({ last: Promise.resolve(), paidAt: 0 }));
    if (callers.size > maxCallers) callers.delete(callers.keys().next().value ?? '');
    const before = caller.last;
    const { promise, resolve } = Promise.withResolvers<void>();
    // Both: one that leaves while it waits ends only its own turn.
    caller.last = before.then(() => promise);
    const turn = { end: resolve };
    turns.set(request, turn);
    reply.raw.once('close', () => turn.end());
    await before;
    const early = caller.paidAt - burstMs / share - now();
    if (early > 0) await pause(early);
    const startedAt = now();
    turn.end = () => {
      turn.end = () => undefined;
      // After the answer has been written: that counts too, and others get their turn of the event loop.
      setImmediate(() => {
        caller.paidAt = Math.max(caller.paidAt, startedAt) + (now() - startedAt) / share;
        resolve();
      });
    };
    // The caller has left meanwhile.
    if (reply.raw.closed) return reply.hijack();
  });
  // The answer is made; how long its reader takes concerns nobody else.
  app.addHook('onSend', async (request) => turns.get(request)?.end());
}
