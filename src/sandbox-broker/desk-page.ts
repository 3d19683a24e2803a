import { durations } from '#domain/market/duration.ts';
import { type Account, behaviours, exclusionDays, isExcluded, stakedCents, symbols, type Trade } from './account.ts';
import { payoutPercentAt } from './payout-at.ts';
import { type Html, html, option } from './html.ts';
import type { Words } from './words.ts';
import { backLink, dollars, errorNote, hidden, layout, type Page } from './layout.ts';

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
