import { Download } from 'lucide-react';
import { useState } from 'react';
import { getHistoryCsv } from '#web/api/history-calls.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { saveFile } from '#web/ui/save-file.ts';
import { showError } from '#web/ui/toast.tsx';
import { type Filters, toFilterQuery } from './filters.ts';

/** Exports all signals of these filters as a file, not only the current page. */
export function CsvButton({ filters }: { filters: Filters }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    saveFile(await getHistoryCsv({ filters: toFilterQuery(filters), sort: filters.sort }), 'signals.csv');
  };
  const press = (): void => {
    if (isBusy) return;
    void save()
      .catch((error: unknown) => showError(errorText(error)))
      .finally(() => setBusy(false));
  };
  return (
    <button
      type="button"
      className="btn btn-s btn-sm"
      aria-busy={isBusy}
      aria-disabled={isBusy}
      aria-label={t('history.csvLabel')}
      onClick={press}
    >
      <Download className="ic" aria-hidden="true" />
      <span className="lbl">{t('history.csv')}</span>
    </button>
  );
}
