import { accessRu } from '#phrases/access.ru.ts';
import { accountRu } from '#phrases/account.ru.ts';
import { adminRu } from '#phrases/admin.ru.ts';
import { authRu } from '#phrases/auth.ru.ts';
import { commonRu } from '#phrases/common.ru.ts';
import { enterIdRu } from '#phrases/enter-id.ru.ts';
import { shellRu } from '#phrases/shell.ru.ts';
import { historyRu } from '#phrases/history.ru.ts';
import { signalRu } from '#phrases/signal.ru.ts';
import { signalFeaturesRu } from '#phrases/signal-features.ru.ts';
import { tutorialRu } from '#phrases/tutorial.ru.ts';
import type { Bundle } from './phrase-book.ts';

export const bundle: Bundle = {
  access: accessRu,
  account: accountRu,
  common: commonRu,
  admin: adminRu,
  auth: authRu,
  enterId: enterIdRu,
  history: historyRu,
  signal: signalRu,
  features: signalFeaturesRu,
  shell: shellRu,
  tutorial: tutorialRu,
};
