import type { ReactNode } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ReadNote, type ReadNoteProps } from '../rows.tsx';

interface ConnectionGroupProps {
  readonly title: string;
  readonly text: string;
  readonly read: ReadNoteProps['read'];
  readonly children: ReactNode;
}

/** The connections of one kind. */
export function ConnectionGroup({ title, text, read, children }: ConnectionGroupProps) {
  const { t } = usePhrases();
  return (
    <div className="account-sessions">
      <h3 className="h4">{title}</h3>
      <ReadNote read={read} failed={t('account.connections.failed')}>
        {text}
      </ReadNote>
      {children}
    </div>
  );
}
