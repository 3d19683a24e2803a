import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ReadNote, type ReadNoteProps } from './fields.tsx';

interface AccountRowProps extends Pick<ReadNoteProps, 'read' | 'failed'> {
  readonly title: string;
  readonly text: string;
  readonly className?: string;
  /** Below the text. */
  readonly note?: ReactNode;
  /** What can be done about it, on the right. */
  readonly children: ReactNode;
}

/** Something of the account by its name, with what can be done about it. */
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
  /** What can be done about it. */
  readonly children: ReactNode;
}

/** One item of a list of what belongs to the user. */
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
