import type { ServerResponse } from 'node:http';
import type { EventsApi } from '#server/modules/events/events.api.ts';

export interface Browser {
  readonly userId: string;
  /** Everything that was written to its streams. */
  receive(text: string): void;
  /** Of the newest event that it received; null: it has received none. */
  lastId(): number | null;
}

/** As a browser that asks for no prices. */
export const connect = ({ openStream }: EventsApi, browser: Browser): Promise<void> =>
  openStream({
    userId: browser.userId,
    sessionId: browser.userId,
    lastId: browser.lastId(),
    mayReadPrices: false,
    response: responseTo(browser),
    writeHead: () => undefined,
  });

function responseTo(browser: Browser): ServerResponse {
  const response = {
    closed: false,
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
