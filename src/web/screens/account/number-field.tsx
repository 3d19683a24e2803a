import { useId } from 'react';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly range: readonly [number, number];
  readonly onChange: (value: number) => void;
}

/** NaN while it is empty. */
export function NumberField({ label, value, range: [min, max], onChange }: NumberFieldProps) {
  const id = useId();
  return (
    <div className="field w-60 phone:w-full content-end">
      <label htmlFor={id}>{label}</label>
      <div className="box">
        <input
          id={id}
          type="number"
          className="inp-t"
          required
          min={min}
          max={max}
          value={Number.isNaN(value) ? '' : value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      </div>
    </div>
  );
}
