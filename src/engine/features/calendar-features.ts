import { newYorkMinute, newYorkWeekday } from '#domain/market/new-york-time.ts';
import { minuteMs } from '#domain/time.ts';
import { type FeatureGroup, unmirrored } from './feature-group.ts';

/**
 * Close time of the bar in New York time, the market's clock. `day_minute`: minutes since 17:00, 0
 * to 1439. `hour_minute`: minutes past the full hour, 0 to 59. `weekday`: 0 = Sunday … 6 =
 * Saturday.
 */
export function createCalendarFeatures(): FeatureGroup {
  return {
    features: ['day_minute', 'hour_minute', 'weekday'].map(unmirrored),
    push({ time }, out, at) {
      const closedAt = time + minuteMs;
      const minute = newYorkMinute(closedAt);
      out[at] = (minute + 7 * 60) % 1_440;
      out[at + 1] = minute % 60;
      out[at + 2] = newYorkWeekday(closedAt);
    },
  };
}
