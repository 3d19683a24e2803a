import { LoaderCircle, type LucideIcon } from 'lucide-react';
import { minutesAndSeconds, useSecondsLeft } from '../use-seconds-left.ts';

interface ResendButtonProps {
  /** When the server accepts the next request, server time in milliseconds; null: at once. */
  readonly until: number | null;
  readonly isBusy: boolean;
  readonly label: string;
  readonly labelIn: (time: string) => string;
  readonly className?: string;
  readonly icon?: LucideIcon;
  readonly onClick: () => void;
}

/** Enabled when the server accepts the next request; shows the remaining time until then. */
export function ResendButton({ until, isBusy, label, labelIn, onClick, className, icon: Icon }: ResendButtonProps) {
  const left = useSecondsLeft(until);
  return (
    <button
      type="button"
      className={className ?? 'btn btn-s btn-lg btn-block'}
      aria-busy={isBusy}
      disabled={left > 0 || isBusy}
      onClick={onClick}
    >
      {isBusy ? <LoaderCircle className="ic animate-spin" /> : Icon && <Icon className="ic" />}
      {left > 0 ? labelIn(minutesAndSeconds(left)) : label}
    </button>
  );
}
