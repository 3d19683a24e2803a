import type { Brand } from '#contract/brand.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import type { Language } from '#domain/language.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { phrases as mailEn } from '#phrases/mail/en.ts';
import { phrases as mailRu } from '#phrases/mail/ru.ts';
import { phrases as mailUk } from '#phrases/mail/uk.ts';
import { interpolate, percentText, resultText, toAmount } from '#server/http/phrase-values.ts';
import type {
  Counts,
  EndedConnections,
  IdConfirmedContent,
  MessageContent,
  SignalAlertContent,
  SignalResultContent,
  WeeklyDigestContent,
} from './message.ts';

interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribe?: string;
}

/** Whose mails they are. */
interface Product {
  readonly publicUrl: string;
  readonly brand: Brand;
}

/**
 * Text, layout and addresses of a mail. Every address starts with PUBLIC_URL, whatever the request
 * contained.
 */
export function renderMail({ publicUrl, brand }: Product, lang: Language, content: MessageContent): WrittenMail {
  const phrases = mailPhrases[lang];
  const words = phrases[content.kind];
  const params = { brand: brand.name, ...toParams(content, lang, phrases.unknownDevice) };
  const fill = (phrase: string): string => interpolate(phrase, params);
  const page: MailPage = {
    brand,
    lang,
    subject: fill(words.subject),
    preview: fill(words.preview),
    title: words.title,
    paragraphs: getText(content, words)
      .map(fill)
      .filter((text) => text !== ''),
    button: { label: words.button, address: getAddress(publicUrl, lang, content) },
    linkFallback: phrases.linkFallback,
    asideTitle: words.asideTitle,
    aside: words.aside,
    footer: ['service' in words ? words.service : phrases.service, phrases.risk],
    unsubscribe:
      'unsubscribe' in content && 'unsubscribe' in words
        ? { label: words.unsubscribe, address: content.unsubscribe }
        : null,
  };
  const parts = { subject: page.subject, text: toText(page), html: toHtml(page) };
  return page.unsubscribe ? { ...parts, unsubscribe: page.unsubscribe.address } : parts;
}

/** The reason of an administrator stands for what the mail says of every such id. */
const getText = (content: MessageContent, words: MailWords): readonly string[] =>
  'reason' in content && words.reason !== undefined ? [words.reason] : words.text;

interface MailWords {
  readonly text: readonly string[];
  readonly reason?: string;
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
  id_taken: 'enter-id',
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
  if (content.kind === 'id_confirmed') return confirmedParams(content, lang);
  if ('reason' in content) return { traderId: content.traderId, reason: content.reason ?? '' };
  return 'traderId' in content ? { traderId: content.traderId } : {};
}

function confirmedParams({ traderId, next, minBalance }: IdConfirmedContent, lang: Language): Record<string, string> {
  const words = mailPhrases[lang].id_confirmed.next;
  return { traderId, next: next === null ? '' : interpolate(words[next], { minBalance: toAmount(minBalance) }) };
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

interface MailPage {
  readonly brand: Brand;
  readonly lang: string;
  readonly subject: string;
  readonly preview: string;
  readonly title: string;
  /** `**…**` is bold. */
  readonly paragraphs: readonly string[];
  readonly button: { readonly label: string; readonly address: string };
  readonly linkFallback: string;
  readonly asideTitle: string;
  readonly aside: string;
  readonly footer: readonly string[];
  /** Null: about the account, which cannot be turned off. */
  readonly unsubscribe: { readonly label: string; readonly address: string } | null;
}

const font = "font-family:Arial,'Helvetica Neue',Helvetica,sans-serif";

/**
 * Mail clients support tables and inline styles; those that support media queries get a phone
 * layout and dark colours.
 */
const styles = ({ dark }: Brand['colors']): string => `
@media (max-width:480px){.sheet{padding:26px 20px 24px!important}h1{font-size:23px!important;line-height:29px!important}}
@media (prefers-color-scheme:dark){
.ground{background:${dark.ground}!important}.sheet{background:${dark.card}!important;border-color:${dark.line}!important}
.ink{color:${dark.heading}!important}.text{color:${dark.text}!important}.quiet{color:${dark.quiet}!important}
.act{background:${dark.action}!important}.act a{color:${dark.onAction}!important}
.aside{background:${dark.inset}!important;border-color:${dark.heading}!important}}`;

/**
 * The HTML part. All inserted values are escaped; there are no pictures, and nothing is loaded from
 * elsewhere.
 */
function toHtml(mail: MailPage): string {
  const { light } = mail.brand.colors;
  return [
    `<!doctype html><html lang="${escaped(mail.lang)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escaped(mail.subject)}</title><style>${styles(mail.brand.colors)}</style></head>`,
    `<body class="ground" style="margin:0;background:${light.deepGround}">`,
    `<div style="display:none;max-height:0;overflow:hidden">${escaped(mail.preview)}</div>`,
    table(`width="100%" class="ground" style="background:${light.deepGround};border-collapse:collapse"`),
    '<tr><td align="center" style="padding:32px 12px">',
    // With collapsed borders, a browser draws the round corners of the sheet square.
    table('width="600" style="width:100%;max-width:600px;border-collapse:separate;border-spacing:0;text-align:left"'),
    row('padding:0 4px 18px', brandMark(mail.brand)),
    `<tr><td class="sheet" style="background:${light.card};border:1px solid ${light.line};border-radius:12px;padding:36px 36px 32px">${sheet(mail)}</td></tr>`,
    row('padding:20px 4px 0', footer(mail)),
    '</table></td></tr></table></body></html>',
  ].join('\n');
}

const table = (attributes: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" ${attributes}>`;
const row = (style: string, content: string): string => `<tr><td style="${style}">${content}</td></tr>`;

/** The product's needle in a form that mails support: two bars under the name. */
function brandMark({ name: text, colors: { light } }: Brand): string {
  const bar = (color: string) =>
    `<td width="28" height="4" style="width:28px;height:4px;line-height:4px;font-size:0;background:${color}">&nbsp;</td>`;
  const name = `<td colspan="2" class="ink" style="${font};font-size:24px;line-height:26px;font-weight:bold;letter-spacing:-.5px;color:${light.heading}">${escaped(text)}</td>`;
  return `${table('style="border-collapse:collapse"')}<tr>${name}</tr><tr>${bar(light.downFill)}${bar(light.upFill)}</tr></table>`;
}

function sheet({ brand, title, paragraphs, button, linkFallback, asideTitle, aside }: MailPage): string {
  const { light } = brand.colors;
  return [
    `<h1 class="ink" style="margin:0 0 14px;${font};font-size:26px;line-height:32px;color:${light.heading};font-weight:bold">${escaped(title)}</h1>`,
    ...paragraphs.map(
      (text) =>
        `<p class="text" style="margin:0 0 16px;${font};font-size:16px;line-height:25px;color:${light.text}">${withBold(text)}</p>`,
    ),
    `${table('style="margin:8px 0 22px;border-collapse:separate"')}<tr><td class="act" style="background:${light.action};border-radius:10px"><a href="${escaped(button.address)}" style="display:inline-block;padding:15px 28px;${font};font-size:16px;line-height:20px;font-weight:bold;color:${light.onAction};text-decoration:none">${escaped(button.label)}</a></td></tr></table>`,
    `<p class="quiet" style="margin:0 0 6px;${font};font-size:14px;line-height:21px;color:${light.quiet}">${escaped(linkFallback)}</p>`,
    `<p class="ink" style="margin:0 0 22px;${font};font-size:13px;line-height:20px;color:${light.heading};word-break:break-all">${escaped(button.address)}</p>`,
    `${table('width="100%" style="border-collapse:collapse"')}<tr><td class="aside text" style="background:${light.inset};border-left:3px solid ${light.heading};padding:14px 18px;${font};font-size:14px;line-height:22px;color:${light.text}"><b class="ink" style="color:${light.heading}">${escaped(asideTitle)}</b> ${escaped(aside)}</td></tr></table>`,
  ].join('\n');
}

function footer({ brand, footer: lines, unsubscribe }: MailPage): string {
  const { light } = brand.colors;
  const company = brand.company ? `<br>${escaped(`${brand.company.name}, ${brand.company.address}`)}` : '';
  return `<p class="quiet" style="margin:0;${font};font-size:12px;line-height:19px;color:${light.quiet}">${lines.map(escaped).join('<br>')}<br><br>${unsubscribe ? `<a class="ink" href="${escaped(unsubscribe.address)}" style="color:${light.heading}">${escaped(unsubscribe.label)}</a><br><br>` : ''}${escaped(brand.name)}, <a class="ink" href="mailto:${escaped(brand.supportEmail)}" style="color:${light.heading}">${escaped(brand.supportEmail)}</a>${company}</p>`;
}

const withBold = (text: string): string => escaped(text).replaceAll(/\*\*(.+?)\*\*/g, '<b>$1</b>');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** The text part: the same words, with the address on a line of its own. */
const toText = ({
  title,
  paragraphs,
  button,
  asideTitle,
  aside,
  footer: lines,
  unsubscribe,
  brand,
}: MailPage): string =>
  [
    title,
    ...paragraphs.map((text) => text.replaceAll('**', '')),
    `${button.label}:\n${button.address}`,
    `${asideTitle} ${aside}`,
    ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.address}`] : []),
    `-- \n${[...lines, `${brand.name}, ${brand.supportEmail}`, ...(brand.company ? [`${brand.company.name}, ${brand.company.address}`] : [])].join('\n')}`,
  ].join('\n\n');
