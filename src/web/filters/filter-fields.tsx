import { currencyPairs, pairName } from '#domain/market/currency-pair.ts';
import { aiModels } from '#domain/signals/ai-model.ts';
import { type Options, Select } from '../ui/select.tsx';
import type { AddressFilters } from './use-address-filters.ts';

export interface FilterFieldProps<Name extends string> {
  readonly filters: Pick<AddressFilters<Name>, 'get' | 'set'>;
  readonly name: Name;
  readonly label: string;
}

interface FilterChoicesProps<Name extends string> extends Pick<FilterFieldProps<Name>, 'filters'> {
  /** `all`: the label of the option that filters nothing. */
  readonly choices: readonly (readonly [name: Name, label: string, all: string, options: Options])[];
}

export const FilterChoices = <Name extends string>({ filters, choices }: FilterChoicesProps<Name>) =>
  choices.map(([name, label, all, options]) => (
    <Select
      key={name}
      className={filters.get(name) === '' ? '' : 'on'}
      label={label}
      value={filters.get(name)}
      options={[['', all], ...options]}
      onChoose={(value) => filters.set(name, value)}
    />
  ));

export const pairOptions: Options = currencyPairs.map(({ symbol }) => [symbol, pairName(symbol)]);

export const modelOptions: Options = aiModels.map(({ key, name }) => [key, name]);

/** A native date input. */
export function FilterDay<Name extends string>({ filters, name, label }: FilterFieldProps<Name>) {
  const value = filters.get(name);
  return (
    <label className={value === '' ? 'sel' : 'sel on'}>
      {label}
      <input type="date" value={value} onChange={({ target }) => filters.set(name, target.value)} />
    </label>
  );
}
