import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/server/database/schema.ts',
    './src/server/database/attempt-tables.ts',
    './src/server/database/llm-tables.ts',
    './src/server/database/trader-tables.ts',
    './src/server/database/record-tables.ts',
    './src/server/database/record-sums-tables.ts',
    './src/server/database/signal-tables.ts',
    './src/server/database/shadow-tables.ts',
    './src/server/database/limit-tables.ts',
    './src/server/database/contest-tables.ts',
    './src/server/database/review-tables.ts',
    './src/server/database/leader-tables.ts',
    './src/server/database/recap-tables.ts',
    './src/server/database/key-tables.ts',
    './src/server/database/email-tables.ts',
    './src/server/database/factor-tables.ts',
    './src/server/database/webhook-tables.ts',
    './src/server/database/calibration-tables.ts',
    './src/server/database/alert-tables.ts',
    './src/server/database/telegram-tables.ts',
  ],
  out: './migrations',
  casing: 'snake_case',
});
