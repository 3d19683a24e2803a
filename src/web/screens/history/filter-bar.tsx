import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { currencyPairs, pairName } from '#domain/market/currency-pair.ts';
import { durations } from '#domain/market/duration.ts';
import { aiModels } from '#domain/signals/ai-model.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { FilterChoice, FilterDay } from '#web/filters/filter-fields.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { type Filters, isNarrowed, noFilters, parseFilters } from './filters.ts';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onFilter: (change: Partial<Filters>) => void;
}

/** Native selects and date inputs: phones show their own pickers. */
export function FilterBar({ filters, onFilter }: FilterBarProps) {
  const { t } = usePhrases();
  const fields = {
    get: (name: keyof Filters) => String(filters[name] ?? ''),
    /** Parsed like the address: an invalid value is ignored. */
    set: (name: keyof Filters, value: string) =>
      onFilter({ [name]: parseFilters(new URLSearchParams({ [name]: value }))[name] }),
  };
  return (
    <fieldset className="filters">
      <legend className="sr-only">{t('history.filters.title')}</legend>
      <FilterChoice filters={fields} name="symbol" label={t('history.filters.pair')}>
        <option value="">{t('history.filters.pairAll')}</option>
        {currencyPairs.map(({ symbol }) => (
          <option key={symbol} value={symbol}>
            {pairName(symbol)}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice filters={fields} name="aiModel" label={t('history.filters.model')}>
        <option value="">{t('history.filters.modelAll')}</option>
        {aiModels.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice filters={fields} name="duration" label={t('history.filters.duration')}>
        <option value="">{t('history.filters.durationAll')}</option>
        {durations.map((n) => (
          <option key={n} value={n}>
            {t('signal.minutes', { n })}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice filters={fields} name="result" label={t('history.filters.result')}>
        <option value="">{t('history.filters.resultAll')}</option>
        {outcomes.map((outcome) => (
          <option key={outcome} value={outcome}>
            {t(`common.outcome.${outcome}`)}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice filters={fields} name="hasEdge" label={t('history.filters.edge')}>
        <option value="">{t('history.filters.edgeAll')}</option>
        <option value="true">{t('history.filters.withEdge')}</option>
        <option value="false">{t('history.filters.practice')}</option>
      </FilterChoice>
      <FilterDay filters={fields} name="from" label={t('history.filters.from')} />
      <FilterDay filters={fields} name="to" label={t('history.filters.to')} />
      {isNarrowed(filters) && (
        <button
          type="button"
          className="btn btn-g btn-sm ml-auto"
          onClick={(event) => {
            onFilter(noFilters);
            focusFirstFilter(event);
          }}
        >
          <X className="ic" />
          {t('history.filters.reset')}
        </button>
      )}
    </fieldset>
  );
}

/** The reset button disappears with the filters: focus moves to the first filter. */
export const focusFirstFilter = ({ currentTarget }: MouseEvent): void =>
  currentTarget.closest('.hist-list')?.querySelector('select')?.focus({ preventScroll: true });
