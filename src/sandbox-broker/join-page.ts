import type { Account } from './account.ts';
import { type Html, html, option } from './html.ts';
import { backLink, errorNote, hidden, layout, type Page } from './layout.ts';

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
<p class="ref">${w.cameByPartner} <b>Kurs</b> (${w.partnerCode} <code>${referral.partner}</code>). ${w.partnerSees}</p>
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
