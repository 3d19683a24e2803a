import type { ServerResponse } from 'node:http';
import type { Bus } from '#server/integrations/bus/bus.ts';
import { createEventHub } from '#server/modules/events/event-hub.ts';
import { createEventStream, encodeEvent } from '#server/modules/events/event-stream.ts';
import { createOutboxCatchUp } from '#server/modules/events/outbox-catch-up.ts';
import { readOutbox } from '#server/modules/events/user-events.repository.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** A browser that receives the events of its user. */
export interface Browser {
  readonly userId: string;
  /** Everything that was written to its streams. */
  receive(text: string): void;
  /** Of the newest event that it received; null: it has received none. */
  lastId(): number | null;
}

export interface StreamHub {
  /** As events.routes.ts opens a stream. */
  connect(browser: Browser): Promise<void>;
}

export function startStreams({ db, clock, scheduler, log }: SimulatedProcess, bus: Bus): StreamHub {
  const { after } = scheduler;
  const hub = createEventHub({ bus, pricePeriodMs: 60_000, after, log });
  hub.start();
  createOutboxCatchUp({ db, bus, hub, listEndedSessions: async () => [], clock, after, log }).start();
  return {
    connect: async (browser) => {
      const { userId } = browser;
      const response = responseTo(browser);
      const readEvents = async (afterId: number | null) => {
        const [answer] = await readOutbox(db, [{ userId, after: afterId }]);
        return answer ?? { missed: [], newestId: 0 };
      };
      const lastId = browser.lastId() ?? (await readEvents(null)).newestId;
      const stream = createEventStream({ userId, sessionId: userId, lastId, response });
      await hub.add(stream, false);
      const { missed, newestId } = await readEvents(lastId);
      stream.catchUp(
        missed.map(({ name, data, id }) => ({ text: encodeEvent(name, data, id), id })),
        newestId,
      );
    },
  };
}

/** As much of a response as a stream uses. */
function responseTo(browser: Browser): ServerResponse {
  const response = {
    destroyed: false,
    writableEnded: false,
    writableLength: 0,
    once: () => response,
    write: (text: string) => {
      browser.receive(text);
      return true;
    },
  };
  return response as unknown as ServerResponse;
}
