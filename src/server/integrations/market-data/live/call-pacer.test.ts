import { expect, test } from 'vitest';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { createCallPacer } from './call-pacer.ts';

const setUp = () => {
  const virtual = createVirtualTime(0);
  const stopping = new AbortController();
  const pacer = createCallPacer({ callsPerMinute: 6, scheduler: virtual.scheduler, signal: stopping.signal });
  const made: number[] = [];
  const call = (name: number): Promise<number> => pacer.turn().then(() => made.push(name));
  return { virtual, stopping, made, call };
};

test('makes the first call at once and the others at even distances, in order', async () => {
  const { virtual, made, call } = setUp();
  const calls = [1, 2, 3].map(call);
  await calls[0];
  expect(made).toEqual([1]);
  virtual.advance(9_999);
  await Promise.resolve();
  expect(made).toEqual([1]);
  virtual.advance(1);
  await calls[1];
  virtual.advance(10_000);
  await Promise.all(calls);
  expect(made).toEqual([1, 2, 3]);
});

test('keeps the distance to the call before it, also after a pause without calls', async () => {
  const { virtual, made, call } = setUp();
  await call(1);
  virtual.advance(4_000);
  const second = call(2);
  virtual.advance(5_999);
  await Promise.resolve();
  expect(made).toEqual([1]);
  virtual.advance(1);
  await second;
  virtual.advance(60_000);
  await call(3);
  expect(made).toEqual([1, 2, 3]);
});

test('rejects waiting and later calls when it is stopped', async () => {
  const { virtual, stopping, call } = setUp();
  await call(1);
  const second = call(2);
  stopping.abort();
  await expect(second).rejects.toThrow('stopped');
  await expect(call(3)).rejects.toThrow('stopped');
  expect(virtual.waiting()).toBe(0);
});
