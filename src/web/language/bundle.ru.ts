import type { Bundle } from './phrase-key.ts';

/**
 * A namespace is its file name in camel case; the build uses it to preload the phrases of a page.
 */
export const bundle: Bundle = {
  about: () => import('#phrases/about/ru.ts').then((file) => file.aboutRu),
  access: () => import('#phrases/access/ru.ts').then((file) => file.accessRu),
  account: () => import('#phrases/account/ru.ts').then((file) => file.accountRu),
  auth: () => import('#phrases/auth/ru.ts').then((file) => file.authRu),
  automatic: () => import('#phrases/automatic/ru.ts').then((file) => file.automaticRu),
  bankroll: () => import('#phrases/bankroll/ru.ts').then((file) => file.bankrollRu),
  calibration: () => import('#phrases/calibration/ru.ts').then((file) => file.calibrationRu),
  chase: () => import('#phrases/chase/ru.ts').then((file) => file.chaseRu),
  common: () => import('#phrases/common/ru.ts').then((file) => file.commonRu),
  contest: () => import('#phrases/contest/ru.ts').then((file) => file.contestRu),
  enterId: () => import('#phrases/enter-id/ru.ts').then((file) => file.enterIdRu),
  history: () => import('#phrases/history/ru.ts').then((file) => file.historyRu),
  home: () => import('#phrases/home/ru.ts').then((file) => file.homeRu),
  ideas: () => import('#phrases/signal-ideas/ru.ts').then((file) => file.signalIdeasRu),
  instruction: () => import('#phrases/instruction/ru.ts').then((file) => file.instructionRu),
  record: () => import('#phrases/record/ru.ts').then((file) => file.recordRu),
  reviews: () => import('#phrases/reviews/ru.ts').then((file) => file.reviewsRu),
  secondFactor: () => import('#phrases/second-factor/ru.ts').then((file) => file.secondFactorRu),
  shell: () => import('#phrases/shell/ru.ts').then((file) => file.shellRu),
  signal: () => import('#phrases/signal/ru.ts').then((file) => file.signalRu),
  tutorial: () => import('#phrases/tutorial/ru.ts').then((file) => file.tutorialRu),
  wiki: () => import('#phrases/wiki/ru.ts').then((file) => file.wikiRu),
};
