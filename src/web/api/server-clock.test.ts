import { expect, test } from 'vitest';
import { hourMs } from '#domain/time.ts';
import { ServerClock } from './server-clock.ts';

test('returns the server time when the machine is three hours off', () => {
  let monotonic = 1_000;
  const clock = new ServerClock(
    () => monotonic,
    () => 3 * hourMs,
  );
  clock.sample(500_000, 1_000, 1_100);
  monotonic = 1_100;
  expect(clock.now()).toBe(500_050);
  monotonic = 61_050;
  expect(clock.now()).toBe(560_000);
});

test('uses the sample with the shortest round trip', () => {
  const clock = new ServerClock(
    () => 2_000,
    () => 0,
  );
  clock.sample(500_000, 1_000, 1_020);
  clock.sample(900_000, 1_000, 1_900);
  expect(clock.now()).toBe(500_990);
});

test('uses the local time before the first sample', () => {
  expect(
    new ServerClock(
      () => 5,
      () => 77,
    ).now(),
  ).toBe(77);
});
