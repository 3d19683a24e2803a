import { expect, it } from 'vitest';
import { getDay } from './admin-audit.tsx';

it('a day goes from midnight to midnight on the reader’s clock', () => {
  const day = getDay('2026-11-20');
  expect(day?.from).toBe(new Date(2026, 10, 20).toISOString());
  expect(day?.to).toBe(new Date(2026, 10, 21).toISOString());
});

it.each(['', '2026-02-30', '2026-13-01', '20.11.2026', 'today'])('%j is not a day', (text) => {
  expect(getDay(text)).toBeNull();
});
