import { useSearchParams } from 'react-router';

export interface AddressFilters {
  /** The filters of the address, without empty ones. */
  readonly query: URLSearchParams;
  get(name: string): string;
  /** Changing a filter returns to the first page. */
  set(name: string, value: string): void;
  readonly isNarrowed: boolean;
  reset(): void;
}

/**
 * Stores filters in the address, so they can be shared, reloaded and navigated back to. Other
 * parameters are ignored.
 */
export function useAddressFilters(names: readonly string[]): AddressFilters {
  const [params, setParams] = useSearchParams();
  const getKnown = (query: URLSearchParams): [string, string][] =>
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
