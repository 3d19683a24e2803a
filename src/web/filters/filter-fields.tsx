import { useSearchParams } from 'react-router';
import { currencyPairs, pairName } from '#domain/market/currency-pair.ts';
import { aiModels } from '#domain/signals/ai-model.ts';
import { type Options, Select } from '../ui/select.tsx';

export interface FilterFieldProps<Name extends string> {
  readonly filters: FilterValues<Name>;
  readonly name: Name;
  readonly label: string;
}

interface FilterChoicesProps<Name extends string> {
  readonly filters: FilterValues<Name>;
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

export function FilterDay<Name extends string>({ filters, name, label }: FilterFieldProps<Name>) {
  const value = filters.get(name);
  return (
    <label className={value === '' ? 'sel' : 'sel on'}>
      {label}
      <input type="date" value={value} onChange={({ target }) => filters.set(name, target.value)} />
    </label>
  );
}

interface FilterValues<Name extends string> {
  /** An empty text: not filtered by it. */
  readonly get: (name: Name) => string;
  /** Changing a filter returns to the first page. */
  readonly set: (name: Name, value: string) => void;
}

export interface AddressFilters<Name extends string> extends FilterValues<Name> {
  /** The filters of the address, without empty ones. */
  readonly query: URLSearchParams;
  readonly isNarrowed: boolean;
  readonly reset: () => void;
}

/**
 * Stores filters in the address, so they can be shared, reloaded and navigated back to. Other
 * parameters are not read, and are removed when a filter changes.
 */
export function useAddressFilters<const Name extends string>(names: readonly Name[]): AddressFilters<Name> {
  const [params, setParams] = useSearchParams();
  const getKnown = (query: URLSearchParams): [Name, string][] =>
    names.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : []));
  const known = getKnown(params);
  const write = (getEntries: (now: URLSearchParams) => [string, string][]): void =>
    setParams((now) => new URLSearchParams(getEntries(now)), { replace: true, preventScrollReset: true });
  return {
    query: new URLSearchParams(known),
    get: (name) => params.get(name) ?? '',
    set: (name, value) =>
      write((now) => {
        const otherFilters = getKnown(now).filter(([other]) => other !== name);
        return value === '' ? otherFilters : [...otherFilters, [name, value]];
      }),
    isNarrowed: known.length > 0,
    reset: () => write(() => []),
  };
}
