import type { adminReviewsUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const adminReviewsRu: Translation<typeof adminReviewsUk> = {
  title: 'Отзывы',
  waiting: {
    one: '{{count}} ждёт проверки.',
    few: '{{count}} ждут проверки.',
    many: '{{count}} ждут проверки.',
    other: '{{count}} ждут проверки.',
  },
  oldest: 'Самый старый — от {{at}}.',
  decided: 'Опубликовано {{published}}, отклонено {{refused}}.',
  which: 'Какие отзывы',
  tabs: { pending: 'Новые', published: 'Опубликованные', refused: 'Отклонённые' },
  empty: {
    pending: 'Новых отзывов нет.',
    published: 'Ещё ничего не опубликовано.',
    refused: 'Ещё ничего не отклонено.',
  },
  shownAs: '{{signals}}, показываем как «{{name}}»',
  negative: 'Отрицательный. Это не причина отклонять.',
  looksLike: 'Похоже на рекламу: {{signs}}.',
  refusedFor: 'Отклонён: {{reason}}.',
  publish: 'Опубликовать',
  reply: 'Ответить',
  changeReply: 'Изменить ответ',
  refuse: 'Отклонить…',
  replyTitle: 'Ответ команды',
  replyText: 'Его увидят все под отзывом. Пустой ответ убирает предыдущий.',
  replySend: 'Опубликовать с ответом',
  refuseTitle: 'Отклонить отзыв',
  refuseText: 'Автор получит письмо с причиной. Долю отклонённых видят все.',
  reason: 'Причина',
  refuseConfirm: 'Отклонить',
  keep: 'Отмена',
  why: 'Что отклоняем',
  whyReasons: {
    advertising: 'реклама и ссылки на чужие сервисы',
    abuse: 'оскорбления и личные данные',
    off_topic: 'текст не о приложении',
  },
  lowRating: '<b>Низкая оценка — не причина.</b> Долю отклонённых видят все на странице «О нас».',
};
