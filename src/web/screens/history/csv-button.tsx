import { Download } from 'lucide-react';
import { getHistoryCsv } from '#web/api/history-calls.ts';
import { useAction } from '#web/api/use-action.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { saveFile } from '#web/ui/save-file.ts';
import { useErrorToast } from '#web/ui/use-error-toast.ts';
import { type Filters, toFilterQuery } from './filters.ts';

/** Exports all signals of these filters as a file, not only the current page. */
export function CsvButton({ filters }: { filters: Filters }) {
  const { t } = usePhrases();
  const { run, isBusy } = useAction(async () => {
    saveFile(await getHistoryCsv({ filters: toFilterQuery(filters), sort: filters.sort }), 'signals.csv');
  }, useErrorToast());
  return (
    <button
      type="button"
      className="btn btn-s btn-sm"
      aria-busy={isBusy}
      aria-disabled={isBusy}
      aria-label={t('history.csvLabel')}
      onClick={() => void run()}
    >
      <Download className="ic" aria-hidden="true" />
      <span className="lbl">{t('history.csv')}</span>
    </button>
  );
}
