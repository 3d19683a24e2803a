import { ChevronDown, Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { usePhrases } from '../language/use-phrases.ts';
import type { AddressFilters } from './use-address-filters.ts';

interface FieldProps {
  readonly filters: AddressFilters;
  readonly name: string;
  readonly label: string;
}

/** A native select: phones show their own picker. */
export function FilterChoice({ filters, name, label, children }: FieldProps & { children: ReactNode }) {
  const value = filters.get(name);
  return (
    <span className={value === '' ? 'sel' : 'sel on'}>
      <select aria-label={label} value={value} onChange={({ target }) => filters.set(name, target.value)}>
        {children}
      </select>
      <ChevronDown className="ic" />
    </span>
  );
}

export function FilterDay({ filters, name, label }: FieldProps) {
  const value = filters.get(name);
  return (
    <label className={value === '' ? 'sel' : 'sel on'}>
      {label}
      <input type="date" value={value} onChange={({ target }) => filters.set(name, target.value)} />
    </label>
  );
}

const waitMs = 300;

/** Searches after a typing pause, or at once on Enter. */
export function FilterSearch({ filters, name, label }: FieldProps) {
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

export function FilterReset({ filters }: Pick<FieldProps, 'filters'>) {
  const { t } = usePhrases();
  if (!filters.isNarrowed) return null;
  return (
    <button type="button" className="btn btn-g btn-sm ml-auto" onClick={filters.reset}>
      <X className="ic" />
      {t('admin.list.reset')}
    </button>
  );
}
