import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { type Language, languages } from '#domain/language.ts';
import { App } from './app.tsx';
import type { PageFacts } from './language/page-title.ts';
import { loadPhrases, phrasesIn } from './language/phrase-book.ts';
import { getNamespaces, layouts, type Page, pages } from './routes.ts';
import { findPage, loadPage } from './routing/page-tree.tsx';

/** Exports for the build (scripts/web/), where this module runs alone. */
export { getNamespaces, layouts };

/** One HTML document, without scripts and styles, which only the build knows. */
export async function renderPage(address: string, isBuilt: boolean): Promise<string> {
  await loadPage(address);
  const tree = (
    <StaticRouter location={address}>
      <App isBuilt={isBuilt} />
    </StaticRouter>
  );
  // A part streamed later would need an inline script.
  const { prelude } = await prerender(tree, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return new Response(prelude).text();
}

/** The notice shown when scripts are disabled. */
export async function renderNoScriptNotice(lang: Language): Promise<string> {
  await loadPhrases(lang, ['common']);
  return phrasesIn(lang).t('common.needsScript');
}

export async function readFacts(address: string): Promise<PageFacts | null> {
  await loadPage(address);
  const found = findPage(address);
  return found?.page.screen.loaded()?.meta({ params: found.params }) ?? null;
}

export const findBuiltPage = (address: string): Page | null => findPage(address)?.page ?? null;

/** Public pages: prerendered in every language, with all their slugs. */
const publicPages = pages.filter(({ path, isOwn }) => !isOwn && path !== '*');
const prerenderedPaths = publicPages.flatMap(({ path, slugs }) =>
  slugs ? slugs.map((slug) => path.replace(':slug', slug)) : [path],
);

/** The public pages, the language choice, and a not-found page in each language. */
export const builtAddresses: readonly string[] = ['/', ...localized([...prerenderedPaths, '404'])];

/**
 * Addresses answered by the fallback page, by status: the paths of screens, with `:slug` for any
 * single segment. Every existing slug is a file; the screen reports any other slug as not found.
 */
export const screenAddresses: Readonly<Record<200 | 404, readonly string[]>> = {
  200: localized(pages.filter(({ path, slugs }) => !['', '*'].includes(path) && !slugs).map(({ path }) => path)),
  404: localized(pages.filter(({ slugs }) => slugs).map(({ path }) => path)),
};

/** Adds the language: `/uk/` for the home page, as in paths.ts. */
function localized(paths: readonly string[]): string[] {
  return languages.flatMap((lang) => paths.map((path) => `/${lang}/${path}`));
}

/**
 * Runs before the first paint, inline and allowed by its hash, so it stays small and imports
 * nothing. Sets the colour scheme (chosen here or by the system), reduced motion, whether the
 * cookie notice was accepted, whether the browser speaks none of the languages, the language of the
 * address, and the notice of the operator unless it was closed. Saves the last button or form pressed
 * before React has loaded (main.tsx): a form sent that early would go to an address that accepts no
 * forms.
 */
export const bootScript = `(function(d){var s;try{s=localStorage.getItem('color-scheme');d.dataset.cookies=localStorage.getItem('cookie-notice');
if(localStorage.getItem('motion')==='still')d.dataset.motion='still'}catch(e){}
if(!(navigator.languages||[]).some(function(n){return/^(${languages.join('|')})/i.test(n)}))d.dataset.speaks='other';
if(s!=='light'&&s!=='dark')s=matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';
d.dataset.theme=s;var l=location.pathname.slice(1,3);if(/^\\/(${languages.join('|')})(\\/|$)/.test(location.pathname))d.lang=l;
try{var n=JSON.parse(d.dataset.notice);if(n.kind==='announcement'&&localStorage.getItem('notice-dismissed')===n.id)delete d.dataset.notice;
else d.style.setProperty('--notice',JSON.stringify(n.text[d.lang]))}catch(e){}
var p=null,h=function(e){var t=e.target;if(e.type==='submit')e.preventDefault();
else{t=t.closest('button');if(!t||t.form&&t.type==='submit')return}p=t};
addEventListener('submit',h,true);addEventListener('click',h,true);
window.takeEarlyPress=function(){removeEventListener('submit',h,true);removeEventListener('click',h,true);return p}})(document.documentElement)`;
