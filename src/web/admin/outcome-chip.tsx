import { Hourglass } from 'lucide-react';
import type { Outcome } from '#domain/signals/outcome.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { outcomeLook } from '../ui/outcome-look.ts';
import { OutcomeMark } from '../ui/outcome-mark.tsx';

/** Shape, colour and word; an open signal has no outcome yet. */
export function OutcomeChip({ result }: { result: Outcome | null }) {
  const { t } = usePhrases();
  if (result === null) {
    return (
      <span className="chip">
        <Hourglass className="ic" aria-hidden="true" />
        {t('admin.signals.resultOpen')}
      </span>
    );
  }
  return (
    <span className={`chip ${outcomeLook[result]}`}>
      <OutcomeMark shape={outcomeLook[result]} />
      {t(`admin.signals.results.${result}`)}
    </span>
  );
}
