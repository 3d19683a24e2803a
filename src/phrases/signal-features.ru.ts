import type { signalFeaturesUk } from './signal-features.uk.ts';
import type { Translation } from './translation.ts';

export const signalFeaturesRu: Translation<typeof signalFeaturesUk> = {
  z: 'Полосы Боллинджера ({{n}}), σ',
  ema_distance: 'Расстояние до EMA ({{n}})',
  macd: 'MACD (12; 26)',
  macd_histogram: 'Гистограмма MACD (12; 26; 9)',
  rsi: 'RSI ({{n}})',
  position: 'Стохастик ({{n}})',
  freshness: 'Свежесть экстремума ({{n}})',
  move: 'Изменение цены за {{n}} мин',
  run: 'Закрытий подряд в одну сторону',
  body: 'Тело последнего бара',
  body_before: 'Тело предыдущего бара',
  close_place: 'Место закрытия в баре',
  jump: 'Скачок на открытии бара',
  range_now: 'Размах последнего бара',
  range_5_60: 'Размах: 5 мин против 60 мин',
  range_60_240: 'Размах: 60 мин против 240 мин',
  range_level: 'Обычный размах пары',
  efficiency: 'Прямизна движения ({{n}})',
  variance_ratio: 'Отношение дисперсий',
  echo: 'Автокорреляция изменений ({{n}})',
  still: 'Доля неизменных закрытий',
  day_minute: 'От открытия суток (17:00 Нью-Йорк)',
  hour_minute: 'Минута часа',
  weekday: 'День недели',
};
