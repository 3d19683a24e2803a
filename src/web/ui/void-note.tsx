import type { VoidReason } from '#domain/signals/outcome.ts';
import { usePhrases } from '../language/use-phrases.ts';

/** Short reason why a signal is void. */
export function VoidNote({ reason }: { reason: VoidReason | null | undefined }) {
  const { t } = usePhrases();
  return reason ? <span className="text-13 text-ink-3">{t(`common.voidReason.${reason}`)}</span> : null;
}
