import { type ComponentProps, type ReactNode, useId } from 'react';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange'> {
  readonly label: string;
  readonly hint?: string;
  readonly onChange: (text: string) => void;
  /** Below the hint. */
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
