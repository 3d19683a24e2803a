import { currencyPairs, pairName } from '#domain/market/currency-pair.ts';
import { aiModels } from '#domain/signals/ai-model.ts';
import { type Options, Select } from '../ui/select.tsx';

export interface FilterFieldProps<Name extends string> {
  readonly filters: {
    /** An empty text: not filtered by it. */
    readonly get: (name: Name) => string;
    readonly set: (name: Name, value: string) => void;
  };
  readonly name: Name;
  readonly label: string;
}

interface FilterChoicesProps<Name extends string> extends Pick<FilterFieldProps<Name>, 'filters'> {
  /** `all`: the text of no filter. */
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
