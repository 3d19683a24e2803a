import type { ComponentType } from 'react';
import type { PageMeta } from './language/page-title.ts';
import type { Namespace } from './language/phrase-book.ts';
import { type LazyPart, lazyPart } from './routing/lazy-part.ts';

interface LayoutModule {
  readonly default: ComponentType;
}

interface ScreenModule {
  readonly default: ComponentType;
  readonly meta: PageMeta;
}

export const layouts = {
  main: lazyPart<LayoutModule>(() => import('./layouts/main-layout.tsx')),
  step: lazyPart<LayoutModule>(() => import('./layouts/step-layout.tsx')),
  auth: lazyPart<LayoutModule>(() => import('./layouts/auth-layout.tsx')),
  admin: lazyPart<LayoutModule>(() => import('./layouts/admin-layout.tsx')),
};

export interface Page {
  /** Below the language; `*` is every address that is no page. */
  readonly path: string;
  readonly layout: keyof typeof layouts;
  readonly screen: LazyPart<ScreenModule>;
  /** What it says beside the common phrases; its layout's words too. */
  readonly phrases: readonly Namespace[];
}

/**
 * Every page: its address below the language, what stands around it, its screen and its phrases beside the common ones.
 * One line each: the build reads them.
 */
export const pages: readonly Page[] = [
  page('', 'main', () => import('./screens/home/home.tsx')),
  page('signal', 'main', () => import('./screens/signal/signal-screen.tsx'), [
    'signal',
    'access',
    'features',
    'chase',
    'automatic',
  ]),
  page('history', 'main', () => import('./screens/history/history.tsx'), ['history', 'signal']),
  page('account', 'main', () => import('./screens/account/account.tsx'), [
    'account',
    'admin',
    'auth',
    'shell',
    'tutorial',
  ]),
  page('mailbox', 'main', () => import('./screens/mailbox/mailbox.tsx'), ['account']),
  page('terms', 'main', () => import('./screens/legal/terms.tsx')),
  page('privacy-policy', 'main', () => import('./screens/legal/privacy-policy.tsx')),
  page('cookie-policy', 'main', () => import('./screens/legal/cookie-policy.tsx')),
  page('admin/campaigns', 'admin', () => import('./screens/admin-campaigns/admin-campaigns.tsx'), ['admin']),
  page('enter-id', 'step', () => import('./screens/enter-id/enter-id.tsx'), ['enterId', 'auth']),
  page('login', 'auth', () => import('./screens/login/login.tsx'), ['auth', 'signal']),
  page('register', 'auth', () => import('./screens/register/register.tsx'), ['auth', 'signal']),
  page('forgot-password', 'auth', () => import('./screens/forgot-password/forgot-password.tsx'), ['auth', 'signal']),
  page('reset-password', 'auth', () => import('./screens/reset-password/reset-password.tsx'), ['auth', 'signal']),
  page('confirm-email', 'auth', () => import('./screens/confirm-email/confirm-email.tsx'), ['auth', 'signal']),
  page('activated-email', 'auth', () => import('./screens/activated-email/activated-email.tsx'), ['auth', 'signal']),
  page('*', 'main', () => import('./screens/not-found/not-found.tsx')),
];

function page(
  path: string,
  layout: Page['layout'],
  fetchScreen: () => Promise<ScreenModule>,
  phrases: readonly Namespace[] = [],
): Page {
  return { path, layout, screen: lazyPart(fetchScreen), phrases };
}
