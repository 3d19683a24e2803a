import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

export interface FilterFieldProps<Name extends string> {
  readonly filters: {
    /** An empty text: not filtered by it. */
    readonly get: (name: Name) => string;
    readonly set: (name: Name, value: string) => void;
  };
  readonly name: Name;
  readonly label: string;
}

interface FilterChoiceProps<Name extends string> extends FilterFieldProps<Name> {
  /** The options. */
  readonly children: ReactNode;
}

/** A native select: phones show their own picker. */
export function FilterChoice<Name extends string>({ filters, name, label, children }: FilterChoiceProps<Name>) {
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
