import { CloudOff } from 'lucide-react';
import { usePhrases } from '#web/language/use-phrases.ts';

export function ReadingFailed({ onAgain }: { onAgain: () => void }) {
  const { t } = usePhrases();
  return (
    <div className="note rec-failed" role="alert">
      <CloudOff className="ic" aria-hidden="true" />
      <span>{t('record.failed')}</span>
      <button type="button" className="btn btn-s btn-sm" onClick={onAgain}>
        {t('record.again')}
      </button>
    </div>
  );
}
