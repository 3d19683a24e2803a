import { accessEn } from '#phrases/access.en.ts';
import { accountEn } from '#phrases/account.en.ts';
import { adminEn } from '#phrases/admin.en.ts';
import { authEn } from '#phrases/auth.en.ts';
import { commonEn } from '#phrases/common.en.ts';
import { enterIdEn } from '#phrases/enter-id.en.ts';
import { shellEn } from '#phrases/shell.en.ts';
import { historyEn } from '#phrases/history.en.ts';
import { signalEn } from '#phrases/signal.en.ts';
import { signalFeaturesEn } from '#phrases/signal-features.en.ts';
import { tutorialEn } from '#phrases/tutorial.en.ts';
import type { Bundle } from './phrase-book.ts';

export const bundle: Bundle = {
  access: accessEn,
  account: accountEn,
  common: commonEn,
  admin: adminEn,
  auth: authEn,
  enterId: enterIdEn,
  history: historyEn,
  signal: signalEn,
  features: signalFeaturesEn,
  shell: shellEn,
  tutorial: tutorialEn,
};
