import type { Translation } from '../translation.ts';
import type { wikiUk } from './uk.ts';

export const wikiRu: Translation<typeof wikiUk> = {
  title: 'Вики',
  lead: 'Семь коротких статей о риске, стратегиях и индикаторах.',
  description:
    'Семь статей о бинарных опционах: как они устроены, как считать риск, что проверять в стратегии и у брокера. С расчётами.',
  minutes: '{{minutes}} мин чтения',
  all: 'Все статьи',
  contents: 'Содержание',
  neighbours: 'Другие статьи',
  previous: 'Предыдущая статья',
  next: 'Следующая статья',
  notFound: {
    title: 'Статья не найдена',
    text: 'Возможно, её адрес изменился. Все статьи собраны в одном списке.',
  },
};
