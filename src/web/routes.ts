import type { ComponentType } from 'react';
import type { LegalKey } from '#contract/brand.ts';
import { wikiSlugs } from '#content/wiki/wiki-article.ts';
import type { PageMeta, PageParams } from './language/page-title.ts';
import type { Namespace } from './language/phrase-key.ts';
import { type LazyFile, lazyFile } from './routing/lazy-part.ts';

interface LayoutModule {
  readonly default: ComponentType;
}

interface ScreenModule {
  readonly default: ComponentType;
  readonly meta: PageMeta;
  /** Loads more before the page is shown, such as its own text. */
  readonly prepare?: (params: PageParams) => Promise<unknown>;
}

interface Layout extends LazyFile<LayoutModule> {
  /** Loaded in addition to the common phrases, for each of its pages. */
  readonly phrases: readonly Namespace[];
}

type Layouts = Readonly<Record<'main' | 'plain' | 'auth' | 'admin', Layout>>;

export const layouts: Layouts = {
  main: {
    ...lazyFile('layouts/main-layout.tsx', () => import('./layouts/main-layout.tsx')),
    phrases: [],
  },
  plain: {
    ...lazyFile('layouts/plain-layout.tsx', () => import('./layouts/plain-layout.tsx')),
    phrases: [],
  },
  auth: {
    ...lazyFile('layouts/auth-layout.tsx', () => import('./layouts/auth-layout.tsx')),
    phrases: ['auth'],
  },
  admin: {
    ...lazyFile('layouts/admin-layout.tsx', () => import('./layouts/admin-layout.tsx')),
    phrases: ['account'],
  },
};

export interface Page {
  /** Path below the language; `*` matches every unknown address. */
  readonly path: string;
  readonly layout: keyof Layouts;
  readonly screen: LazyFile<ScreenModule>;
  /** Loaded in addition to the common phrases and those of the layout. */
  readonly phrases: readonly Namespace[];
  /** For signed-in users and links in mails: not prerendered, as the others are except `*`. */
  readonly isOwn?: true;
  /** The existing values of `:slug`. */
  readonly slugs?: readonly string[] | undefined;
}

/** A screen's file below `screens/` is named beside its import, so that the build preloads its chunk. */
type Row = readonly [
  path: string,
  file: string,
  fetchModule: () => Promise<ScreenModule>,
  phrases?: readonly Namespace[],
  slugs?: readonly string[],
];

const pagesIn = (layout: keyof Layouts, rows: readonly Row[]): Page[] =>
  rows.map(([path, file, fetchModule, phrases = [], slugs]) => ({
    path,
    layout,
    screen: lazyFile(`screens/${file}`, fetchModule),
    phrases,
    slugs,
  }));

const ownPagesIn = (layout: keyof Layouts, rows: readonly Row[]): Page[] =>
  pagesIn(layout, rows).map((page) => ({ ...page, isOwn: true }));

const legal = (key: LegalKey): Row => [
  key,
  'legal/legal.tsx',
  async () => (await import('./screens/legal/legal.tsx')).legalScreen(key),
];

/** Every page. The router, the build and the addresses (paths.ts) read this table. */
export const pages: readonly Page[] = [
  ...pagesIn('main', [
    ['', 'home/home.tsx', () => import('./screens/home/home.tsx'), ['home']],
    ['record', 'record/record.tsx', () => import('./screens/record/record.tsx'), ['record']],
    ['about-us', 'about-us/about-us.tsx', () => import('./screens/about-us/about-us.tsx'), ['about']],
    [
      'instruction',
      'instruction/instruction.tsx',
      () => import('./screens/instruction/instruction.tsx'),
      ['instruction'],
    ],
    ['wiki', 'wiki/wiki.tsx', () => import('./screens/wiki/wiki.tsx'), ['instruction']],
    [
      'wiki/:slug',
      'wiki-article/wiki-article.tsx',
      () => import('./screens/wiki-article/wiki-article.tsx'),
      ['instruction'],
      wikiSlugs,
    ],
    ['contest', 'contest/contest.tsx', () => import('./screens/contest/contest.tsx'), ['contest']],
  ]),
  ...ownPagesIn('main', [
    [
      'record/:index',
      'record-entry/record-entry.tsx',
      () => import('./screens/record-entry/record-entry.tsx'),
      ['record'],
    ],
    ['signal', 'signal/signal-screen.tsx', () => import('./screens/signal/signal-screen.tsx'), ['signal']],
    ['history', 'history/history.tsx', () => import('./screens/history/history.tsx'), ['history', 'signal']],
    ['bankroll', 'bankroll/bankroll.tsx', () => import('./screens/bankroll/bankroll.tsx'), ['bankroll']],
    ['account', 'account/account.tsx', () => import('./screens/account/account.tsx'), ['account', 'auth']],
    ['account/alerts', 'account/account-alerts.tsx', () => import('./screens/account/account-alerts.tsx'), ['account']],
    [
      'account/connections',
      'account/account-connections.tsx',
      () => import('./screens/account/account-connections.tsx'),
      ['account'],
    ],
    [
      'account/appearance',
      'account/account-appearance.tsx',
      () => import('./screens/account/account-appearance.tsx'),
      ['account'],
    ],
    ['mailbox', 'mailbox/mailbox.tsx', () => import('./screens/mailbox/mailbox.tsx'), ['account']],
  ]),
  ...ownPagesIn('admin', [
    ['admin', 'admin-overview/admin-overview.tsx', () => import('./screens/admin-overview/admin-overview.tsx')],
    ['admin/system', 'admin-overview/admin-overview.tsx', () => import('./screens/admin-overview/admin-overview.tsx')],
    ['admin/users', 'admin-users/admin-users.tsx', () => import('./screens/admin-users/admin-users.tsx')],
    ['admin/claims', 'admin-claims/admin-claims.tsx', () => import('./screens/admin-claims/admin-claims.tsx')],
    ['admin/users/:id', 'admin-user/admin-user.tsx', () => import('./screens/admin-user/admin-user.tsx')],
    ['admin/notices', 'admin-notices/admin-notices.tsx', () => import('./screens/admin-notices/admin-notices.tsx')],
    ['admin/signals', 'admin-signals/admin-signals.tsx', () => import('./screens/admin-signals/admin-signals.tsx')],
    ['admin/signals/file', 'admin-signal/admin-signal.tsx', () => import('./screens/admin-signal/admin-signal.tsx')],
    ['admin/audit', 'admin-audit/admin-audit.tsx', () => import('./screens/admin-audit/admin-audit.tsx')],
    ['admin/models', 'admin-models/admin-models.tsx', () => import('./screens/admin-models/admin-models.tsx')],
    ['admin/outbox', 'admin-outbox/admin-outbox.tsx', () => import('./screens/admin-outbox/admin-outbox.tsx')],
    ['admin/reviews', 'admin-reviews/admin-reviews.tsx', () => import('./screens/admin-reviews/admin-reviews.tsx')],
    ['admin/contest', 'admin-contest/admin-contest.tsx', () => import('./screens/admin-contest/admin-contest.tsx')],
    [
      'admin/campaigns',
      'admin-campaigns/admin-campaigns.tsx',
      () => import('./screens/admin-campaigns/admin-campaigns.tsx'),
    ],
  ]),
  ...pagesIn('plain', [
    legal('terms'),
    legal('privacy-policy'),
    legal('cookie-policy'),
    ['*', 'not-found/not-found.tsx', () => import('./screens/not-found/not-found.tsx')],
  ]),
  ...ownPagesIn('plain', [
    ['enter-id', 'enter-id/enter-id.tsx', () => import('./screens/enter-id/enter-id.tsx'), ['trader']],
    [
      'activated-email',
      'activated-email/activated-email.tsx',
      () => import('./screens/activated-email/activated-email.tsx'),
      ['auth'],
    ],
  ]),
  ...pagesIn('auth', [
    ['login', 'login/login.tsx', () => import('./screens/login/login.tsx')],
    ['register', 'register/register.tsx', () => import('./screens/register/register.tsx')],
    [
      'forgot-password',
      'forgot-password/forgot-password.tsx',
      () => import('./screens/forgot-password/forgot-password.tsx'),
    ],
    [
      'reset-password',
      'reset-password/reset-password.tsx',
      () => import('./screens/reset-password/reset-password.tsx'),
    ],
  ]),
  ...ownPagesIn('auth', [
    [
      'second-factor',
      'second-factor/second-factor.tsx',
      () => import('./screens/second-factor/second-factor.tsx'),
      ['account'],
    ],
    ['confirm-email', 'confirm-email/confirm-email.tsx', () => import('./screens/confirm-email/confirm-email.tsx')],
    ['email-change', 'email-change/email-change.tsx', () => import('./screens/email-change/email-change.tsx')],
    ['unsubscribe', 'unsubscribe/unsubscribe.tsx', () => import('./screens/unsubscribe/unsubscribe.tsx'), ['account']],
  ]),
];

/** The phrases that a page loads, those of every page first. */
export const getNamespaces = (page: Page | null): readonly Namespace[] =>
  page ? ['common', ...page.phrases, ...layouts[page.layout].phrases] : ['common'];
