import { adminCheckupRu } from '../admin-checkup/ru.ts';
import { adminPeopleRu } from '../admin-people/ru.ts';
import { adminReviewsRu } from '../admin-reviews/ru.ts';
import { adminSignalsRu } from '../admin-signals/ru.ts';
import { adminStateRu } from '../admin-state/ru.ts';
import type { adminUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const adminRu: Translation<typeof adminUk> = {
  label: 'Администрирование',
  role: 'оператор',
  estimate: 'около {{n}}',
  back: 'К приложению',
  list: {
    reset: 'Сбросить',
    prev: 'Предыдущая страница',
    next: 'Следующая страница',
    range: '{{from}}–{{to}} из {{total}}',
    rangeOnly: '{{from}}–{{to}}',
    failed: 'Данные не удалось получить.',
  },
  ...adminPeopleRu,
  ...adminStateRu,
  signals: adminSignalsRu,
  reviews: adminReviewsRu,
  checkup: adminCheckupRu,
  campaigns: {
    pageTitle: 'Кампании и доход',
    title: 'Кампании и доход',
    lead: 'Оборот сообщает брокер раз в сутки. До расчёта наша доля — лишь оценка.',
    toldAt: 'Последние данные брокера: {{date}}.',
    notTold: 'Брокер ещё ничего не сообщал.',
    period: 'Период',
    twelveMonths: '12 месяцев',
    turnover: 'Оборот приглашённых',
    turnoverNote: 'по подтверждённым ID',
    share: 'Оценка наших {{percent}}',
    year: 'выплата раз в год',
    quarter: 'выплата раз в квартал',
    month: 'выплата раз в месяц',
    commission: 'Комиссия по данным брокера',
    commissionNote: 'за тот же период',
    perTrader: 'Оборот активного трейдера',
    perTraderNote: 'активных: {{n}}',
    byMonth: 'Оборот по месяцам',
    incomplete: 'штриховкой — текущий месяц',
    chart: 'Оборот по месяцам, доллары США',
    noTurnover: 'Оборота за это время ещё нет.',
    table: 'Кампании',
    csv: 'CSV',
    campaign: 'Кампания',
    none: 'Без кампании',
    registered: 'Регистрации',
    activated: 'Почта подтверждена',
    withBrokerId: 'Подтверждённые ID',
    activeTraders: 'Активные',
    money: 'Оборот',
    expected: 'Оценка',
    total: 'Всего',
    empty: 'За этот период никто не регистрировался.',
  },
};
