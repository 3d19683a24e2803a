import type { ReactNode } from 'react';

interface SegmentedRadioProps<Value extends string | number> {
  /** Groups the radio buttons; unique on the page. */
  readonly name: string;
  readonly options: readonly Value[];
  readonly chosen: Value | null;
  readonly label: (value: Value) => ReactNode;
  readonly isDisabled?: (value: Value) => boolean;
  readonly onChoose: (value: Value) => void;
  /** Further classes; `sm` is the small size. */
  readonly className?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
  readonly 'aria-describedby'?: string;
}

/** A few options side by side, one of them chosen. Named by its attributes or by a fieldset. */
export function SegmentedRadio<Value extends string | number>({
  name,
  options,
  chosen,
  label,
  isDisabled = () => false,
  onChoose,
  className = '',
  ...aria
}: SegmentedRadioProps<Value>) {
  const isNamed = aria['aria-label'] !== undefined || aria['aria-labelledby'] !== undefined;
  return (
    <div className={`seg ${className}`.trim()} {...(isNamed && { role: 'radiogroup' })} {...aria}>
      {options.map((value) => (
        <label key={value}>
          <input
            className="sr-only"
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            disabled={isDisabled(value)}
            onChange={() => onChoose(value)}
          />
          {label(value)}
        </label>
      ))}
    </div>
  );
}
