import { useSearchParams } from 'react-router';

export interface AddressFilters {
  /** As they stand in the address, empty ones left out. */
  readonly query: URLSearchParams;
  get(name: string): string;
  /** Another filter begins at the first page again. */
  set(name: string, value: string): void;
  readonly isNarrowed: boolean;
  reset(): void;
}

/** The address is where filters are kept: it can be shared, reloaded and gone back to. Others than these are none. */
export function useAddressFilters(names: readonly string[]): AddressFilters {
  const [params, setParams] = useSearchParams();
  const knownOf = (query: URLSearchParams): [string, string][] =>
    names.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : []));
  const known = knownOf(params);
  const write = (entriesOf: (now: URLSearchParams) => [string, string][]): void =>
    setParams((now) => new URLSearchParams(entriesOf(now)), { replace: true, preventScrollReset: true });
  return {
    query: new URLSearchParams(known),
    get: (name) => params.get(name) ?? '',
    set: (name, value) =>
      write((now) => {
        const others = knownOf(now).filter(([other]) => other !== name);
        return value === '' ? others : [...others, [name, value]];
      }),
    isNarrowed: known.length > 0,
    reset: () => write(() => []),
  };
}
