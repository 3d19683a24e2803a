import { brand } from '#domain/brand.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import type { Language } from '#domain/language.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { phrases as mailEn } from '#phrases/mail/en.ts';
import { phrases as mailRu } from '#phrases/mail/ru.ts';
import { phrases as mailUk } from '#phrases/mail/uk.ts';
import { interpolate, percentText, resultText } from '#server/http/phrase-values.ts';
import { toHtml, type MailPage, toText } from './mail-page.ts';
import type {
  Counts,
  EndedConnections,
  MessageContent,
  SignalAlertContent,
  SignalResultContent,
  WeeklyDigestContent,
} from './message.ts';

interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** As in OutgoingMail. */
  readonly unsubscribe?: string;
}

/**
 * Text, layout and addresses of a mail. Every address starts with PUBLIC_URL, whatever the request
 * contained.
 */
export function renderMail(publicUrl: string, lang: Language, content: MessageContent): WrittenMail {
  const phrases = mailPhrases[lang];
  const words = phrases[content.kind];
  const params = { brand: brand.name, ...toParams(content, lang, phrases.unknownDevice) };
  const fill = (phrase: string): string => interpolate(phrase, params);
  const page: MailPage = {
    lang,
    subject: fill(words.subject),
    preview: fill(words.preview),
    brand: brand.name,
    title: words.title,
    paragraphs: words.text.map(fill).filter((text) => text !== ''),
    button: { label: words.button, address: getAddress(publicUrl, lang, content) },
    linkFallback: phrases.linkFallback,
    asideTitle: words.asideTitle,
    aside: words.aside,
    footer: ['service' in words ? words.service : phrases.service, phrases.risk],
    unsubscribe:
      'unsubscribe' in content && 'unsubscribe' in words
        ? { label: words.unsubscribe, address: content.unsubscribe }
        : null,
    support: brand.supportEmail,
  };
  const parts = { subject: page.subject, text: toText(page), html: toHtml(page) };
  return page.unsubscribe ? { ...parts, unsubscribe: page.unsubscribe.address } : parts;
}

const mailPhrases = { uk: mailUk, en: mailEn, ru: mailRu } as const;

function getAddress(publicUrl: string, lang: Language, content: MessageContent): string {
  if ('link' in content) return content.link;
  return `${publicUrl}/${lang}/${pages[content.kind]}`;
}

const pages = {
  account_exists: 'login',
  session_reused: 'account',
  password_changed: 'login',
  email_change_old: 'login',
  email_changed: 'login',
  id_confirmed: 'signal',
  id_not_found: 'enter-id',
  id_released: 'enter-id',
  id_available: 'enter-id',
  id_lapsed: 'enter-id',
  id_reclaimed: 'enter-id',
  contest_won: 'contest',
  account_deleted: 'privacy-policy',
  weekly_digest: 'history',
} as const;

function toParams(content: MessageContent, lang: Language, unknownDevice: string): Record<string, string> {
  if (content.kind === 'session_reused') {
    return { at: formatTime(content.at, lang), device: content.device ?? unknownDevice };
  }
  if (content.kind === 'password_changed')
    return { at: formatTime(content.at, lang), ended: endedText(content.ended, lang) };
  if (content.kind === 'email_change_old') return { email: content.newEmail };
  if (content.kind === 'email_changed') return { email: content.newEmail, at: formatTime(content.at, lang) };
  if (content.kind === 'account_deleted') return { at: formatTime(content.at, lang) };
  if (content.kind === 'contest_won') return { until: formatTime(content.until, lang) };
  if (content.kind === 'weekly_digest') return digestParams(content, lang);
  if (content.kind === 'signal_alert') return alertParams(content, lang);
  if (content.kind === 'signal_result') return resultParams(content, lang);
  return 'traderId' in content ? { traderId: content.traderId } : {};
}

/** Empty when nothing but login sessions ended. */
function endedText({ devices, chats }: EndedConnections, lang: Language): string {
  const words = mailPhrases[lang].password_changed.ended;
  const parts = [
    ...(devices > 0 ? [interpolate(words.devices, { count: String(devices) })] : []),
    ...(chats > 0 ? [words.chat] : []),
  ];
  return parts.length > 0 ? interpolate(words.all, { list: parts.join('; ') }) : '';
}

function alertParams(content: SignalAlertContent, lang: Language): Record<string, string> {
  const { symbol, signal, aiModel, duration, passability, holdsUntil } = content;
  const time = new Intl.DateTimeFormat(lang, { timeStyle: 'medium', timeZone: 'UTC' });
  return {
    pair: pairName(symbol),
    direction: mailPhrases[lang].signal_alert.directions[signal],
    model: aiModelName(aiModel),
    duration: String(duration),
    percent: percentText(passability / 100, lang),
    until: `${time.format(Date.parse(holdsUntil))} UTC`,
  };
}

function resultParams(content: SignalResultContent, lang: Language): Record<string, string> {
  const { symbol, signal, aiModel, duration, settledAt } = content;
  return {
    pair: pairName(symbol),
    direction: mailPhrases[lang].signal_alert.directions[signal],
    model: aiModelName(aiModel),
    duration: String(duration),
    result: resultText(content, lang),
    at: formatTime(settledAt, lang),
  };
}

function countsText({ successful, unsuccessful, neutral, void: voided }: Counts, lang: Language): string {
  const numbers = { successful, unsuccessful, neutral, voided };
  const shown = Object.entries(numbers).map(([name, number]) => [name, new Intl.NumberFormat(lang).format(number)]);
  return interpolate(mailPhrases[lang].weekly_digest.counts, Object.fromEntries(shown));
}

function digestParams(content: WeeklyDigestContent, lang: Language): Record<string, string> {
  const { firstDay, lastDay, week, total, breakEven } = content;
  const date = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(lang);
  return {
    week: date.formatRange(Date.parse(firstDay), Date.parse(lastDay)),
    won: number.format(week.successful),
    lost: number.format(week.unsuccessful),
    weekCounts: countsText(week, lang),
    weekRate: rateText(week, lang),
    totalCounts: countsText(total, lang),
    totalRate: rateText(total, lang),
    breakEven: percentText(breakEven, lang),
  };
}

/** With its 95 % interval. Few results say nothing about the next ones, so their rate is left out. */
function rateText({ successful, unsuccessful }: Counts, lang: Language): string {
  const words = mailPhrases[lang].weekly_digest;
  const decided = successful + unsuccessful;
  const interval = wilsonInterval(successful, decided);
  if (!interval || decided < minOutcomesForRate)
    return interpolate(words.tooFew, { count: String(decided), min: String(minOutcomesForRate) });
  const shown = (share: number) => percentText(share, lang);
  return interpolate(words.rate, {
    rate: shown(successful / decided),
    low: shown(interval.low),
    high: shown(interval.high),
  });
}

/** In UTC, with the zone shown, because the reader's time zone is unknown. */
function formatTime(instant: string, lang: Language): string {
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(new Date(instant))} UTC`;
}
