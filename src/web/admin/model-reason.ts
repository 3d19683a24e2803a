import type { Phrases } from '../language/phrase-book.ts';

/** Why a model does not answer; of a file that could not be loaded the details are in the server's log. */
export function modelReasonIn({ t }: Phrases, reason: string | null): string {
  if (reason === 'no_key' || reason === 'not_ready') return t(`admin.models.reasons.${reason}`);
  return t('admin.models.reasons.other');
}
