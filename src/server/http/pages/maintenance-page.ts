import { type Language, locales } from '#domain/language.ts';
import { maintenancePhrases } from '#phrases/messages.ts';
import { interpolate } from '../phrase-values.ts';

/** `notice`: in one line. */
export interface MaintenanceTexts {
  readonly title: string;
  readonly text: string;
  readonly notice: string;
}

/** `until`: the expected end; null: unknown. */
export function describeMaintenance(until: Date | null, language: Language, timezone: string): MaintenanceTexts {
  const { title, text, until: end, notice } = maintenancePhrases[language];
  const expected = until === null ? '' : ` ${interpolate(end, { time: formatTime(until, language, timezone) })}`;
  return { title, text: text + expected, notice: notice + expected };
}

const formatTime = (at: Date, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);
