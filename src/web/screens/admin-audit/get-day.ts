/**
 * A day of the reader's calendar (`YYYY-MM-DD`) as its start and the start of the next day; null:
 * not a valid day.
 */
export function getDay(day: string): { from: string; to: string } | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!parts) return null;
  const [year = 0, month = 0, date = 0] = parts.slice(1).map(Number);
  const from = new Date(year, month - 1, date);
  if (from.getMonth() !== month - 1) return null;
  return { from: from.toISOString(), to: new Date(year, month - 1, date + 1).toISOString() };
}
