import { usePhrases } from '#web/language/use-phrases.ts';

interface AlertChoiceProps<Value extends string | number> {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  /** Empty: any. */
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: Value[]) => void;
}

/** Several of a list, or any: a folded group of check boxes. */
export function AlertChoice<Value extends string | number>({
  legend,
  options,
  chosen,
  onChange,
}: AlertChoiceProps<Value>) {
  const { t } = usePhrases();
  const names = options.filter(({ value }) => chosen.includes(value)).map(({ name }) => name);
  const toggle = (value: Value): void =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <details>
      <summary className="text-14">
        {legend}: <span className="text-ink-1">{names.length === 0 ? t('account.alerts.any') : names.join(', ')}</span>
      </summary>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-2 pt-3">
        <legend className="sr-only">{legend}</legend>
        {options.map(({ value, name }) => (
          <label key={value} className="flex items-center gap-2 text-14 min-w-26">
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
            {name}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
