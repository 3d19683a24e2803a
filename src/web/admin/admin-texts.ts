import type { Outcome, VoidReason } from '#domain/signals/outcome.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '#domain/time.ts';
import { serverClock } from '../api/server-clock.ts';
import { phrasesIn } from '../language/phrase-book.ts';

/** The operator's pages are in English under each language. */
const english = phrasesIn('en');

export const { f } = english;

export const outcomeName = (outcome: Outcome): string => english.t(`common.outcome.${outcome}`);

export const voidReasonName = (reason: VoidReason): string => english.t(`common.voidReason.${reason}`);

/** `1 signal`, `2 signals`. */
export const toCount = (count: number, noun: string): string => `${f.count(count)} ${noun}${count === 1 ? '' : 's'}`;

/** As in the broker's terminal: always with a decimal point, with all digits of the pair. */
export const priceText = (symbol: string, price: number | null): string =>
  price === null ? '—' : price.toFixed(priceDigits(symbol));

/** Why a model is unavailable; details of a failed model file are in the server log. */
export function modelReason(reason: string | null): string {
  if (reason === 'no_key') return 'No API key.';
  if (reason === 'switched_off') return 'Switched off by an administrator.';
  return reason === 'not_ready' ? 'The model isn’t ready yet.' : 'Couldn’t load the model file.';
}

/** Elapsed time in the largest fitting unit: 350 ms, 2.4 s, 12 min, 5 h, 3 d. */
export function spanText(ms: number): string {
  if (ms < secondMs) return `${f.decimal(ms, ms < 10 ? 1 : 0)} ms`;
  if (ms < minuteMs) return `${f.decimal(ms / secondMs, 1)} s`;
  if (ms < hourMs) return `${f.count(Math.floor(ms / minuteMs))} min`;
  if (ms < dayMs) return `${f.count(Math.floor(ms / hourMs))} h`;
  return `${f.count(Math.floor(ms / dayMs))} d`;
}

/** When maintenance ends. */
export const toExpectedEnd = (until: string | null): string =>
  until === null ? 'no end stated' : `expected end ${f.moment(Date.parse(until), serverClock.now())}`;

/** `user.endSessions`: user: end sessions. */
export const actionName = (action: string): string =>
  action.replace('.', ': ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** `given_up`: given up. */
export const toWords = (code: string): string => code.replaceAll('_', ' ');
