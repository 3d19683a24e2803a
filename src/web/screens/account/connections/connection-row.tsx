import type { ReactNode } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';

interface ConnectionRowProps {
  readonly name: string;
  readonly note: ReactNode;
  readonly onEnd: () => Promise<unknown>;
  /** Further buttons, before "End". */
  readonly actions?: ReactNode;
  /** Below them. */
  readonly children?: ReactNode;
}

/** One connection, which can be ended here. */
export function ConnectionRow({ name, note, onEnd, actions, children }: ConnectionRowProps) {
  const { t } = usePhrases();
  const end = useToastAction(onEnd);
  return (
    <li className="flex-wrap phone:gap-1">
      <div className="flex flex-col gap-1 account-words min-w-[min(192px,100%)]">
        <span className="text-ink-1 wrap-anywhere">{name}</span>
        <span className="text-13 text-ink-3">{note}</span>
      </div>
      <div className={actions ? 'flex flex-wrap phone:-ml-3.5' : 'flex'}>
        {actions}
        <Button
          action={end}
          look="g sm"
          aria-label={t('account.connections.endNamed', { name })}
          text={t('account.connections.end')}
        />
      </div>
      {children}
    </li>
  );
}
