import { expect, it } from 'vitest';
import { csvLine } from '#server/http/csv.ts';
import { adminEmail, createTestTraders } from '#tests/support/test-traders.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestTraders);

/** Characters at which Excel, LibreOffice or Sheets begin a formula, or skip to one. */
const starts = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
const payload = `cmd|'/c calc'!A0`;

it.each(starts)('A79: a text that begins with %j is no formula, alone or beside others', (start) => {
  expect(csvLine([`${start}${payload}`])).toMatch(/^"?'/);
  expect(csvLine(['a', `${start}${payload}`, 7])).toMatch(/^a,"?'/);
});

it('A79: a text cannot end its field and begin another one', () => {
  expect(csvLine(['a",=1+1'])).toBe('"a"",=1+1"\r\n');
  expect(csvLine(['a\r\n=1+1'])).toBe('"a\r\n=1+1"\r\n');
});

it('A79: the campaign of a visitor who registered is text in the file of the administrators', async () => {
  const admin = await test.person({ email: adminEmail, createdAt: new Date('2025-01-01') });
  const createdAt = new Date('2026-02-01T12:00:00Z');
  for (const start of ['=', '+', '-', '@']) await test.person({ campaign: `${start}${payload}`, createdAt });
  const path = '/api/admin/campaigns?from=2026-01-01&to=2026-12-31';
  const { statusCode, body } = await admin.get(path, { accept: 'text/csv' });
  expect(statusCode).toBe(200);
  const named = body.split('\r\n').filter((line) => line.includes(payload));
  expect(named).toHaveLength(4);
  for (const line of named) expect(line).toMatch(/^"?'[=+\-@]/);
});
