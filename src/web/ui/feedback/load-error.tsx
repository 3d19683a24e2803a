import { CloudOff, RefreshCw } from 'lucide-react';
import { ApiError } from '#web/api/api-error.ts';
import { useErrorMessage } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';

interface LoadErrorProps {
  readonly title: string;
  /** Shown as a block with its message and request id; without it, only the title in one line. */
  readonly error?: Error;
  readonly onRetry: () => unknown;
}

export function LoadError({ title, error, onRetry }: LoadErrorProps) {
  const { t } = usePhrases();
  const errorMessage = useErrorMessage();
  if (!error) {
    return (
      <div className="note items-center phone:flex-wrap" role="alert">
        <CloudOff className="ic" />
        <span className="phone:flex-[1_1_160px]">{title}</span>
        <Button look="s sm" className="ml-auto phone:w-full" onClick={onRetry} text={t('common.tryAgain')} />
      </div>
    );
  }
  return (
    <div className="state" role="alert">
      <h2>{title}</h2>
      <p>{errorMessage(error)}</p>
      <div className="acts">
        <Button look="p" onClick={onRetry} icon={RefreshCw} text={t('common.tryAgain')} />
      </div>
      {error instanceof ApiError && error.requestId && (
        <p className="text-13 text-ink-3">{t('common.error.requestId', { id: error.requestId })}</p>
      )}
    </div>
  );
}
