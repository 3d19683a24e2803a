import type { Translation } from '../translation.ts';
import type { calibrationUk } from './uk.ts';

export const calibrationRu: Translation<typeof calibrationUk> = {
  title: 'Калибровка на этом рынке',
  none: 'Ещё не откалибровано на этом рынке. До тех пор модель заявляет осторожную вероятность, а вечером и около 17:00 по Нью-Йорку не даёт сигналов.',
  period:
    '{{from}} – {{to}}, прогнозов: {{number}}. Шансы, которые заявляет модель, умножаются на коэффициент: 1 — как в её файле, 0 — преимущества нет.',
  table: 'Коэффициенты',
  session: 'Часы (Нью-Йорк)',
  duration: 'Минут',
  factor: 'Коэффициент',
  interval: '95 % интервал',
  day: 'день, 03–16',
  evening: 'вечер, 20–03',
  rollover: 'переход, 16–20',
  missing: 'Где строки нет, прогнозов ещё мало: там действует осторожный коэффициент.',
};
