import { describe, expect, test } from 'vitest';
import { languages } from '#domain/language.ts';
import type { MailContent } from './mail.api.ts';
import { createRenderMail } from './render-mail.ts';

const publicUrl = 'https://kurs.example';
const render = createRenderMail(publicUrl);
const at = '2026-11-20T14:33:05.000Z';

const contents: readonly MailContent[] = [
  { kind: 'activation', link: `${publicUrl}/api/auth/activate/abc` },
  { kind: 'reset', link: `${publicUrl}/uk/reset-password#link=abc` },
  { kind: 'account_exists' },
  { kind: 'session_reused', at, device: 'Firefox, Windows' },
  { kind: 'session_reused', at, device: null },
  { kind: 'password_changed', at },
  { kind: 'id_confirmed', traderId: '10000002' },
  { kind: 'id_not_found', traderId: '10000002' },
  { kind: 'id_released', traderId: '10000002' },
  { kind: 'id_available', traderId: '10000002' },
  { kind: 'id_lapsed', traderId: '10000002' },
  { kind: 'contest_won', number: 204, until: at },
  { kind: 'review_published' },
  { kind: 'review_refused', reason: 'advertising' },
  { kind: 'account_deleted', at },
];

describe.each(languages)('in %s', (lang) => {
  test.each(contents)('$kind has both parts with the same words and one address', (content) => {
    const { subject, text, html } = render(lang, content);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined|\*\*/);
    expect(html).toContain(`<html lang="${lang}">`);
    const addresses = new Set(html.match(/href="(https?:[^"]+)"/g));
    expect(addresses.size).toBe(1);
    const [address = ''] = [...addresses].map((found) => found.slice(6, -1));
    expect(address.startsWith(`${publicUrl}/`)).toBe(true);
    expect(text.split('\n')).toContain(address);
    expect(html).toMatch(/prefers-color-scheme:dark/);
    expect(html).not.toMatch(/<img|src=|url\(|@import/);
  });

  test('states times in UTC', () => {
    expect(render(lang, { kind: 'password_changed', at }).text).toMatch(/2026.*14:33.*UTC|2026.*2:33.*UTC/);
  });
});

test('never turns inserted values into markup', () => {
  const device = `<img src=x onerror="alert(1)">'&`;
  const { html, text } = render('en', { kind: 'session_reused', at, device });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;');
  expect(text).toContain(device);
});
