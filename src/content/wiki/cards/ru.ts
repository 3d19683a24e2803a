import type { WikiCards } from '../wiki-article.ts';

export const cards: WikiCards = {
  'understanding-binary-options': {
    title: 'Что такое бинарные опционы на самом деле',
    description: 'Фиксированная выплата, короткий срок и почему математика поначалу против вас.',
    readingTime: 6,
    hero: { src: 'two-ends', alt: 'Линия цены расходится надвое: выше входа выигрыш, ниже — проигрыш' },
  },
  'risk-management-methods': {
    title: 'Управление риском',
    description: 'Правило двух процентов и что оно меняет в плохую неделю.',
    readingTime: 6,
    hero: { src: 'two-percent', alt: 'Кольцо, в котором выделена тонкая доля: два процента счёта' },
  },
  'martingale-strategy': {
    title: 'Мартингейл: как удвоение съедает депозит',
    description: 'Считаем длинные серии проигрышей без прикрас.',
    readingTime: 6,
    hero: { src: 'doubling', alt: 'Четыре столбика, каждый вдвое выше предыдущего, последний окрашен как проигрыш' },
  },
  'successful-trading-strategies': {
    title: 'Стратегии, которые можно проверить',
    description: 'Как записать правила так, чтобы их можно было опровергнуть.',
    readingTime: 6,
    hero: { src: 'written-rules', alt: 'Пять свечей цены: заполненные вверх, пустые вниз' },
  },
  'rsi-sma-strategy': {
    title: 'RSI и SMA вместе',
    description: 'Когда два индикатора говорят одно и то же, а когда мешают друг другу.',
    readingTime: 6,
    hero: { src: 'rsi-band', alt: 'Волнистая линия индикатора между двумя пунктирными уровнями' },
  },
  'support-resistance-strategy': {
    title: 'Уровни поддержки и сопротивления',
    description: 'Как отмечать зоны, а не рисовать желаемое.',
    readingTime: 6,
    hero: { src: 'levels', alt: 'Цена движется между двумя пунктирными уровнями, отскакивая от них' },
  },
  'choose-broker': {
    title: 'Как выбрать брокера',
    description: 'Лицензия, вывод средств, условия выплат: на что смотреть.',
    readingTime: 6,
    hero: { src: 'broker-house', alt: 'Здание с колоннами и знаком проверки' },
  },
};
