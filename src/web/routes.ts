import type { ComponentType } from 'react';
import type { PageMeta, PageParams } from './language/page-title.ts';
import type { Namespace } from './language/phrase-book.ts';
import { type LazyPart, lazyPart } from './routing/lazy-part.ts';

interface LayoutModule {
  readonly default: ComponentType;
}

interface ScreenModule {
  readonly default: ComponentType;
  readonly meta: PageMeta;
  /** What else the page waits for: a text of its own. */
  readonly prepare?: (params: PageParams) => Promise<unknown>;
}

export const layouts = {
  main: lazyPart<LayoutModule>(() => import('./layouts/main-layout.tsx')),
  step: lazyPart<LayoutModule>(() => import('./layouts/step-layout.tsx')),
  auth: lazyPart<LayoutModule>(() => import('./layouts/auth-layout.tsx')),
  admin: lazyPart<LayoutModule>(() => import('./layouts/admin-layout.tsx')),
};

/** What pages of one's own share: the memory of what was asked. */
export const queriesPart = lazyPart(() => import('./api/queries.tsx'));

export interface Page {
  /** Below the language; `*` is every address that is no page. */
  readonly path: string;
  readonly layout: keyof typeof layouts;
  readonly screen: LazyPart<ScreenModule>;
  /** Of somebody who is signed in, or about to be: it has what their pages share around it. */
  readonly isOwn: boolean;
  /** What it says beside the common phrases; its layout's words too. */
  readonly phrases: readonly Namespace[];
}

/**
 * Every page: its address below the language, what stands around it, its screen and its phrases beside the common ones.
 * One line each: the build reads them.
 */
export const pages: readonly Page[] = [
  page('', 'main', () => import('./screens/home/home.tsx'), ['home']),
  ownPage('signal', 'main', () => import('./screens/signal/signal-screen.tsx'), ['signal', 'access', 'automatic']),
  ownPage('history', 'main', () => import('./screens/history/history.tsx'), ['history', 'signal']),
  ownPage('bankroll', 'main', () => import('./screens/bankroll/bankroll.tsx'), ['bankroll']),
  ownPage('account', 'main', () => import('./screens/account/account.tsx'), [
    'account',
    'auth',
    'automatic',
    'shell',
    'tutorial',
  ]),
  ownPage('mailbox', 'main', () => import('./screens/mailbox/mailbox.tsx'), ['account']),
  page('record', 'main', () => import('./screens/record/record.tsx'), ['record']),
  page('about-us', 'main', () => import('./screens/about-us/about-us.tsx'), ['about', 'reviews']),
  page('instruction', 'main', () => import('./screens/instruction/instruction.tsx'), ['instruction', 'tutorial']),
  page('wiki', 'main', () => import('./screens/wiki/wiki.tsx'), ['wiki']),
  page('wiki/:slug', 'main', () => import('./screens/wiki-article/wiki-article.tsx'), ['wiki']),
  page('contest', 'main', () => import('./screens/contest/contest.tsx'), ['contest']),
  page('terms', 'main', () => import('./screens/legal/terms.tsx')),
  page('privacy-policy', 'main', () => import('./screens/legal/privacy-policy.tsx')),
  page('cookie-policy', 'main', () => import('./screens/legal/cookie-policy.tsx')),
  ownPage('admin', 'admin', () => import('./screens/admin-overview/admin-overview.tsx'), ['admin']),
  ownPage('admin/users', 'admin', () => import('./screens/admin-users/admin-users.tsx'), ['admin']),
  ownPage('admin/signals', 'admin', () => import('./screens/admin-signals/admin-signals.tsx'), ['admin']),
  ownPage('admin/signals/file', 'admin', () => import('./screens/admin-signal/admin-signal.tsx'), ['admin']),
  ownPage('admin/audit', 'admin', () => import('./screens/admin-audit/admin-audit.tsx'), ['admin']),
  ownPage('admin/models', 'admin', () => import('./screens/admin-models/admin-models.tsx'), ['admin']),
  ownPage('admin/outbox', 'admin', () => import('./screens/admin-outbox/admin-outbox.tsx'), ['admin']),
  ownPage('admin/system', 'admin', () => import('./screens/admin-system/admin-system.tsx'), ['admin']),
  ownPage('admin/reviews', 'admin', () => import('./screens/admin-reviews/admin-reviews.tsx'), ['admin', 'reviews']),
  ownPage('admin/contest', 'admin', () => import('./screens/admin-contest/admin-contest.tsx'), ['admin']),
  ownPage('admin/campaigns', 'admin', () => import('./screens/admin-campaigns/admin-campaigns.tsx'), ['admin']),
  ownPage('enter-id', 'step', () => import('./screens/enter-id/enter-id.tsx'), ['enterId', 'auth']),
  page('login', 'auth', () => import('./screens/login/login.tsx'), ['auth']),
  page('register', 'auth', () => import('./screens/register/register.tsx'), ['auth']),
  page('forgot-password', 'auth', () => import('./screens/forgot-password/forgot-password.tsx'), ['auth']),
  page('reset-password', 'auth', () => import('./screens/reset-password/reset-password.tsx'), ['auth']),
  ownPage('confirm-email', 'auth', () => import('./screens/confirm-email/confirm-email.tsx'), ['auth']),
  ownPage('activated-email', 'auth', () => import('./screens/activated-email/activated-email.tsx'), ['auth']),
  page('offline', 'step', () => import('./screens/offline/offline.tsx'), ['shell', 'auth']),
  page('*', 'main', () => import('./screens/not-found/not-found.tsx')),
];

function page(
  path: string,
  layout: Page['layout'],
  fetchScreen: () => Promise<ScreenModule>,
  phrases: readonly Namespace[] = [],
): Page {
  return { path, layout, screen: lazyPart(fetchScreen), phrases, isOwn: false };
}

function ownPage(...line: Parameters<typeof page>): Page {
  return { ...page(...line), isOwn: true };
}
