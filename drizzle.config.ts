import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/server/database/schema.ts', './src/server/database/tables/*-tables.ts'],
  out: './migrations',
  casing: 'snake_case',
});
