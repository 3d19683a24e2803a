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

interface AccountRowProps extends Pick<ReadNoteProps, 'read' | 'failed'> {
  readonly title: string;
  readonly text: string;
  readonly className?: string;
  /** Below the text. */
  readonly note?: ReactNode;
  /** Actions, on the right. */
  readonly children: ReactNode;
}

/** A row of the account page: title, text and actions. */
export const AccountRow = ({ title, text, read, failed, className = '', note, children }: AccountRowProps) => (
  <div className={`${className} flex items-center flex-wrap justify-between gap-4`}>
    <div className="flex flex-col gap-1 account-words">
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
  /** Actions. */
  readonly children: ReactNode;
}

/** An item in a list of login sessions or second factors. */
export const OwnItem = ({ icon: Icon, name, note, children }: OwnItemProps) => (
  <li>
    <Icon className="ic text-ink-3" />
    <div className="flex flex-col gap-1 account-words">
      <span className="text-ink-1 wrap-anywhere">{name}</span>
      <span className="text-13 text-ink-3">{note}</span>
    </div>
    {children}
  </li>
);
