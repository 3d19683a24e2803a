import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadError } from '#web/ui/feedback/load-error.tsx';

export interface ReadNoteProps {
  /** Absent: nothing is loaded. */
  readonly read?: { readonly error: Error | null; readonly refetch: () => unknown } | undefined;
  /** The title of its error. */
  readonly failed?: string | undefined;
  readonly children: ReactNode;
}

/** The text below a heading, replaced by the error if loading fails. */
export function ReadNote({ read, failed = '', children }: ReadNoteProps) {
  if (read?.error) return <LoadError title={failed} onRetry={read.refetch} />;
  return <span className="text-14 text-ink-3">{children}</span>;
}

interface AccountRowProps extends ReadNoteProps {
  readonly title: string;
  readonly text: string;
  readonly className?: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A row of the account page: title, text and actions. */
export const AccountRow = ({ title, text, read, failed, className = '', note, children }: AccountRowProps) => (
  <div className={`${className} flex items-center flex-wrap justify-between gap-4`}>
    <div className="flex flex-col gap-1 flex-1 min-w-[min(200px,100%)]">
      <h3 className="h4">{title}</h3>
      <ReadNote read={read} failed={failed}>
        {text}
      </ReadNote>
      {note}
    </div>
    {children}
  </div>
);

interface OwnItemProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

/** A part of a card under a line. */
export const accountSection =
  'grid grid-cols-1 gap-3 py-5 px-6 border-t border-line [&>output:empty]:absolute phone:px-4.5';

export const ownItem = 'flex items-center gap-3.5 py-3 border-b border-line text-[15px] last:border-b-0';

/** An item in a list of login sessions or second factors. */
export const OwnItem = ({ icon: Icon, name, note, children }: OwnItemProps) => (
  <li className={ownItem}>
    <Icon className="ic text-ink-3" />
    <div className="flex flex-col gap-1 flex-1 min-w-0">
      <span className="text-ink-1 wrap-anywhere">{name}</span>
      <span className="text-13 text-ink-3">{note}</span>
    </div>
    {children}
  </li>
);

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
