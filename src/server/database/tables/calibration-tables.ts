import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { instant } from '../columns.ts';

/**
 * The one-minute bars of a feed, a row for each pair and trading day (17:00 to 17:00 New York) that
 * has ended. A row without bars: the feed has none of that day.
 */
export const feedDays = pgTable(
  'feed_days',
  {
    feed: text().notNull(),
    /** End of the trading day. */
    day: instant().notNull(),
    symbol: text().notNull(),
    /** JSON: start, open, high, low and close of each bar, in ascending time. */
    bars: text().notNull(),
  },
  (t) => [primaryKey({ name: 'feed_days__feed_day_symbol', columns: [t.feed, t.day, t.symbol] })],
);

/** What came of the forecasts of a model on a trading day: the newest ones calibrate it. */
export const calibrationDays = pgTable(
  'calibration_days',
  {
    feed: text().notNull(),
    model: text().$type<AiModelKey>().notNull(),
    version: text().notNull(),
    day: instant().notNull(),
    /** Written by engine/forecast/statistics-text.ts. */
    statistics: text().notNull(),
  },
  (t) => [
    primaryKey({ name: 'calibration_days__feed_model_version_day', columns: [t.feed, t.model, t.version, t.day] }),
  ],
);
