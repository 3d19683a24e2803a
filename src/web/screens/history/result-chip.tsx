import { Hourglass } from 'lucide-react';
import type { Signal } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { OutcomeMark, outcomeStyle, VoidNote } from '#web/ui/outcome-mark.tsx';

/** Shape, colour and word; an open signal has no outcome yet. */
export function ResultChip({ result, voidReason }: Pick<Signal, 'result' | 'voidReason'>) {
  const { t } = usePhrases();
  if (result === null) {
    return (
      <span className="chip">
        <Hourglass className="ic" aria-hidden="true" />
        {t('history.open')}
      </span>
    );
  }
  return (
    <span className="flex flex-col gap-1">
      <span className={`chip ${outcomeStyle[result]}`}>
        <OutcomeMark shape={outcomeStyle[result]} />
        {t(`history.${result}`)}
      </span>
      <VoidNote reason={voidReason} />
    </span>
  );
}
