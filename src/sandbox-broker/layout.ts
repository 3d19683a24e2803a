import { type Html, html } from './html.ts';
import { type Language, languages } from '#domain/language.ts';
import { type Words, words } from './words.ts';

/** Context of every page: visitor, language and return link. */
export interface Page {
  readonly lang: Language;
  readonly words: Words;
  /** Hidden field in each form: proves that it came from this site. */
  readonly formKey: string;
  readonly returnUrl: string | null;
  readonly error: string | null;
}

export function layout(
  page: Page,
  title: string,
  { nav, main, path }: { nav: Html; main: Html; path: string },
): string {
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

export const errorNote = ({ error }: Page): Html | null =>
  error === null ? null : html`<p class="fault" role="alert">${error}</p>`;

export const hidden = ({ formKey, lang }: Page): Html =>
  html`<input type="hidden" name="key" value="${formKey}"><input type="hidden" name="lang" value="${lang}">`;

export const backLink = ({ returnUrl, words: w }: Page): Html | null =>
  returnUrl === null ? null : html`<a href="${returnUrl}">${w.backToKurs}</a>`;

export const dollars = (cents: number): string => {
  const amount = (Math.abs(cents) / 100).toFixed(2).replace(/\B(?=(\d{3})+(?=\.))/g, '\u00a0');
  return `${cents < 0 ? '\u2212' : ''}$${amount}`;
};
