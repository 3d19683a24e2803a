import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEventStream } from './event-stream.ts';

class FakeResponse extends EventEmitter {
  written: string[] = [];
  destroyed = false;
  writableEnded = false;
  writableLength = 0;
  /** Whether the socket accepts more. */
  takes = true;
  write(text: string): boolean {
    this.written.push(text);
    return this.takes;
  }
  destroy(): void {
    this.destroyed = true;
  }
}

function aStream(lastId: number) {
  const response = new FakeResponse();
  const stream = createEventStream({
    userId: 'u',
    sessionId: 's',
    lastId,
    response: response as unknown as ServerResponse,
  });
  return { stream, response, published: () => response.written.join('') };
}

describe('a stream that reconnects', () => {
  it('sends what it missed before what happened meanwhile, each once, in the order of ids', () => {
    const { stream, published } = aStream(4);
    stream.send('7 ', 7);
    stream.send('tick ', null);
    stream.catchUp(
      [
        { text: 'hello ', id: null },
        { text: '5 ', id: 5 },
        { text: '6 ', id: 6 },
        { text: '7 ', id: 7 },
      ],
      7,
    );
    stream.send('7 ', 7);
    stream.send('8 ', 8);
    expect(published()).toBe('hello 5 6 7 tick 8 ');
  });

  it('hears of everything from its reconnection on after the database was restored to an earlier state', () => {
    const { stream, published } = aStream(90);
    stream.catchUp([{ text: 'hello ', id: null }], 40);
    expect(stream.isBehind()).toBe(false);
    stream.send('41 ', 41, 40);
    expect(published()).toBe('hello 41 ');
  });

  it('sends nothing twice', () => {
    const { stream, published } = aStream(9);
    stream.catchUp([{ text: '9 ', id: 9 }], 9);
    stream.send('8 ', 8);
    stream.send('10 ', 10);
    stream.send('10 ', 10);
    expect(published()).toBe('10 ');
  });

  it('sends no event before the one that precedes it, and is behind until it has both', () => {
    const { stream, published } = aStream(9);
    stream.catchUp([], 9);
    stream.send('11 ', 11, 10);
    expect([published(), stream.position(), stream.isBehind()]).toEqual(['', 9, true]);
    stream.send('10 ', 10, 9);
    expect([published(), stream.position(), stream.isBehind()]).toEqual(['10 ', 10, true]);
    stream.send('11 ', 11, 10);
    expect([published(), stream.position(), stream.isBehind()]).toEqual(['10 11 ', 11, false]);
  });
});

describe('a stream that is not read', () => {
  it('is cut off once 64 KB are unread, but not for what it missed while disconnected', () => {
    const { stream, response } = aStream(0);
    stream.catchUp([{ text: 'x'.repeat(200_000), id: 1 }], 1);
    expect(response.destroyed).toBe(false);
    response.writableLength = 65_537;
    stream.send('tick', null);
    expect(response.destroyed).toBe(true);
  });

  describe('for half a minute', () => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());

    it('stays open once it has been read, and no timer runs for a closed one', () => {
      const { stream, response } = aStream(0);
      stream.catchUp([], 0);
      response.takes = false;
      stream.send('tick', null);
      response.emit('drain');
      vi.advanceTimersByTime(60_000);
      expect(response.destroyed).toBe(false);
      stream.send('tick', null);
      response.emit('close');
      expect(vi.getTimerCount()).toBe(0);
    });
  });
});
