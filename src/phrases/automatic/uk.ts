export const automaticUk = {
  /** How a run ended by itself. */
  end: {
    losses: {
      one: 'Зупинено: {{n}} програш',
      few: 'Зупинено: {{n}} програші поспіль',
      many: 'Зупинено: {{n}} програшів поспіль',
      other: 'Зупинено: {{n}} програшу поспіль',
    },
    daily_limit: 'На сьогодні все: {{n}} із {{limit}}',
    stopped_for_today: 'Сигнали на сьогодні зупинено',
    market_closed: 'Ринок відпочиває',
    access_lost: 'Серію зупинено: сигнали зараз недоступні',
  },
  alerts: {
    onDevice: 'Сигнали на цьому пристрої',
    sound: 'Звук',
    soundNote: 'Коли є сигнал або результат.',
    vibration: 'Вібрація',
    notifications: 'Сповіщення браузера',
    notificationsNote: 'Коли ця вкладка не на екрані.',
    notificationsDenied: 'Браузер не дозволив сповіщень. Змінити це можна в його налаштуваннях.',
    wakeLock: 'Не гасити екран',
    wakeLockNote: 'Поки триває сигнал.',
    chase: 'Пропонувати «Наздогнати»',
    chaseNote: 'Мартингейл: ставка подвоюється.',
    unavailable: 'Цей браузер такого не підтримує.',
  },
} as const;
