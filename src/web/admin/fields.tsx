import { type ComponentProps, type ReactNode, useId } from 'react';
import { auditReasonLength } from '#contract/admin/admin.ts';
import { InputField } from '../ui/form/input-field.tsx';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange'> {
  readonly label: string;
  readonly hint?: string;
  readonly onChange: (text: string) => void;
  readonly children?: ReactNode;
}

/** The text an operator adds to an action: a reason, a reply. */
export function TextArea({ label, hint, onChange, children, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="inp-t area"
        aria-describedby={hint && `${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
        {...area}
      />
      {hint && (
        <div className="msg" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {children}
    </div>
  );
}

interface ReasonFieldProps {
  /** Characters. */
  readonly min?: number;
  readonly required?: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

export const ReasonField = ({ min = auditReasonLength.min, required = true, ...area }: ReasonFieldProps) => (
  <TextArea
    label="Reason, for the audit log"
    hint={`At least ${min} characters. No passwords or other secrets: entries are never erased.`}
    rows={2}
    maxLength={auditReasonLength.max}
    required={required}
    {...area}
  />
);

interface MomentFieldProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (instant: string | null) => void;
}

/** A moment in the operator's own time zone, to the minute. `value`: what it begins with. */
export const MomentField = ({ label, value, onChange }: MomentFieldProps) => (
  <InputField
    className="min-w-0"
    label={label}
    type="datetime-local"
    defaultValue={value === null ? '' : toLocalMinute(value)}
    onChange={({ target }) => onChange(target.value === '' ? null : new Date(target.value).toISOString())}
  />
);

/** As such a field writes it. */
function toLocalMinute(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

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
  <fieldset className="grid gap-2">
    <legend className="flabel pb-2">{legend}</legend>
    {options.map((value) => (
      <label
        key={value}
        className="relative flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line bg-s2 px-3.5 py-2 text-[15px]/[1.35] text-ink-2 has-checked:border-ink-1 has-checked:text-ink-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink-1"
      >
        <input
          type="radio"
          className="peer sr-only"
          name={name}
          checked={value === chosen}
          onChange={() => onChoose(value)}
          required
        />
        <span
          className="size-4.5 flex-none rounded-[50%] border-[1.5px] border-(--line-3) peer-checked:border-[5.5px] peer-checked:border-ink-1"
          aria-hidden="true"
        />
        {label(value)}
      </label>
    ))}
  </fieldset>
);
