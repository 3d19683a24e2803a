import { Hourglass } from 'lucide-react';
import type { Signal } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { outcomeLook } from '#web/ui/outcome-look.ts';
import { OutcomeMark } from '#web/ui/outcome-mark.tsx';
import { VoidNote } from '#web/ui/void-note.tsx';

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
    <span className="col g1">
      <span className={`chip ${outcomeLook[result]}`}>
        <OutcomeMark shape={outcomeLook[result]} />
        {t(`history.${result}`)}
      </span>
      <VoidNote reason={voidReason} />
    </span>
  );
}
