import { describe, expect, it } from 'vitest';
import { advertisingSigns } from './list-for-admin.ts';

describe('advertising signs', () => {
  it.each([
    ['Усі до мене в канал, там 95 %, посилання в профілі', ['канал', 'посилання в профілі', '95 %']],
    ['Пишите @super_trader или t.me/x', ['t.me/x', '@super_trader']],
    ['See https://example.biz/ref?x=1 now', ['https://example.biz/ref?x=1']],
    ['Телефон +380 44 123-45-67', ['+380 44 123-45-67']],
  ])('%s', (text, signs) => {
    expect(advertisingSigns(text)).toEqual(expect.arrayContaining(signs));
  });

  it.each([
    'За місяць я в мінусі на $46. Не раджу нікому.',
    'Everything is clear, but I want more pairs, e.g. EUR/USD. Win rate is 57 %.',
    'Понял, почему сигнал может не прийти. Проверил 20 записей.',
  ])('are not found in: %s', (text) => {
    expect(advertisingSigns(text)).toEqual([]);
  });
});
