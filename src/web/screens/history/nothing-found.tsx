import { SearchX } from 'lucide-react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { focusFirstFilter } from './focus-first-filter.ts';
import { type Filters, noFilters } from './filters.ts';

interface NothingFoundProps {
  readonly onFilter: (change: Partial<Filters>) => void;
}

export function NothingFound({ onFilter }: NothingFoundProps) {
  const { t } = usePhrases();
  return (
    <div className="state">
      <div className="medal equal">
        <SearchX className="ic" aria-hidden="true" />
      </div>
      <h2>{t('history.nothing.title')}</h2>
      <p>{t('history.nothing.text')}</p>
      <div className="acts">
        <button
          type="button"
          className="btn btn-s"
          onClick={(event) => {
            onFilter(noFilters);
            focusFirstFilter(event);
          }}
        >
          {t('history.nothing.action')}
        </button>
      </div>
    </div>
  );
}
