import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { cleanTraderId } from '#domain/accounts/trader-id.ts';
import { TraderId } from '#contract/traders.ts';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { FieldMessage } from '#web/ui/form/field-message.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { WhereIsId } from './where-is-id.tsx';

interface IdFormProps {
  readonly initial: string;
  /** The id of the broker's return link: confirmed with one press. */
  readonly offered?: string | null;
  readonly send: (traderId: string) => Promise<void>;
}

/** For a user who has an account at the broker. */
export function IdForm({ initial, offered = null, send }: IdFormProps) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [id, setId] = useState(initial);
  const [failure, setFailure] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  /** Moves the focus, because the button that opened the form no longer exists. */
  useEffect(() => {
    if (initial && initial !== offered) input.current?.select();
  }, [initial, offered]);

  const showError = (text: string): void => {
    setFailure(text);
    input.current?.focus();
  };
  const { run, isBusy } = useAction(send, (error) => showError(errorText(error)));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    const parsed = TraderId.safeParse(id);
    if (!parsed.success) return showError(t('enterId.invalid'));
    setFailure(undefined);
    void run(parsed.data);
  };
  /** Accepts `ID: 7 731 402` and the like: keeps the digits only. */
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault();
    setId(cleanTraderId(event.clipboardData.getData('text')).slice(0, 20));
  };

  return (
    <form className="card p-card flex flex-col gap-5" noValidate onSubmit={submit}>
      <h2 className="h3">{t('enterId.haveAccount')}</h2>
      <div className="field">
        <label htmlFor="referralId">{t('enterId.label')}</label>
        <input
          ref={input}
          id="referralId"
          className="inp-t tabular-nums"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          value={id}
          aria-invalid={failure !== undefined}
          aria-describedby="referralId-hint referralId-message"
          onChange={(event) => setId(cleanTraderId(event.target.value))}
          onPaste={paste}
        />
        <FieldMessage id="referralId-message" text={failure} />
        <p id="referralId-hint" className="msg">
          {t('enterId.hint')}
        </p>
      </div>
      <WhereIsId />
      <div className="mt-auto">
        <SubmitButton isBusy={isBusy}>
          {id !== '' && id === offered ? t('enterId.use', { id }) : t('enterId.submit')}
        </SubmitButton>
      </div>
    </form>
  );
}
