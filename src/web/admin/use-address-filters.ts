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
  const known = names.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : []));
  const write = (entries: string[][]): void =>
    setParams(new URLSearchParams(entries), { replace: true, preventScrollReset: true });
  return {
    query: new URLSearchParams(known),
    get: (name) => params.get(name) ?? '',
    set: (name, value) => {
      const others = known.filter(([other]) => other !== name);
      write(value === '' ? others : [...others, [name, value]]);
    },
    isNarrowed: known.length > 0,
    reset: () => write([]),
  };
}
