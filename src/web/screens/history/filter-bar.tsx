import { ChevronDown, X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { currencyPairs, pairName } from '#domain/market/currency-pair.ts';
import { durations } from '#domain/market/duration.ts';
import { aiModels } from '#domain/signals/ai-model.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { type Filters, isNarrowed, noFilters, parseFilters } from './filters.ts';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onFilter: (change: Partial<Filters>) => void;
}

/** Native selects and date inputs: phones show their own pickers. */
export function FilterBar({ filters, onFilter }: FilterBarProps) {
  const { t } = usePhrases();
  /** Parsed like the address: an invalid value is ignored. */
  const set = (name: keyof Filters, value: string): void => {
    onFilter({ [name]: parseFilters(new URLSearchParams({ [name]: value }))[name] });
  };
  return (
    <fieldset className="filters">
      <legend className="sr-only">{t('history.filters.title')}</legend>
      <Choice name="symbol" label={t('history.filters.pair')} value={filters.symbol} onChoose={set}>
        <option value="">{t('history.filters.pairAll')}</option>
        {currencyPairs.map(({ symbol }) => (
          <option key={symbol} value={symbol}>
            {pairName(symbol)}
          </option>
        ))}
      </Choice>
      <Choice name="aiModel" label={t('history.filters.model')} value={filters.aiModel} onChoose={set}>
        <option value="">{t('history.filters.modelAll')}</option>
        {aiModels.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice name="duration" label={t('history.filters.duration')} value={filters.duration} onChoose={set}>
        <option value="">{t('history.filters.durationAll')}</option>
        {durations.map((n) => (
          <option key={n} value={n}>
            {t('signal.minutes', { n })}
          </option>
        ))}
      </Choice>
      <Choice name="result" label={t('history.filters.result')} value={filters.result} onChoose={set}>
        <option value="">{t('history.filters.resultAll')}</option>
        {outcomes.map((outcome) => (
          <option key={outcome} value={outcome}>
            {t(`common.outcome.${outcome}`)}
          </option>
        ))}
      </Choice>
      <Choice
        name="hasEdge"
        label={t('history.filters.edge')}
        value={filters.hasEdge === null ? null : String(filters.hasEdge)}
        onChoose={set}
      >
        <option value="">{t('history.filters.edgeAll')}</option>
        <option value="true">{t('history.filters.withEdge')}</option>
        <option value="false">{t('history.filters.practice')}</option>
      </Choice>
      <Day name="from" label={t('history.filters.from')} value={filters.from} onChoose={set} />
      <Day name="to" label={t('history.filters.to')} value={filters.to} onChoose={set} />
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

interface FilterProps {
  readonly name: keyof Filters;
  readonly label: string;
  readonly value: string | number | null;
  readonly onChoose: (name: keyof Filters, value: string) => void;
}

function Choice({ name, label, value, onChoose, children }: FilterProps & { children: ReactNode }) {
  return (
    <span className={value === null ? 'sel' : 'sel on'}>
      <select aria-label={label} value={value ?? ''} onChange={({ target }) => onChoose(name, target.value)}>
        {children}
      </select>
      <ChevronDown className="ic" />
    </span>
  );
}

function Day({ name, label, value, onChoose }: FilterProps) {
  return (
    <label className={value === null ? 'sel' : 'sel on'}>
      {label}
      <input type="date" value={value ?? ''} onChange={({ target }) => onChoose(name, target.value)} />
    </label>
  );
}

/** The reset button disappears with the filters: focus moves to the first filter. */
export const focusFirstFilter = ({ currentTarget }: MouseEvent): void =>
  currentTarget.closest('.hist-list')?.querySelector('select')?.focus({ preventScroll: true });
