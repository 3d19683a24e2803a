import type { LucideIcon } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { Button } from './button.tsx';
import { closeAround, Dialog } from './dialog.tsx';

interface ActionDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly icon?: LucideIcon;
  /** Label of the button that closes the dialog and changes nothing. */
  readonly cancel: string;
  /** `cautious`: cancelling is the primary choice. */
  readonly variant?: 'default' | 'cautious' | 'danger' | 'operator';
  /** Whether every required field is filled. */
  readonly isReady?: boolean;
  /** Its error is shown in the dialog, which stays open. */
  readonly act: () => Promise<unknown>;
  readonly onDone?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ActionDialog({ title, children, act, onDone, onClose, ...buttons }: ActionDialogProps) {
  const errorText = useErrorText();
  const { run, isBusy, error } = useAction(async () => {
    await act();
    onDone?.();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        {children}
        <p className="loss text-14" role="alert">
          {error !== null && errorText(error)}
        </p>
        <Buttons {...buttons} isBusy={isBusy} />
      </form>
    </Dialog>
  );
}

type ButtonsProps = Pick<ActionDialogProps, 'confirm' | 'icon' | 'cancel' | 'variant' | 'isReady'> & {
  readonly isBusy: boolean;
};

const operatorButtons = 'grid grid-cols-2 gap-3 phone:grid-cols-1 phone:[&>.btn-p]:-order-1';

const confirmLooks = { default: 'p', cautious: 's', danger: 'danger', operator: 'p' } as const;

function Buttons({ confirm, icon, cancel, variant = 'default', isReady = true, isBusy }: ButtonsProps) {
  const cancelButton = <Button look={variant === 'cautious' ? 'p' : 's'} onClick={closeAround} text={cancel} />;
  const isCancelFirst = variant === 'cautious' || variant === 'operator';
  return (
    <div className={variant === 'operator' ? operatorButtons : 'flex items-center flex-wrap gap-3'}>
      {isCancelFirst && cancelButton}
      <Button
        type="submit"
        look={confirmLooks[variant]}
        isBusy={isBusy}
        disabled={!isReady}
        icon={icon}
        text={confirm}
      />
      {!isCancelFirst && cancelButton}
    </div>
  );
}
