import { expect, test } from 'vitest';
import { createLocalStreamPlaces } from './stream-places.ts';

test('limits streams per user and per address, and releases a place once', async () => {
  const places = createLocalStreamPlaces({ aUser: 2, anAddress: 3 });
  const first = await places.take({ userId: 'a', address: '192.0.2.1' });
  await places.take({ userId: 'a', address: '192.0.2.2' });
  expect(await places.take({ userId: 'a', address: '192.0.2.3' })).toBeNull();
  expect([places.countOf({ userId: 'a' }), places.countOf({ address: '192.0.2.3' })]).toEqual([2, 0]);

  first?.release();
  first?.release();
  expect(places.countOf({ userId: 'a' })).toBe(1);
  const ofOneAddress = ['b', 'c', 'd'].map((userId) => places.take({ userId, address: '192.0.2.2' }));
  expect((await Promise.all(ofOneAddress)).map((place) => place !== null)).toEqual([true, true, false]);
});
