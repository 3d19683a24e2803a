import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { type Language, languages } from '#domain/language.ts';
import { findShippedName, writeOtherBrand } from '#tests/support/other-brand/write-other-brand.ts';
import type { MessageContent } from './message.ts';
import { renderMail } from './render-mail.ts';
import { brandFolder, readBrand } from '#server/config/brand.ts';

const publicUrl = 'https://signals.example';
const { brand } = readBrand(brandFolder());
const otherFolder = writeOtherBrand();
const { brand: other } = readBrand(otherFolder);
afterAll(() => rmSync(otherFolder, { recursive: true }));
const render = (lang: Language, content: MessageContent) => renderMail({ publicUrl, brand }, lang, content);
const at = '2026-11-20T14:33:05.000Z';

const unsubscribe = `${publicUrl}/api/user/digest-mail/unsubscribe/token?lang=uk`;
const aDigest: MessageContent = {
  kind: 'weekly_digest',
  unsubscribe,
  firstDay: '2026-11-16',
  lastDay: '2026-11-22',
  week: { successful: 7, unsuccessful: 9, neutral: 1, void: 2 },
  total: { successful: 530, unsuccessful: 470, neutral: 3, void: 1 },
  breakEven: 1 / 1.82,
};
const anAlert: MessageContent = {
  kind: 'signal_alert',
  symbol: 'EURUSD',
  signal: 'BUY',
  aiModel: 'vip',
  duration: 5,
  passability: 60,
  time: at,
  holdsUntil: at,
  link: `${publicUrl}/uk/signal?model=vip`,
  unsubscribe,
};
const ended = { devices: 2, chats: 1 };
const aResult = (result: 'successful' | 'unsuccessful', hasEdge = true): MessageContent => ({
  kind: 'signal_result',
  symbol: 'EURUSD',
  signal: 'SELL',
  aiModel: 'vip',
  duration: 5,
  result,
  hasEdge,
  settledAt: at,
  link: `${publicUrl}/uk/history`,
  unsubscribe,
});

const confirmed = (next: 'signals' | 'top_up' | null): MessageContent => ({
  kind: 'id_confirmed',
  traderId: '10000002',
  next,
  minBalance: 10,
});

const contents: readonly MessageContent[] = [
  { kind: 'activation', link: `${publicUrl}/api/auth/activate/abc` },
  { kind: 'reset', link: `${publicUrl}/uk/reset-password#link=abc` },
  { kind: 'email_change_old', newEmail: 'new@signals.example' },
  { kind: 'email_change_new', link: `${publicUrl}/uk/email-change?link=abc` },
  { kind: 'email_changed', newEmail: 'new@signals.example', at },
  { kind: 'account_exists' },
  { kind: 'session_reused', at, device: 'Firefox, Windows' },
  { kind: 'session_reused', at, device: null },
  { kind: 'password_changed', at, ended },
  { kind: 'password_changed', at, ended },
  confirmed('signals'),
  confirmed('top_up'),
  { kind: 'id_not_found', traderId: '10000002' },
  { kind: 'id_not_found', traderId: '10000002', reason: 'Рахунок відкрито за іншим посиланням.' },
  { kind: 'id_taken', traderId: '10000002' },
  { kind: 'id_released', traderId: '10000002' },
  { kind: 'id_available', traderId: '10000002' },
  { kind: 'id_lapsed', traderId: '10000002' },
  { kind: 'id_reclaimed', traderId: '10000002' },
  { kind: 'contest_won', until: at },
  { kind: 'account_deleted', at },
  aDigest,
  anAlert,
  aResult('successful'),
];

describe.each(languages)('in %s', (lang) => {
  test.each(contents)('$kind has both parts with the same words and one address', (content) => {
    const { subject, text, html } = render(lang, content);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined|\*\*/);
    expect(html).toContain(`<html lang="${lang}">`);
    const addresses = new Set(html.match(/href="(https?:[^"]+)"/g));
    addresses.delete(`href="${unsubscribe}"`);
    expect(addresses.size).toBe(1);
    const [address = ''] = [...addresses].map((found) => found.slice(6, -1));
    expect(address.startsWith(`${publicUrl}/`)).toBe(true);
    expect(text.split('\n')).toContain(address);
    expect(html).toMatch(/prefers-color-scheme:dark/);
    expect(html).not.toMatch(/<img|src=|url\(|@import/);
  });

  test('every mail of another brand names that brand and its company, in its colours', () => {
    for (const content of contents) {
      const { subject, text, html } = renderMail({ publicUrl, brand: other }, lang, content);
      expect([subject, text, html].flatMap(findShippedName)).toEqual([]);
      for (const part of [text, html]) expect(part).toContain('Meridian Signals Ltd, 4 Harbour Lane');
      expect(html).toContain(other.colors.light.upFill);
    }
  });

  test('the digest states losses like wins, a rate with its interval, and when there are too few for one', () => {
    const { subject, text, unsubscribe: address } = render(lang, aDigest);
    expect(subject).toMatch(/7.* 9/);
    const [weekly = '', overall = ''] = text.split('\n\n').filter((line) => /: .*7[ ,]|: .*530[ ,]/.test(line));
    expect(weekly).toMatch(/ 7[ ,].* 9[ ,].* 1[ ,].* 2/);
    expect(weekly).toMatch(/16 .*100/);
    expect(weekly).not.toContain('%');
    expect(overall).toMatch(/53[.,]0.*95.*49[.,]9.*56[.,]1/);
    expect(text).toMatch(/54[.,]9/);
    expect(text.split('\n')).toContain(unsubscribe);
    expect(address).toBe(unsubscribe);
    expect(render(lang, { kind: 'account_exists' }).unsubscribe).toBeUndefined();
  });
});

test('the mail of a result says in its subject and its text that it was practice', () => {
  const { subject, text } = render('uk', aResult('unsuccessful', false));
  expect(subject).toBe('EUR/USD: програш (практика)');
  expect(text).toContain('Результат: програш (практика).');
  expect(render('uk', aResult('unsuccessful')).subject).toBe('EUR/USD: програш');
});

test.each([
  ['signals', true, false],
  ['top_up', false, true],
  [null, false, false],
] as const)('the mail of a confirmed id whose user can do %s next leads to that only', (next, isOpen, isLow) => {
  const { text } = render('en', confirmed(next));
  expect(text).toContain('The broker confirmed account 10000002.');
  expect([text.includes('You can go back'), text.includes('at least $10 of your own money')]).toEqual([isOpen, isLow]);
});

test('never turns inserted values into markup', () => {
  const device = `<img src=x onerror="alert(1)">'&`;
  const { html, text } = render('en', { kind: 'session_reused', at, device });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;');
  expect(text).toContain(device);
});
