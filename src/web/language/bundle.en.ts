import type { Bundle } from './phrase-key.ts';

/**
 * A namespace is its file name in camel case; the build uses it to preload the phrases of a page.
 */
export const bundle: Bundle = {
  about: () => import('#phrases/about/en.ts').then((file) => file.aboutEn),
  access: () => import('#phrases/access/en.ts').then((file) => file.accessEn),
  account: () => import('#phrases/account/en.ts').then((file) => file.accountEn),
  auth: () => import('#phrases/auth/en.ts').then((file) => file.authEn),
  automatic: () => import('#phrases/automatic/en.ts').then((file) => file.automaticEn),
  bankroll: () => import('#phrases/bankroll/en.ts').then((file) => file.bankrollEn),
  calibration: () => import('#phrases/calibration/en.ts').then((file) => file.calibrationEn),
  chase: () => import('#phrases/chase/en.ts').then((file) => file.chaseEn),
  common: () => import('#phrases/common/en.ts').then((file) => file.commonEn),
  contest: () => import('#phrases/contest/en.ts').then((file) => file.contestEn),
  enterId: () => import('#phrases/enter-id/en.ts').then((file) => file.enterIdEn),
  history: () => import('#phrases/history/en.ts').then((file) => file.historyEn),
  home: () => import('#phrases/home/en.ts').then((file) => file.homeEn),
  ideas: () => import('#phrases/signal-ideas/en.ts').then((file) => file.signalIdeasEn),
  instruction: () => import('#phrases/instruction/en.ts').then((file) => file.instructionEn),
  record: () => import('#phrases/record/en.ts').then((file) => file.recordEn),
  reviews: () => import('#phrases/reviews/en.ts').then((file) => file.reviewsEn),
  secondFactor: () => import('#phrases/second-factor/en.ts').then((file) => file.secondFactorEn),
  shell: () => import('#phrases/shell/en.ts').then((file) => file.shellEn),
  signal: () => import('#phrases/signal/en.ts').then((file) => file.signalEn),
  tutorial: () => import('#phrases/tutorial/en.ts').then((file) => file.tutorialEn),
  wiki: () => import('#phrases/wiki/en.ts').then((file) => file.wikiEn),
};
