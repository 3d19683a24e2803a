import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseEncoding, fillText } from './filled-text.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5', 'br'],
  ['gzip;q=0.0, br;q=0', 'identity'],
  ['brotli', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('Accept-Encoding %s selects %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

test('replaces every occurrence of the mark with the site address verbatim', async () => {
  const filled = fillText('<a href="MARK/uk/">MARK</a>', 'MARK', 'https://kurs.example/$&');
  expect(filled.text).toBe('<a href="https://kurs.example/$&/uk/">https://kurs.example/$&</a>');
  expect(String(brotliDecompressSync(await filled.body('br')))).toBe(filled.text);
  expect(String(gunzipSync(await filled.body('gzip')))).toBe(filled.text);
  expect(String(await filled.body('identity'))).toBe(filled.text);
});

test('gives each text and encoding its own ETag', () => {
  const [one, other] = [fillText('MARK', 'MARK', 'https://a'), fillText('MARK', 'MARK', 'https://b')];
  expect(new Set([one.etag('br'), one.etag('gzip'), other.etag('br')]).size).toBe(3);
  expect(fillText('MARK', 'MARK', 'https://a').etag('br')).toBe(one.etag('br'));
});
