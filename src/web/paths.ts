import type { WikiSlug } from '#content/wiki/wiki-article.ts';
import { isLanguage, type Language } from '#domain/language.ts';
import { pages } from './routes.ts';

/** Builders for every address of the product. */
export const paths = {
  home: (lang: Language) => `/${lang}/`,
  /** `next`: the page to continue to afterwards, as for every step that leads to a page. */
  login: (lang: Language, next?: string) => withNext(`/${lang}/login`, next),
  register: (lang: Language) => `/${lang}/register`,
  forgotPassword: (lang: Language, next?: string) => withNext(`/${lang}/forgot-password`, next),
  resetPassword: (lang: Language) => `/${lang}/reset-password`,
  confirmEmail: (lang: Language, next?: string) => withNext(`/${lang}/confirm-email`, next),
  enterId: (lang: Language, next?: string) => withNext(`/${lang}/enter-id`, next),
  secondFactor: (lang: Language, next?: string) => withNext(`/${lang}/second-factor`, next),
  account: (lang: Language) => `/${lang}/account`,
  accountAlerts: (lang: Language) => `/${lang}/account/alerts`,
  accountConnections: (lang: Language) => `/${lang}/account/connections`,
  accountAppearance: (lang: Language) => `/${lang}/account/appearance`,
  mailbox: (lang: Language) => `/${lang}/mailbox`,
  admin: (lang: Language) => `/${lang}/admin`,
  adminClaims: (lang: Language) => `/${lang}/admin/claims`,
  adminUsers: (lang: Language) => `/${lang}/admin/users`,
  adminUser: (lang: Language, id: string) => `/${lang}/admin/users/${encodeURIComponent(id)}`,
  /** `user`: only the signals of this user. */
  adminSignals: (lang: Language, user?: string) =>
    `/${lang}/admin/signals${user === undefined ? '' : `?user=${encodeURIComponent(user)}`}`,
  adminSignal: (lang: Language, id: string) => `/${lang}/admin/signals/file?id=${encodeURIComponent(id)}`,
  adminNotices: (lang: Language) => `/${lang}/admin/notices`,
  adminModels: (lang: Language) => `/${lang}/admin/models`,
  adminOutbox: (lang: Language) => `/${lang}/admin/outbox`,
  adminReviews: (lang: Language) => `/${lang}/admin/reviews`,
  adminContest: (lang: Language) => `/${lang}/admin/contest`,
  adminAudit: (lang: Language) => `/${lang}/admin/audit`,
  adminCampaigns: (lang: Language) => `/${lang}/admin/campaigns`,
  signal: (lang: Language) => `/${lang}/signal`,
  /** `signal`: the id of a signal whose row is shown and highlighted. */
  history: (lang: Language, signal?: string) =>
    `/${lang}/history${signal === undefined ? '' : `#${signalAnchor(signal)}`}`,
  bankroll: (lang: Language) => `/${lang}/bankroll`,
  record: (lang: Language, index?: number) => `/${lang}/record${index === undefined ? '' : `/${index}`}`,
  aboutUs: (lang: Language) => `/${lang}/about-us`,
  instruction: (lang: Language) => `/${lang}/instruction`,
  wiki: (lang: Language) => `/${lang}/wiki`,
  wikiArticle: (lang: Language, slug: WikiSlug) => `/${lang}/wiki/${slug}`,
  contest: (lang: Language) => `/${lang}/contest`,
  terms: (lang: Language) => `/${lang}/terms`,
  privacyPolicy: (lang: Language) => `/${lang}/privacy-policy`,
  cookiePolicy: (lang: Language) => `/${lang}/cookie-policy`,
} as const;

/** The element id of a signal's row in the history. */
export const signalAnchor = (id: string): string => `signal-${id}`;

function withNext(path: string, next?: string): string {
  return path + (next ? `?next=${encodeURIComponent(next)}` : '');
}

/** First segments that are pages: an address starting with one of them only lacks its language. */
const firstSegments = new Set(pages.map(({ path }) => path.split('/', 1)[0]));

/** `xx` or `xx-YY`: meant as a language, so it is replaced instead of treated as a page. */
const looksLikeLanguage = (segment: string): boolean => /^[a-z]{2}(-[a-z0-9]{2,8})?$/i.test(segment);

/** The same path under a supported language. Path only; the caller keeps query and hash. */
export function localizedPath(pathname: string, detected: Language): string {
  const [first = '', ...rest] = pathname.split('/').filter(Boolean);
  if (isLanguage(first)) return rest.length === 0 ? paths.home(first) : `/${[first, ...rest].join('/')}`;
  const segments = !firstSegments.has(first) && looksLikeLanguage(first) ? rest : [first, ...rest].filter(Boolean);
  return segments.length === 0 ? paths.home(detected) : `/${[detected, ...segments].join('/')}`;
}

/** The address in another language, with its query and hash unchanged. */
export const inLanguage = (address: string, lang: Language): string =>
  address.replace(/^\/[^/?#]*([^?#]*)/, (_, rest: string) => localizedPath(`/${lang}${rest}`, lang));

/** Redirect target after signing in: an address of this site only, otherwise the signal screen. */
export function safeNext(next: string | null, lang: Language): string {
  const isOwn = next !== null && /^\/[a-z]{2}(\/(?![/\\])[^\\]*)?$/.test(next) && isLanguage(next.slice(1, 3));
  return isOwn ? next : paths.signal(lang);
}

/** Written by the build (scripts/web/write-app-manifests.ts). */
export const appManifestPath = (lang: Language): string => `/app-${lang}.webmanifest`;
