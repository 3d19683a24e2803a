import { Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FilterFieldProps } from '../filters/filter-fields.tsx';
import type { AddressFilters } from '../filters/use-address-filters.ts';
import { usePhrases } from '../language/use-phrases.ts';

const waitMs = 300;

/** Searches after a typing pause, or at once on Enter. */
export function FilterSearch<Name extends string>({ filters, name, label }: FilterFieldProps<Name>) {
  const wanted = filters.get(name);
  const [typed, setTyped] = useState(wanted);
  const [known, setKnown] = useState(wanted);
  const { set } = filters;
  // The filters were reset or the address changed: update the field.
  if (known !== wanted) {
    setKnown(wanted);
    if (typed.trim() !== wanted) setTyped(wanted);
  }
  useEffect(() => {
    if (typed.trim() === wanted) return undefined;
    const timer = setTimeout(() => set(name, typed.trim()), waitMs);
    return () => clearTimeout(timer);
  }, [typed, wanted, name, set]);
  return (
    <search className="adm-search">
      <Search className="ic" />
      <input
        type="search"
        className="inp-t"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && set(name, typed.trim())}
      />
    </search>
  );
}

export function FilterReset({ filters }: { filters: Pick<AddressFilters<never>, 'isNarrowed' | 'reset'> }) {
  const { t } = usePhrases();
  if (!filters.isNarrowed) return null;
  return (
    <button type="button" className="btn btn-g btn-sm ml-auto" onClick={filters.reset}>
      <X className="ic" />
      {t('admin.list.reset')}
    </button>
  );
}
