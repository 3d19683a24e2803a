import { Activity } from 'lucide-react';
import type { Outlook } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

/** How many models see an edge now. Its height is reserved while it is unknown. */
export function OutlookLine({ outlook }: { readonly outlook: Outlook | null }) {
  const { t } = usePhrases();
  const models = outlook?.models ?? [];
  const count = models.filter(({ hasSignal }) => hasSignal).length;
  return (
    <p className="flex items-center gap-2.5 min-h-6 text-ink-1 font-semibold tabular-nums">
      {models.length > 0 && (
        <>
          <Activity className={`ic size-4 ${count > 0 ? 'win' : 'text-ink-3'}`} aria-hidden="true" />
          {count > 0 ? t('signal.choose.outlook', { count, total: models.length }) : t('signal.choose.outlookNone')}
        </>
      )}
    </p>
  );
}
