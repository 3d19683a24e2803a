import { ChevronDown } from 'lucide-react';

export type Options = readonly (readonly [value: string | number, text: string | number])[];

interface SelectProps {
  readonly label: string;
  readonly value: string | number;
  readonly options: Options;
  readonly onChoose: (value: string) => void;
  readonly className?: string;
}

/** A native select: phones show their own picker. */
export const Select = ({ label, value, options, onChoose, className = '' }: SelectProps) => (
  <span className={`sel ${className}`.trim()}>
    <select aria-label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
    <ChevronDown className="ic" />
  </span>
);
