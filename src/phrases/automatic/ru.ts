import type { automaticUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const automaticRu: Translation<typeof automaticUk> = {
  /** How a run ended by itself. */
  end: {
    losses: {
      one: 'Остановлено: {{n}} проигрыш',
      few: 'Остановлено: {{n}} проигрыша подряд',
      many: 'Остановлено: {{n}} проигрышей подряд',
      other: 'Остановлено: {{n}} проигрыша подряд',
    },
    daily_limit: 'На сегодня всё: {{n}} из {{limit}}',
    stopped_for_today: 'Сигналы на сегодня остановлены',
    market_closed: 'Рынок отдыхает',
    access_lost: 'Серия остановлена: сигналы сейчас недоступны',
  },
  alerts: {
    onDevice: 'Сигналы на этом устройстве',
    sound: 'Звук',
    soundNote: 'Когда есть сигнал или результат.',
    vibration: 'Вибрация',
    notifications: 'Уведомления браузера',
    notificationsNote: 'Когда эта вкладка не на экране.',
    notificationsDenied: 'Браузер не разрешил уведомления. Изменить это можно в его настройках.',
    wakeLock: 'Не гасить экран',
    wakeLockNote: 'Пока идёт сигнал.',
    chase: 'Предлагать «Догнать»',
    chaseNote: 'Мартингейл: ставка удваивается.',
    unavailable: 'Этот браузер такого не поддерживает.',
  },
};
