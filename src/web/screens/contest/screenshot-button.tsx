import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { contestPaths } from '#contract/contest-paths.ts';
import { imageTypes } from '#domain/screenshot.ts';
import { ask } from '../../api/call.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { useProblemText } from '../../language/use-problem-text.ts';

interface ScreenshotButtonProps {
  /** The signal whose trade it shows; null: of a winner. */
  readonly signalId: string | null;
  readonly label: string;
  readonly onSent: () => void;
}

/** Chooses one picture and sends it at once. */
export function ScreenshotButton({ signalId, label, onSent }: ScreenshotButtonProps) {
  const { t } = usePhrases();
  const problemText = useProblemText();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const send = async (file: File): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      const query = signalId === null ? '' : `?signalId=${signalId}`;
      await ask(contestPaths.proofs + query, { method: 'POST', file });
      onSent();
    } catch (error) {
      setFault(error);
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
      {fault !== null && (
        <span className="s13 loss" role="alert">
          {problemText(fault)}
        </span>
      )}
    </span>
  );
}
