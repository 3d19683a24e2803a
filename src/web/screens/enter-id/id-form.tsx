import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { cleanTraderId } from '#domain/accounts/trader-id.ts';
import { TraderId } from '#contract/traders.ts';
import { getBrokerLinks } from '#web/api/trader-calls.ts';
import { useRead } from '#web/api/use-read.ts';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { FieldMessage } from '#web/ui/form/field-message.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { WhereIsId } from './where-is-id.tsx';

interface IdFormProps {
  readonly initial: string;
  readonly send: (traderId: string) => Promise<void>;
}

export function IdForm({ initial, send }: IdFormProps) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [id, setId] = useState(initial);
  const [failure, setFailure] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  /** Moves the focus, because the button that opened the form no longer exists. */
  useEffect(() => {
    if (initial) input.current?.select();
  }, [initial]);

  const refuse = (text: string): void => {
    setFailure(text);
    input.current?.focus();
  };
  const { run, isBusy } = useAction(send, (error) => refuse(errorText(error)));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    const parsed = TraderId.safeParse(id);
    if (!parsed.success) return refuse(t('enterId.invalid'));
    setFailure(undefined);
    void run(parsed.data);
  };
  /** Accepts `ID: 7 731 402` and the like: keeps the digits only. */
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault();
    setId(cleanTraderId(event.clipboardData.getData('text')).slice(0, 20));
  };

  return (
    <>
      <form className="card pad col g5" noValidate onSubmit={submit}>
        <div className="field">
          <label htmlFor="referralId">{t('enterId.label')}</label>
          <input
            ref={input}
            id="referralId"
            className="inp-t num"
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
        <SubmitButton isBusy={isBusy}>{t('enterId.submit')}</SubmitButton>
      </form>
      <OpenAccount />
    </>
  );
}

/** The referral link, and how we benefit from it. */
function OpenAccount() {
  const { t } = usePhrases();
  const { data } = useRead(['broker-links'], getBrokerLinks);
  return (
    <p className="s14 t3 centred-text">
      {t('enterId.noAccount')}{' '}
      {data && (
        <a className="link" href={data.register} target="_blank" rel="noopener">
          {t('enterId.open')}
        </a>
      )}
      <br />
      {t('enterId.conflict')}
    </p>
  );
}
