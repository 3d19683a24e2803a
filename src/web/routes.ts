import type { ComponentType } from 'react';
import { wikiSlugs } from '#content/wiki/wiki-article.ts';
import type { PageMeta, PageParams } from './language/page-title.ts';
import type { Namespace } from './language/phrase-key.ts';
import { type LazyFile, lazyFile, lazyPart } from './routing/lazy-part.ts';

interface LayoutModule {
  readonly default: ComponentType;
}

interface ScreenModule {
  readonly default: ComponentType;
  readonly meta: PageMeta;
  /** What else the page waits for, such as its own text. */
  readonly prepare?: (params: PageParams) => Promise<unknown>;
}

interface Layout extends LazyFile<LayoutModule> {
  /** Loaded in addition to the common phrases, for each of its pages. */
  readonly phrases: readonly Namespace[];
}

type Layouts = Readonly<Record<'main' | 'step' | 'auth' | 'admin', Layout>>;

export const layouts: Layouts = {
  main: {
    ...lazyFile('layouts/main-layout.tsx', () => import('./layouts/main-layout.tsx')),
    phrases: [],
  },
  step: {
    ...lazyFile('layouts/step-layout.tsx', () => import('./layouts/step-layout.tsx')),
    phrases: ['auth'],
  },
  auth: {
    ...lazyFile('layouts/auth-layout.tsx', () => import('./layouts/auth-layout.tsx')),
    phrases: ['auth'],
  },
  admin: {
    ...lazyFile('layouts/admin-layout.tsx', () => import('./layouts/admin-layout.tsx')),
    phrases: ['admin', 'secondFactor'],
  },
};

/** Shared by the pages of signed-in users: the cache of API responses. */
export const queriesPart = lazyPart(() => import('./api/queries.tsx'));

export interface Page {
  /** Path below the language; `*` matches every unknown address. */
  readonly path: string;
  readonly layout: keyof Layouts;
  readonly screen: LazyFile<ScreenModule>;
  /** Loaded in addition to the common phrases and those of the layout. */
  readonly phrases?: readonly Namespace[];
  /** For users who are signed in or about to be; every other page is public and prerendered. */
  readonly isOwn?: true;
  /** The existing values of `:slug`. */
  readonly slugs?: readonly string[];
}

/** Every page. The router, the build and the addresses (paths.ts) read this table. */
export const pages: readonly Page[] = [
  {
    path: '',
    layout: 'main',
    screen: lazyFile('screens/home/home.tsx', () => import('./screens/home/home.tsx')),
    phrases: ['home'],
  },
  {
    path: 'signal',
    layout: 'main',
    screen: lazyFile('screens/signal/signal-screen.tsx', () => import('./screens/signal/signal-screen.tsx')),
    phrases: ['signal', 'access', 'automatic', 'calibration'],
    isOwn: true,
  },
  {
    path: 'history',
    layout: 'main',
    screen: lazyFile('screens/history/history.tsx', () => import('./screens/history/history.tsx')),
    phrases: ['history', 'signal'],
    isOwn: true,
  },
  {
    path: 'bankroll',
    layout: 'main',
    screen: lazyFile('screens/bankroll/bankroll.tsx', () => import('./screens/bankroll/bankroll.tsx')),
    phrases: ['bankroll'],
    isOwn: true,
  },
  {
    path: 'account',
    layout: 'main',
    screen: lazyFile('screens/account/account.tsx', () => import('./screens/account/account.tsx')),
    phrases: ['account', 'auth', 'secondFactor'],
    isOwn: true,
  },
  {
    path: 'account/alerts',
    layout: 'main',
    screen: lazyFile('screens/account/account-alerts.tsx', () => import('./screens/account/account-alerts.tsx')),
    phrases: ['account', 'automatic', 'secondFactor'],
    isOwn: true,
  },
  {
    path: 'account/connections',
    layout: 'main',
    screen: lazyFile(
      'screens/account/account-connections.tsx',
      () => import('./screens/account/account-connections.tsx'),
    ),
    phrases: ['account', 'secondFactor'],
    isOwn: true,
  },
  {
    path: 'account/appearance',
    layout: 'main',
    screen: lazyFile(
      'screens/account/account-appearance.tsx',
      () => import('./screens/account/account-appearance.tsx'),
    ),
    phrases: ['account', 'secondFactor', 'shell', 'tutorial'],
    isOwn: true,
  },
  {
    path: 'mailbox',
    layout: 'main',
    screen: lazyFile('screens/mailbox/mailbox.tsx', () => import('./screens/mailbox/mailbox.tsx')),
    phrases: ['account'],
    isOwn: true,
  },
  {
    path: 'record',
    layout: 'main',
    screen: lazyFile('screens/record/record.tsx', () => import('./screens/record/record.tsx')),
    phrases: ['record'],
  },
  {
    path: 'recap',
    layout: 'main',
    screen: lazyFile('screens/recap/recap.tsx', () => import('./screens/recap/recap.tsx')),
    phrases: ['recap', 'record'],
  },
  {
    path: 'about-us',
    layout: 'main',
    screen: lazyFile('screens/about-us/about-us.tsx', () => import('./screens/about-us/about-us.tsx')),
    phrases: ['about', 'reviews'],
  },
  {
    path: 'instruction',
    layout: 'main',
    screen: lazyFile('screens/instruction/instruction.tsx', () => import('./screens/instruction/instruction.tsx')),
    phrases: ['instruction', 'tutorial'],
  },
  {
    path: 'wiki',
    layout: 'main',
    screen: lazyFile('screens/wiki/wiki.tsx', () => import('./screens/wiki/wiki.tsx')),
    phrases: ['wiki'],
  },
  {
    path: 'wiki/:slug',
    layout: 'main',
    screen: lazyFile('screens/wiki-article/wiki-article.tsx', () => import('./screens/wiki-article/wiki-article.tsx')),
    phrases: ['wiki'],
    slugs: wikiSlugs,
  },
  {
    path: 'contest',
    layout: 'main',
    screen: lazyFile('screens/contest/contest.tsx', () => import('./screens/contest/contest.tsx')),
    phrases: ['contest'],
  },
  {
    path: 'terms',
    layout: 'main',
    screen: lazyFile('screens/legal/terms.tsx', () => import('./screens/legal/terms.tsx')),
  },
  {
    path: 'privacy-policy',
    layout: 'main',
    screen: lazyFile('screens/legal/privacy-policy.tsx', () => import('./screens/legal/privacy-policy.tsx')),
  },
  {
    path: 'cookie-policy',
    layout: 'main',
    screen: lazyFile('screens/legal/cookie-policy.tsx', () => import('./screens/legal/cookie-policy.tsx')),
  },
  {
    path: 'admin',
    layout: 'admin',
    screen: lazyFile(
      'screens/admin-overview/admin-overview.tsx',
      () => import('./screens/admin-overview/admin-overview.tsx'),
    ),
    isOwn: true,
  },
  {
    path: 'admin/users',
    layout: 'admin',
    screen: lazyFile('screens/admin-users/admin-users.tsx', () => import('./screens/admin-users/admin-users.tsx')),
    isOwn: true,
  },
  {
    path: 'admin/signals',
    layout: 'admin',
    screen: lazyFile(
      'screens/admin-signals/admin-signals.tsx',
      () => import('./screens/admin-signals/admin-signals.tsx'),
    ),
    isOwn: true,
  },
  {
    path: 'admin/signals/file',
    layout: 'admin',
    screen: lazyFile('screens/admin-signal/admin-signal.tsx', () => import('./screens/admin-signal/admin-signal.tsx')),
    isOwn: true,
  },
  {
    path: 'admin/audit',
    layout: 'admin',
    screen: lazyFile('screens/admin-audit/admin-audit.tsx', () => import('./screens/admin-audit/admin-audit.tsx')),
    isOwn: true,
  },
  {
    path: 'admin/models',
    layout: 'admin',
    screen: lazyFile('screens/admin-models/admin-models.tsx', () => import('./screens/admin-models/admin-models.tsx')),
    isOwn: true,
  },
  {
    path: 'admin/outbox',
    layout: 'admin',
    screen: lazyFile('screens/admin-outbox/admin-outbox.tsx', () => import('./screens/admin-outbox/admin-outbox.tsx')),
    isOwn: true,
  },
  {
    path: 'admin/system',
    layout: 'admin',
    screen: lazyFile('screens/admin-system/admin-system.tsx', () => import('./screens/admin-system/admin-system.tsx')),
    isOwn: true,
  },
  {
    path: 'admin/reviews',
    layout: 'admin',
    screen: lazyFile(
      'screens/admin-reviews/admin-reviews.tsx',
      () => import('./screens/admin-reviews/admin-reviews.tsx'),
    ),
    phrases: ['reviews'],
    isOwn: true,
  },
  {
    path: 'admin/contest',
    layout: 'admin',
    screen: lazyFile(
      'screens/admin-contest/admin-contest.tsx',
      () => import('./screens/admin-contest/admin-contest.tsx'),
    ),
    isOwn: true,
  },
  {
    path: 'admin/campaigns',
    layout: 'admin',
    screen: lazyFile(
      'screens/admin-campaigns/admin-campaigns.tsx',
      () => import('./screens/admin-campaigns/admin-campaigns.tsx'),
    ),
    isOwn: true,
  },
  {
    path: 'enter-id',
    layout: 'step',
    screen: lazyFile('screens/enter-id/enter-id.tsx', () => import('./screens/enter-id/enter-id.tsx')),
    phrases: ['enterId'],
    isOwn: true,
  },
  {
    path: 'login',
    layout: 'auth',
    screen: lazyFile('screens/login/login.tsx', () => import('./screens/login/login.tsx')),
  },
  {
    path: 'second-factor',
    layout: 'auth',
    screen: lazyFile(
      'screens/second-factor/second-factor.tsx',
      () => import('./screens/second-factor/second-factor.tsx'),
    ),
    phrases: ['secondFactor'],
    isOwn: true,
  },
  {
    path: 'register',
    layout: 'auth',
    screen: lazyFile('screens/register/register.tsx', () => import('./screens/register/register.tsx')),
  },
  {
    path: 'forgot-password',
    layout: 'auth',
    screen: lazyFile(
      'screens/forgot-password/forgot-password.tsx',
      () => import('./screens/forgot-password/forgot-password.tsx'),
    ),
  },
  {
    path: 'reset-password',
    layout: 'auth',
    screen: lazyFile(
      'screens/reset-password/reset-password.tsx',
      () => import('./screens/reset-password/reset-password.tsx'),
    ),
  },
  {
    path: 'confirm-email',
    layout: 'auth',
    screen: lazyFile(
      'screens/confirm-email/confirm-email.tsx',
      () => import('./screens/confirm-email/confirm-email.tsx'),
    ),
    isOwn: true,
  },
  {
    path: 'activated-email',
    layout: 'auth',
    screen: lazyFile(
      'screens/activated-email/activated-email.tsx',
      () => import('./screens/activated-email/activated-email.tsx'),
    ),
    isOwn: true,
  },
  {
    path: 'email-change',
    layout: 'auth',
    screen: lazyFile('screens/email-change/email-change.tsx', () => import('./screens/email-change/email-change.tsx')),
    isOwn: true,
  },
  {
    path: 'unsubscribe',
    layout: 'auth',
    screen: lazyFile('screens/unsubscribe/unsubscribe.tsx', () => import('./screens/unsubscribe/unsubscribe.tsx')),
    phrases: ['recap'],
    isOwn: true,
  },
  {
    path: 'offline',
    layout: 'step',
    screen: lazyFile('screens/offline/offline.tsx', () => import('./screens/offline/offline.tsx')),
    phrases: ['shell'],
  },
  {
    path: '*',
    layout: 'main',
    screen: lazyFile('screens/not-found/not-found.tsx', () => import('./screens/not-found/not-found.tsx')),
  },
];

/** The phrases that a page loads, those of every page first. */
export const getNamespaces = (page: Page | null): readonly Namespace[] =>
  page ? ['common', ...(page.phrases ?? []), ...layouts[page.layout].phrases] : ['common'];
