import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/server/database/schema.ts',
    './src/server/database/tables/attempt-tables.ts',
    './src/server/database/tables/llm-tables.ts',
    './src/server/database/tables/trader-tables.ts',
    './src/server/database/tables/record-tables.ts',
    './src/server/database/tables/record-sums-tables.ts',
    './src/server/database/tables/signal-tables.ts',
    './src/server/database/tables/shadow-tables.ts',
    './src/server/database/tables/limit-tables.ts',
    './src/server/database/tables/contest-tables.ts',
    './src/server/database/tables/review-tables.ts',
    './src/server/database/tables/leader-tables.ts',
    './src/server/database/tables/recap-tables.ts',
    './src/server/database/tables/key-tables.ts',
    './src/server/database/tables/email-tables.ts',
    './src/server/database/tables/factor-tables.ts',
    './src/server/database/tables/webhook-tables.ts',
    './src/server/database/tables/calibration-tables.ts',
    './src/server/database/tables/alert-tables.ts',
    './src/server/database/tables/telegram-tables.ts',
  ],
  out: './migrations',
  casing: 'snake_case',
});
