import { Hourglass } from 'lucide-react';
import type { Outcome } from '#domain/signals/outcome.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { OutcomeMark, outcomeStyle } from '../ui/outcome-mark.tsx';

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
    <span className={`chip ${outcomeStyle[result]}`}>
      <OutcomeMark shape={outcomeStyle[result]} />
      {t(`admin.signals.results.${result}`)}
    </span>
  );
}

/** Date and time to the second; in a table one above the other. */
export function When({ at }: { at: string }) {
  const { f } = usePhrases();
  const instant = Date.parse(at);
  return (
    <time dateTime={at} className="adm-when">
      <span>{f.date(instant)}</span> <span>{f.time(instant)}</span>
    </time>
  );
}
