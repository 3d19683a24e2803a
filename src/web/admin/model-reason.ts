import type { Phrases } from '../language/phrase-book.ts';

/** Why a model is unavailable; details of a failed model file are in the server log. */
export function modelReasonIn({ t }: Phrases, reason: string | null): string {
  if (reason === 'no_key' || reason === 'not_ready') return t(`admin.models.reasons.${reason}`);
  return t('admin.models.reasons.other');
}
