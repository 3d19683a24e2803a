import { accessUk } from '#phrases/access.uk.ts';
import { accountUk } from '#phrases/account.uk.ts';
import { adminUk } from '#phrases/admin.uk.ts';
import { authUk } from '#phrases/auth.uk.ts';
import { commonUk } from '#phrases/common.uk.ts';
import { enterIdUk } from '#phrases/enter-id.uk.ts';
import { shellUk } from '#phrases/shell.uk.ts';
import { historyUk } from '#phrases/history.uk.ts';
import { signalUk } from '#phrases/signal.uk.ts';
import { signalFeaturesUk } from '#phrases/signal-features.uk.ts';
import { tutorialUk } from '#phrases/tutorial.uk.ts';
import type { Bundle } from './phrase-book.ts';

export const bundle: Bundle = {
  access: accessUk,
  account: accountUk,
  common: commonUk,
  admin: adminUk,
  auth: authUk,
  enterId: enterIdUk,
  history: historyUk,
  signal: signalUk,
  features: signalFeaturesUk,
  shell: shellUk,
  tutorial: tutorialUk,
};
