import { expect, test } from 'vitest';
import { renderPhrase } from './render-phrase.ts';

const words = {
  plain: 'Вгору',
  deep: { own: 'Ціна {{price}} о {{time}}, {{price}}' },
  pips: { one: '{{n}} пункт', few: '{{n}} пункти', many: '{{n}} пунктів', other: '{{n}} пункту' },
};

const print = (key: string, values = {}) => renderPhrase('uk', words, key, values);

test('fills every placeholder, at any position', () => {
  expect(print('signal.deep.own', { price: '1,0842', time: '14:32' })).toBe('Ціна 1,0842 о 14:32, 1,0842');
});

test.each([
  [1, '1 пункт'],
  [2, '2 пункти'],
  [5, '5 пунктів'],
  [21, '21 пункт'],
  [1.5, '1.5 пункту'],
])('%d selects its plural form', (n, text) => {
  expect(print('signal.pips', { n, count: n })).toBe(text);
});

test.each([
  ['en', '{{n}} of {{m}}', '0\u00a0of\u00a03'],
  ['ru', 'Засчитано {{n}} из {{m}}', 'Засчитано 0\u00a0из\u00a03'],
  ['uk', 'через {{m}} с', 'через 3\u00a0с'],
  ['uk', 'через {{m}} слова', 'через 3 слова'],
  ['uk', '{{m}} хв', '3\u00a0хв'],
  ['uk', 'до {{m}} п. п.', 'до 3\u00a0п. п.'],
  ['uk', '№ {{m}}', '№\u00a03'],
  ['uk', 'в мене і з ним', 'в\u00a0мене і\u00a0з\u00a0ним'],
  ['uk', 'Й «у нього»', 'Й\u00a0«у\u00a0нього»'],
  ['ru', '{{m}} с тому', '3\u00a0с тому'],
  ['uk', '{{n}}–{{m}} %', '0–\u20603\u00a0%'],
  ['uk', 'за Нью-Йорком', 'за Нью\u2011Йорком'],
] as const)('no line in %s breaks inside %s', (lang, text, rendered) => {
  expect(renderPhrase(lang, { text }, 'signal.text', { n: 0, m: 3 })).toBe(rendered);
});
