import { type ComponentProps, type ReactNode, useId } from 'react';

interface InputFieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  readonly label: string;
  /** Classes of the whole field. */
  readonly className?: string;
}

/** An input with its label above. */
export function InputField({ label, className = '', ...input }: InputFieldProps) {
  const id = useId();
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <div className="box">
        <input id={id} className="inp-t" {...input} />
      </div>
    </div>
  );
}

/** For the password manager: the account that the password of a form belongs to. */
export const PasswordOwner = ({ email }: { email: string }) => (
  <input
    className="sr-only"
    type="email"
    name="username"
    autoComplete="username"
    defaultValue={email}
    hidden
    readOnly
  />
);

interface CheckBoxesProps<Value extends string | number> {
  readonly options: readonly { readonly value: Value; readonly name: ReactNode }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: Value[]) => void;
  readonly className?: string;
}

/** One check box for each option. */
export function CheckBoxes<Value extends string | number>({ className = '', ...props }: CheckBoxesProps<Value>) {
  const { options, chosen, onChange } = props;
  const toggle = (value: Value): void =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return options.map(({ value, name }) => (
    <label key={value} className={`flex items-center gap-2 text-14 ${className}`}>
      <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
      {name}
    </label>
  ));
}
