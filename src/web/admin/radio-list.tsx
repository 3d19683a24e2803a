interface RadioListProps<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly Value[];
  readonly chosen: Value | null;
  readonly label: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
}

/** Options below each other, one of which an operator has to choose. */
export const RadioList = <Value extends string>({
  legend,
  name,
  options,
  chosen,
  label,
  onChoose,
}: RadioListProps<Value>) => (
  <fieldset className="rad">
    <legend className="flabel">{legend}</legend>
    {options.map((value) => (
      <label key={value} className={value === chosen ? 'on' : undefined}>
        <input
          type="radio"
          className="sr-only"
          name={name}
          checked={value === chosen}
          onChange={() => onChoose(value)}
          required
        />
        <span className="rb" aria-hidden="true" />
        {label(value)}
      </label>
    ))}
  </fieldset>
);
