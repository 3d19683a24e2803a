import type { WikiCards } from '../wiki-article.ts';

export const cards: WikiCards = {
  'understanding-binary-options': {
    title: 'Що таке бінарні опціони насправді',
    description: 'Фіксована виплата, короткий строк і чому математика спершу проти вас.',
    readingTime: 6,
    hero: { src: 'two-ends', alt: 'Лінія ціни розходиться надвоє: вище входу виграш, нижче — програш' },
  },
  'risk-management-methods': {
    title: 'Керування ризиком',
    description: 'Правило двох відсотків і що воно змінює в поганий тиждень.',
    readingTime: 6,
    hero: { src: 'two-percent', alt: 'Кільце, у якому виділено тонку частку: два відсотки рахунку' },
  },
  'martingale-strategy': {
    title: 'Мартингейл: як подвоєння з’їдає депозит',
    description: 'Рахуємо довгі серії програшів без прикрас.',
    readingTime: 6,
    hero: {
      src: 'doubling',
      alt: 'Чотири стовпчики, кожен удвічі вищий за попередній, останній забарвлено як програш',
    },
  },
  'successful-trading-strategies': {
    title: 'Стратегії, які можна перевірити',
    description: 'Як записати правила так, щоб їх можна було спростувати.',
    readingTime: 6,
    hero: { src: 'written-rules', alt: 'П’ять свічок ціни: заповнені вгору, порожні вниз' },
  },
  'rsi-sma-strategy': {
    title: 'RSI і SMA разом',
    description: 'Коли два індикатори кажуть те саме, а коли заважають одне одному.',
    readingTime: 6,
    hero: { src: 'rsi-band', alt: 'Хвиляста лінія індикатора між двома пунктирними рівнями' },
  },
  'support-resistance-strategy': {
    title: 'Рівні підтримки й опору',
    description: 'Як позначати зони, а не малювати бажане.',
    readingTime: 6,
    hero: { src: 'levels', alt: 'Ціна рухається між двома пунктирними рівнями, відбиваючись від них' },
  },
  'choose-broker': {
    title: 'Як обрати брокера',
    description: 'Ліцензія, виведення коштів, умови виплат: на що дивитися.',
    readingTime: 6,
    hero: { src: 'broker-house', alt: 'Будівля з колонами і позначкою перевірки' },
  },
};
