import { minuteMs } from '#domain/time.ts';
export interface DueAnnouncement {
  readonly kind: 'minuteLeft' | 'halfLeft' | 'tenLeft';
  readonly inMs: number;
}

/** The announcements still due, with their delays in milliseconds. */
export function dueAnnouncements(leftMs: number): readonly DueAnnouncement[] {
  const all: readonly DueAnnouncement[] = [
    { kind: 'minuteLeft', inMs: leftMs - minuteMs },
    { kind: 'halfLeft', inMs: leftMs - 30_000 },
    { kind: 'tenLeft', inMs: leftMs - 10_000 },
  ];
  return all.filter(({ inMs }) => inMs > 0);
}
