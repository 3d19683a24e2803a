import type { Bundle } from './phrase-key.ts';

/**
 * A namespace is its file name in camel case; the build uses it to preload the phrases of a page.
 */
export const bundle: Bundle = {
  about: () => import('#phrases/about/uk.ts').then((file) => file.aboutUk),
  access: () => import('#phrases/access/uk.ts').then((file) => file.accessUk),
  account: () => import('#phrases/account/uk.ts').then((file) => file.accountUk),
  auth: () => import('#phrases/auth/uk.ts').then((file) => file.authUk),
  automatic: () => import('#phrases/automatic/uk.ts').then((file) => file.automaticUk),
  bankroll: () => import('#phrases/bankroll/uk.ts').then((file) => file.bankrollUk),
  calibration: () => import('#phrases/calibration/uk.ts').then((file) => file.calibrationUk),
  chase: () => import('#phrases/chase/uk.ts').then((file) => file.chaseUk),
  common: () => import('#phrases/common/uk.ts').then((file) => file.commonUk),
  contest: () => import('#phrases/contest/uk.ts').then((file) => file.contestUk),
  enterId: () => import('#phrases/enter-id/uk.ts').then((file) => file.enterIdUk),
  history: () => import('#phrases/history/uk.ts').then((file) => file.historyUk),
  home: () => import('#phrases/home/uk.ts').then((file) => file.homeUk),
  ideas: () => import('#phrases/signal-ideas/uk.ts').then((file) => file.signalIdeasUk),
  instruction: () => import('#phrases/instruction/uk.ts').then((file) => file.instructionUk),
  record: () => import('#phrases/record/uk.ts').then((file) => file.recordUk),
  reviews: () => import('#phrases/reviews/uk.ts').then((file) => file.reviewsUk),
  secondFactor: () => import('#phrases/second-factor/uk.ts').then((file) => file.secondFactorUk),
  shell: () => import('#phrases/shell/uk.ts').then((file) => file.shellUk),
  signal: () => import('#phrases/signal/uk.ts').then((file) => file.signalUk),
  tutorial: () => import('#phrases/tutorial/uk.ts').then((file) => file.tutorialUk),
  wiki: () => import('#phrases/wiki/uk.ts').then((file) => file.wikiUk),
};
