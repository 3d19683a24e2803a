import { type ComponentProps, useId } from 'react';

interface InputFieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  readonly label: string;
  readonly className?: string;
}

/** An input with its label above. */
export function InputField({ label, className = '', ...input }: InputFieldProps) {
  const id = useId();
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <input id={id} className="inp-t" {...input} />
    </div>
  );
}
