import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { durations } from '#domain/market/duration.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { FilterChoices, FilterDay, modelOptions, pairOptions } from '#web/filters/filter-fields.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { type Filters, isNarrowed, noFilters, parseFilters } from './filters.ts';

/** Native selects and date inputs: phones show their own pickers. */
export function FilterBar({ filters, onFilter }: { filters: Filters; onFilter: (change: Partial<Filters>) => void }) {
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
      <FilterChoices
        filters={fields}
        choices={[
          ['symbol', t('history.groups.pair'), t('history.filters.pairAll'), pairOptions],
          ['aiModel', t('history.groups.model'), t('history.filters.modelAll'), modelOptions],
          [
            'duration',
            t('history.filters.duration'),
            t('history.filters.durationAll'),
            durations.map((n) => [n, t('signal.minutes', { n })]),
          ],
          [
            'result',
            t('history.filters.result'),
            t('history.filters.resultAll'),
            outcomes.map((outcome) => [outcome, t(`common.outcome.${outcome}`)]),
          ],
          [
            'hasEdge',
            t('history.filters.edge'),
            t('history.filters.edgeAll'),
            [
              ['true', t('history.filters.withEdge')],
              ['false', t('common.practice')],
            ],
          ],
        ]}
      />
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
  currentTarget.closest('section')?.querySelector('select')?.focus({ preventScroll: true });
