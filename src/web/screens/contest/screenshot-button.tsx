import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { contestPaths } from '#contract/contest-paths.ts';
import { imageTypes } from '#domain/contest/screenshot.ts';
import { getJson } from '#web/api/request.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorText } from '#web/language/use-error-text.ts';

interface ScreenshotButtonProps {
  /** The signal whose trade the screenshot shows; null: a winner's screenshot. */
  readonly signalId: string | null;
  readonly label: string;
  readonly onSent: () => void;
}

/** Selects one picture and uploads it at once. */
export function ScreenshotButton({ signalId, label, onSent }: ScreenshotButtonProps) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const send = async (file: File): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const query = signalId === null ? '' : `?signalId=${signalId}`;
      await getJson(contestPaths.proofs + query, { method: 'POST', file });
      onSent();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    target.value = '';
    if (file) void send(file);
  };
  return (
    <span className="contest-shot">
      <input ref={input} type="file" accept={imageTypes.join(',')} hidden onChange={choose} />
      <button
        type="button"
        className="btn btn-s btn-sm"
        aria-label={label}
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        <ImageUp className="ic" aria-hidden="true" />
        {isBusy ? t('contest.proofs.sending') : t('contest.proofs.choose')}
      </button>
      {failure !== null && (
        <span className="s13 loss" role="alert">
          {errorText(failure)}
        </span>
      )}
    </span>
  );
}
