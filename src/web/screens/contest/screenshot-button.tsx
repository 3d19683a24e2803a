import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { contestPaths } from '#contract/paths.ts';
import { imageTypes } from '#domain/contest/contest-rules.ts';
import { getJson } from '#web/api/request.ts';
import { useAction } from '#web/api/use-action.ts';
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
  const { run, isBusy, error } = useAction(async (file: File) => {
    const query = signalId === null ? '' : `?signalId=${signalId}`;
    await getJson(contestPaths.proofs + query, { method: 'POST', file });
    onSent();
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    target.value = '';
    if (file) void run(file);
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
      {error !== null && (
        <span className="text-13 loss" role="alert">
          {errorText(error)}
        </span>
      )}
    </span>
  );
}
