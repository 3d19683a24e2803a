import type { AutoRun } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { countdownText } from '../countdown.ts';
import { useServerNow } from '../use-server-now.ts';

/** Next to an outcome: the next signal follows automatically. */
export function NextLine({ run: { state, nextSignalAt } }: { run: AutoRun }) {
  const { t } = usePhrases();
  const now = useServerNow();
  if (state !== 'waiting' || nextSignalAt === null) return null;
  return (
    <div className="text-14 text-ink-3 flex items-center justify-between gap-2">
      <span>{t('automatic.bar.next')}</span>
      <b className="text-ink-1 tabular-nums">{countdownText(Date.parse(nextSignalAt) - now)}</b>
    </div>
  );
}
