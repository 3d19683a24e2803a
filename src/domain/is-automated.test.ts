import { expect, test } from 'vitest';
import { isAutomated } from './is-automated.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const languages = ['uk-UA'];

test.each([
  chrome,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
])('treats %s as a browser used by a human', (userAgent) => {
  expect(isAutomated({ userAgent, languages, webdriver: false })).toBe(false);
});

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'facebookexternalhit/1.1',
  'TelegramBot (like TwitterBot)',
  chrome.replace('Chrome', 'HeadlessChrome'),
  `${chrome} Chrome-Lighthouse`,
])('detects %s as automated', (userAgent) => {
  expect(isAutomated({ userAgent, languages })).toBe(true);
});

test('detects an automated browser by its own flag or by missing languages', () => {
  expect(isAutomated({ userAgent: chrome, languages, webdriver: true })).toBe(true);
  expect(isAutomated({ userAgent: chrome, languages: [] })).toBe(true);
});
