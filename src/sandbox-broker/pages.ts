import { type Language, languages } from '#domain/language.ts';
import { type Words, words } from './words.ts';
import { type Account, behaviours, exclusionDays, isExcluded, stakedCents, symbols, type Trade } from './account.ts';
import { durations } from '#domain/market/duration.ts';
import { payoutPercentAt } from './simulated-quotes.ts';

/** Safe markup; every other value in a template is text and is escaped. */
class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | null | false | readonly Html[];

function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const filled = strings.map((text, i) => text + (i < parts.length ? toMarkup(parts[i] ?? null) : ''));
  return new Html(filled.join(''));
}

function toMarkup(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(({ markup }) => markup).join('');
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const option = (value: string, text: string, isSelected: boolean): Html =>
  isSelected
    ? html`<option value="${value}" selected>${text}</option>`
    : html`<option value="${value}">${text}</option>`;

/** Context of every page: visitor, language and return link. */
export interface Page {
  readonly lang: Language;
  readonly words: Words;
  readonly partnerName: string;
  /** Hidden field in each form: proves that it came from this site. */
  readonly formKey: string;
  readonly returnUrl: string | null;
  readonly error: string | null;
}

function layout(page: Page, title: string, { nav, main, path }: { nav: Html; main: Html; path: string }): string {
  const { lang, words: w } = page;
  const links = languages.map(
    (code) => html`<a href="${path}?lang=${code}" lang="${code}" hreflang="${code}">${words[code].language}</a>`,
  );
  const document = html`<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Training Broker</title><link rel="stylesheet" href="/style.css"></head><body>
<div class="tape"><b>${w.tape}</b> ${w.tapeRest}</div>
<header><span class="lg">Training Broker</span><nav>${nav}</nav></header>
${main}
<footer><nav>${links}</nav>${w.footer}</footer></body></html>`;
  return `<!doctype html>${document.markup}`;
}

const errorNote = ({ error }: Page): Html | null =>
  error === null ? null : html`<p class="fault" role="alert">${error}</p>`;

const hidden = ({ formKey, lang }: Page): Html =>
  html`<input type="hidden" name="key" value="${formKey}"><input type="hidden" name="lang" value="${lang}">`;

const backLink = ({ returnUrl, words: w }: Page): Html | null =>
  returnUrl === null ? null : html`<a href="${returnUrl}">${w.backToPartner}</a>`;

const dollars = (cents: number): string => {
  const amount = (Math.abs(cents) / 100).toFixed(2).replace(/\B(?=(\d{3})+(?=\.))/g, '\u00a0');
  return `${cents < 0 ? '\u2212' : ''}$${amount}`;
};

interface Referral {
  readonly partner: string;
  readonly campaign: string | null;
}

export const firstDeposits = [0, 10, 50, 250, 1001] as const;
/** Enough for signals and for practice with stakes of a dollar. */
const usualDeposit = 50;

/** Target of a referral link: opens an account and shows its ID to be pasted into the product. */
export function joinPage(page: Page, referral: Referral, account: Account | undefined): string {
  const { words: w } = page;
  const main = html`<main class="nar">${errorNote(page)}
<p class="ref">${w.cameByPartner} <b>${page.partnerName}</b> (${w.partnerCode} <code>${referral.partner}</code>). ${w.partnerSees}</p>
${account ? openedBox(page, account) : form(page, referral)}</main>`;
  const nav = html`${backLink(page)}${account ? null : html`<a href="/login?lang=${page.lang}">${w.signIn}</a>`}`;
  return layout(page, w.openTitle, { nav, main, path: '/join' });
}

function openedBox({ words: w, lang, returnUrl }: Page, { id }: Account): Html {
  const back = returnUrl === null ? null : html`<a class="pri" href="${returnUrl}?id=${id}">${w.returnWithId}</a>`;
  const copy = html`<button type="button" hidden data-copy="${id}" data-copied="${w.copied}">${w.copyId}</button>`;
  return html`<section class="okb"><h1>${w.opened}</h1><p>${w.yourId}</p><p class="id">${id}</p>
<div class="acts">${back}${copy}<a class="${back ? '' : 'pri'}" href="/desk?lang=${lang}">${w.toDesk}</a></div></section><script src="/copy-id.js" defer></script>`;
}

function form(page: Page, { partner, campaign }: Referral): Html {
  const { words: w } = page;
  const deposits = firstDeposits.map((amount) => option(String(amount), `$${amount}`, amount === usualDeposit));
  return html`<section><h1>${w.openHeading}</h1><form method="post" action="/join">${hidden(page)}
<input type="hidden" name="partner" value="${partner}"><input type="hidden" name="campaign" value="${campaign ?? ''}">
<label>${w.email}<input name="email" required maxlength="254" autocomplete="email" inputmode="email"></label>
<div class="two"><label>${w.currency}<select disabled><option>USD</option></select></label>
<label>${w.firstDeposit}<select name="deposit">${deposits}</select></label></div>
<label class="ck"><input type="checkbox" name="adult" value="yes" required> ${w.isAdult}</label>
<label class="ck"><input type="checkbox" name="training" value="yes" required> ${w.isTraining}</label>
<button class="pri">${w.openAccount}</button></form></section>`;
}

export function loginPage(page: Page): string {
  const { words: w, lang } = page;
  const main = html`<main class="nar">${errorNote(page)}<section><h1>${w.signIn}</h1><form method="post" action="/login">${hidden(page)}
<label>${w.accountId}<input name="id" required inputmode="numeric" maxlength="20"></label>
<label>${w.email}<input name="email" required maxlength="254" autocomplete="email" inputmode="email"></label>
<button class="pri">${w.signIn}</button></form></section>
<p>${w.noAccount} <a href="/join?lang=${lang}">${w.openAccount}</a></p></main>`;
  return layout(page, w.signIn, { nav: html`${backLink(page)}`, main, path: '/login' });
}

interface DeskTerms {
  readonly now: number;
  /** True: trades are decided by the market's quotes; false: by chance. */
  readonly hasQuotes: boolean;
  /** Fills in the form of a trade. `symbol`: BASE/QUOTE. */
  readonly order: {
    readonly symbol?: string | undefined;
    readonly minutes?: number | undefined;
    readonly direction?: Trade['direction'] | undefined;
  };
}

/**
 * All actions on a training account: deposit, withdrawal, bonus, trades, self-exclusion, and how
 * the broker behaves.
 */
export function deskPage(page: Page, account: Account, terms: DeskTerms): string {
  const { now } = terms;
  const { words: w } = page;
  const nav = html`<span>ID <b class="id">${account.id}</b></span>${backLink(page)}
<form class="bare" method="post" action="/logout">${hidden(page)}<button>${w.signOut}</button></form>`;
  const main = html`<main>${errorNote(page)}${summary(page, account)}<div class="grid">
${moneySection(page)}${bonusSection(page)}${tradeSection(page, account, terms)}${exclusionSection(page, account, now)}${behaviourSection(page, account)}
</div></main>`;
  return layout(page, w.deskTitle, { nav, main, path: '/desk' });
}

function summary({ words: w }: Page, account: Account): Html {
  const figures: readonly (readonly [string, number])[] = [
    [w.ownFunds, account.cash],
    [w.bonus, account.bonus],
    [w.inTrades, stakedCents(account)],
    [w.turnover, account.turnover],
  ];
  const cells = figures.map(([name, cents]) => html`<div><span>${name}</span><b>${dollars(cents)}</b></div>`);
  return html`<h1 hidden>${w.deskTitle}</h1><div class="sum">${cells}</div>`;
}

const usualDeposits = [10, 50, 100, 1001] as const;

function moneySection(page: Page): Html {
  const { words: w } = page;
  const chips = usualDeposits.map(
    (amount) => html`<button name="amount" value="${amount}" formnovalidate>$${amount}</button>`,
  );
  return html`<section><h2>${w.topUp}</h2>
<form method="post" action="/desk/deposit">${hidden(page)}<div class="chips">${chips}</div></form>
<form method="post" action="/desk/deposit">${hidden(page)}<label>${w.amount}<input name="amount" required inputmode="decimal" value="50"></label><button class="pri">${w.topUp}</button>
<button formaction="/desk/withdraw">${w.withdraw}</button></form></section>`;
}

function bonusSection(page: Page): Html {
  const { words: w } = page;
  return html`<section><h2>${w.bonus}</h2><p>${w.bonusNote}</p><form class="acts" method="post" action="/desk/bonus">${hidden(page)}
<button name="act" value="add">${w.addBonus}</button><button name="act" value="drop">${w.dropBonus}</button></form></section>`;
}

function tradeSection(page: Page, { trades }: Account, { now, hasQuotes, order }: DeskTerms): Html {
  const { words: w, lang } = page;
  const rows = trades.slice(0, 20).map((trade) => tradeRow(page, trade));
  const table = html`<table><thead><tr><th>${w.pair}</th><th>${w.direction}</th><th>${w.stake}</th><th>${w.openedAt}</th><th>${w.prices}</th><th>${w.state}</th></tr></thead><tbody>${rows}</tbody></table>
<p><a href="/desk?lang=${lang}">${w.refresh}</a></p>`;
  return html`<section class="wide"><h2>${w.trade}</h2><p>${hasQuotes ? w.tradeNote : w.tradeByChance}</p><form method="post" action="/desk/trade">${hidden(page)}<div class="three">
<label>${w.pairAndPayout}<select name="symbol">${symbols.map((symbol) => option(symbol, `${symbol} · ${payoutPercentAt(symbol, now)} %`, symbol === order.symbol))}</select></label>
<label>${w.time}<select name="minutes">${durations.map((n) => option(String(n), `${n} ${w.minutes}`, n === order.minutes))}</select></label>
<label>${w.stake}<input name="amount" required inputmode="decimal" value="2"></label></div>
<div class="ud"><button class="b" ${order.direction === 'up' ? 'autofocus' : ''} name="direction" value="up">▲ ${w.up}</button><button class="s" ${order.direction === 'down' ? 'autofocus' : ''} name="direction" value="down">▼ ${w.down}</button></div></form>
${trades.length > 0 ? table : html`<p>${w.noTrades}</p>`}</section>`;
}

function tradeRow({ words: w }: Page, trade: Trade): Html {
  const { symbol, direction, stake, openedAt, openPrice, closePrice } = trade;
  const way = direction === 'up' ? `▲ ${w.up}` : `▼ ${w.down}`;
  return html`<tr><td>${symbol}</td><td>${way}</td><td>${dollars(stake)}</td><td>${formatClock(openedAt)}</td><td>${[openPrice, closePrice].filter((price) => price !== null).join(' → ')}</td><td>${getState(trade, w)}</td></tr>`;
}

function getState({ profit, closesAt }: Trade, w: Words): string {
  if (profit === null) return `${w.running} ${formatClock(closesAt)}`;
  if (profit === 0) return w.returned;
  return `${profit > 0 ? `${w.won} +` : `${w.lost} `}${dollars(profit)}`;
}

function exclusionSection(page: Page, account: Account, now: number): Html {
  const { words: w } = page;
  const { format: inDays } = new Intl.NumberFormat(page.lang, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  const until = isExcluded(account, now) ? new Date(account.excludedUntil ?? 0).toISOString().slice(0, 10) : null;
  return html`<section><h2>${w.exclusion}</h2><p>${w.exclusionNote}</p>${until === null ? null : html`<p><b>${w.excludedUntil} ${until}</b></p>`}
<form method="post" action="/desk/exclude">${hidden(page)}<label>${w.term}<select name="days">${exclusionDays.map((n) => html`<option value="${n}">${inDays(n)}</option>`)}</select></label>
<button>${w.exclude}</button></form></section>`;
}

function behaviourSection(page: Page, account: Account): Html {
  const { words: w } = page;
  const options = behaviours.map(
    (behaviour) =>
      html`<label class="ck"><input type="radio" name="behaviour" value="${behaviour}" ${behaviour === account.behaviour ? 'checked' : ''}> ${w[behaviour]}</label>`,
  );
  return html`<section><h2>${w.behaviour}</h2><p>${w.behaviourNote}</p><form method="post" action="/desk/behaviour">${hidden(page)}<fieldset>${options}</fieldset><button>${w.apply}</button></form></section>`;
}

const formatClock = (at: number): string => new Date(at).toISOString().slice(11, 19);
