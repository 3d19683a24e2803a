const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Start of the `nth` Sunday of a month (0 = January), midnight UTC. */
function sundayOf(year: number, month: number, nth: number): number {
  const first = Date.UTC(year, month, 1);
  return first + (((7 - new Date(first).getUTCDay()) % 7) + 7 * (nth - 1)) * dayMs;
}

/**
 * New York's distance from UTC: −4 h from the second Sunday of March 2:00 to the first of November 2:00, else −5 h
 * (Energy Policy Act of 2005). By rule and not by Intl, because it is asked for every bar of years of history.
 */
export function newYorkOffsetMs(time: number): number {
  if (time < known.from || time >= known.to) known = yearOf(time);
  return (time >= known.summerFrom && time < known.summerTo ? -4 : -5) * hourMs;
}

/** The year last asked for. */
let known = { from: 0, to: 0, summerFrom: 0, summerTo: 0 };

function yearOf(time: number): typeof known {
  const year = new Date(time).getUTCFullYear();
  return {
    from: Date.UTC(year, 0, 1),
    to: Date.UTC(year + 1, 0, 1),
    summerFrom: sundayOf(year, 2, 2) + 7 * hourMs,
    summerTo: sundayOf(year, 10, 1) + 6 * hourMs,
  };
}

/** Milliseconds since New York's midnight. */
export const newYorkTimeOfDay = (time: number): number => (time + newYorkOffsetMs(time)) % dayMs;

/** Friday 17:00 to Sunday 17:00 in New York, when no market makes prices. */
export function isClosedWeekend(time: number): boolean {
  const local = time + newYorkOffsetMs(time);
  const weekday = Math.floor(local / dayMs + 4) % 7;
  const afternoon = local % dayMs >= 17 * hourMs;
  return weekday === 6 || (weekday === 5 && afternoon) || (weekday === 0 && !afternoon);
}
