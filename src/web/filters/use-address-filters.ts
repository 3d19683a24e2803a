import { useSearchParams } from 'react-router';

export interface AddressFilters<Name extends string> {
  /** The filters of the address, without empty ones. */
  readonly query: URLSearchParams;
  /** An empty text: not filtered by it. */
  readonly get: (name: Name) => string;
  /** Changing a filter returns to the first page. */
  readonly set: (name: Name, value: string) => void;
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
