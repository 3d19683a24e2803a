import type { ServerResponse } from 'node:http';
import { createEventStream, encodeEvent } from './event-stream.ts';
import type { EventsContext } from './events-context.ts';
import type { StreamRequest } from './events.api.ts';

/** Writes what the browser missed, and adds its stream to the hub. */
export async function openStream(
  { readOutbox, hub, prices }: EventsContext,
  { userId, sessionId, lastId: received, mayReadPrices, response, writeHead }: StreamRequest,
): Promise<void> {
  const readEvents = (after: number | null) => readOutbox({ userId, after });
  const lastId = received ?? (await readEvents(null)).newestId;
  const stream = createEventStream({ userId, sessionId, lastId, response });
  // From here on the stream receives everything; events are queued until it has caught up.
  const added = hub.add(stream, mayReadPrices);
  onceClosed(response, () => hub.remove(stream));
  await added;
  const { missed, newestId } = await readEvents(lastId);
  // Disconnected meanwhile, or signed out.
  if (response.destroyed || response.writableEnded) return;
  writeHead();
  const messages = [
    { text: 'retry: 2000\n\n', id: null },
    { text: encodeEvent('market', prices.readMarketEvent(), null), id: null },
    { text: hub.greeting(), id: null },
    ...missed.map(({ name, data, id }) => ({ text: encodeEvent(name, data, id), id })),
  ];
  stream.catchUp(messages, newestId);
}

/** At once, if the browser has left already. */
export function onceClosed(response: ServerResponse, task: () => void): void {
  if (response.closed) task();
  else response.once('close', task);
}
