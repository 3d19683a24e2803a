/** Weekday (Monday is 1) and `HH:MM` of an instant in a named time zone. */
export function momentInZone(at: number, timeZone: string): { isoDay: number; time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string): string => parts.find((item) => item.type === type)?.value ?? '';
  const isoDay = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1;
  return { isoDay, time: `${part('hour')}:${part('minute')}` };
}

/** `HH:MM` as a share of the day; 24:00 is 1. */
export function dayShare(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) / 1440;
}
