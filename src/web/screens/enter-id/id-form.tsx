import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { cleanTraderId } from '#domain/accounts/trader-claim.ts';
import { TraderId } from '#contract/form-fields.ts';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { SubmitButton } from '#web/ui/form/answered-form.tsx';
import { FieldMessage } from '#web/ui/form/field-message.tsx';

interface IdFormProps {
  readonly initial: string;
  /** The id of the broker's return link: confirmed with one press. */
  readonly offered?: string | null;
  /** False beside the larger choice of a user without an account. */
  readonly isPrimary?: boolean;
  readonly send: (traderId: string) => Promise<void>;
}

/** For a user who has an account at the broker. */
export function IdForm({ initial, offered = null, isPrimary = true, send }: IdFormProps) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [id, setId] = useState(initial);
  const [failure, setFailure] = useState<'invalid' | { readonly error: unknown } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  /** Moves the focus, because the button that opened the form no longer exists. */
  useEffect(() => {
    if (initial && initial !== offered) input.current?.select();
  }, [initial, offered]);

  const showError = (shown: NonNullable<typeof failure>): void => {
    setFailure(shown);
    input.current?.focus();
  };
  const { run, isBusy } = useAction(send, (error) => showError({ error }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    const parsed = TraderId.safeParse(id);
    if (!parsed.success) return showError('invalid');
    setFailure(null);
    void run(parsed.data);
  };
  /** Accepts `ID: 7 731 402` and the like: keeps the digits only. */
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault();
    setId(cleanTraderId(event.clipboardData.getData('text')).slice(0, 20));
  };

  return (
    <form className="card p-card flex flex-col gap-5" noValidate onSubmit={submit}>
      <h2 className="h3">{t('trader.haveAccount')}</h2>
      <div className="field">
        <label htmlFor="referralId">{t('trader.label')}</label>
        <input
          ref={input}
          id="referralId"
          className="inp-t tabular-nums"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          value={id}
          aria-invalid={failure !== null}
          aria-describedby="referralId-hint referralId-message"
          onChange={(event) => setId(cleanTraderId(event.target.value))}
          onPaste={paste}
        />
        <FieldMessage
          id="referralId-message"
          text={failure === 'invalid' ? t('trader.invalid') : failure ? errorText(failure.error) : undefined}
        />
        <p id="referralId-hint" className="msg">
          {t('trader.hint')}
        </p>
      </div>
      <WhereIsId />
      <div className="mt-auto">
        <SubmitButton isBusy={isBusy} isPrimary={isPrimary}>
          {id !== '' && id === offered ? t('trader.use', { id }) : t('trader.submit')}
        </SubmitButton>
      </div>
    </form>
  );
}

/** A typical profile page of a broker with the id marked. The number is fictitious. */
function WhereIsId() {
  const { t } = usePhrases();
  return (
    <details className="[&_svg]:mt-3">
      <summary className="link text-14">{t('trader.where')}</summary>
      <svg viewBox="0 0 420 132" width="100%" role="img" aria-label={t('trader.picture')}>
        <rect x=".5" y=".5" width="419" height="131" rx="12" fill="var(--s2)" stroke="var(--line)" />
        <rect x="18" y="18" width="90" height="96" rx="8" fill="var(--s3)" />
        <circle cx="63" cy="48" r="16" fill="var(--line-2)" />
        <rect x="34" y="74" width="58" height="8" rx="4" fill="var(--line-2)" />
        <rect x="42" y="90" width="42" height="7" rx="3.5" fill="var(--line-2)" />
        <rect x="126" y="24" width="150" height="10" rx="5" fill="var(--line-2)" />
        <rect x="126" y="46" width="176" height="32" rx="8" fill="var(--s1)" stroke="var(--t1)" strokeWidth="1.6" />
        <text x="140" y="67" fontSize="14.5" fontWeight="600" fill="var(--t1)" fontFamily="var(--font-text)">
          ID 1 234 567
        </text>
        <rect x="126" y="92" width="110" height="9" rx="4.5" fill="var(--line-2)" />
        <g fill="none" stroke="var(--t1)" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round">
          <path d="M394 34c-34 2-58 14-76 24" />
          <path d="m326 46-9 12 15 1" />
        </g>
      </svg>
    </details>
  );
}
