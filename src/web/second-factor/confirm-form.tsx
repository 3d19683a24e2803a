import { type ComponentProps, type FormEvent, useId, useState } from 'react';
import type { ConfirmBody, SecondFactor } from '#contract/second-factor.ts';
import { call } from '../api/request.ts';
import { useAction } from '../api/use-action.ts';
import { useStore } from '../create-store.ts';
import { useErrorText } from '../language/use-error-text.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SubmitButton } from '../ui/form/answered-form.tsx';
import { FieldMessage } from '../ui/form/field-message.tsx';
import { pendingConfirmation } from './confirm-again.ts';

const ways = ['totp', 'password', 'recovery'] as const;
type Way = (typeof ways)[number];

interface ConfirmFormProps {
  readonly factor: SecondFactor;
  /** Before a grave action; the second step of signing in needs more. */
  readonly acceptsPassword?: boolean;
  readonly onDone: () => unknown;
}

/** The ways that the account has, the strongest first; one is shown at a time. */
export function ConfirmForm({ factor, acceptsPassword = false, onDone }: ConfirmFormProps) {
  const { t } = usePhrases();
  const open: Record<Way, boolean> = {
    totp: factor.totp !== null,
    password: acceptsPassword,
    recovery: !acceptsPassword && factor.recoveryCodesLeft > 0,
  };
  const offered = ways.filter((way) => open[way]);
  const [chosen, setChosen] = useState<Way>();
  const way = chosen ?? offered[0] ?? 'recovery';
  return (
    <div className="flex flex-col gap-4">
      <TypedForm key={way} way={way} send={(text) => confirm(getBody(way, text))} onDone={onDone} />
      {offered.length > 1 && (
        <div className="flex flex-wrap items-center gap-x-2">
          <span className="text-14 text-ink-3">{t('account.secondFactor.otherWay')}</span>
          {offered
            .filter((other) => other !== way)
            .map((other) => (
              <button key={other} type="button" className="link-btn" onClick={() => setChosen(other)}>
                {t(`account.secondFactor.way.${other}`)}
              </button>
            ))}
        </div>
      )}
    </div>
  );
}

const getBody = (by: Way, text: string) => (by === 'password' ? { by, password: text } : { by, code: text });

const inputs: Readonly<Record<Way, ComponentProps<'input'>>> = {
  totp: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 7 },
  recovery: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 40 },
  password: { type: 'password', autoComplete: 'current-password' },
};

interface TypedFormProps {
  readonly way: Way;
  readonly send: (text: string) => Promise<unknown>;
  readonly onDone: () => unknown;
}

/** One field whose text is sent. */
function TypedForm({ way, send, onDone }: TypedFormProps) {
  const { t } = usePhrases();
  const id = useId();
  const [text, setText] = useState('');
  const errorText = useErrorText();
  const { run, isBusy, error } = useAction(async () => {
    await send(text);
    await onDone();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim()) void run();
  };
  return (
    <form className="flex flex-col gap-3" method="post" noValidate onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{t(`account.secondFactor.way.${way}`)}</label>
        <div className="box">
          <input
            id={id}
            className="inp-t"
            {...inputs[way]}
            value={text}
            aria-invalid={error !== null}
            aria-describedby={`${id}-message`}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <FieldMessage id={`${id}-message`} text={error === null ? undefined : errorText(error)} />
        {way === 'totp' && <span className="text-13 text-ink-3">{t('account.secondFactor.codeHint')}</span>}
      </div>
      <SubmitButton isBusy={isBusy}>{t('account.confirm')}</SubmitButton>
    </form>
  );
}

const confirm = (body: ConfirmBody): Promise<void> => call('POST /api/second-factor/confirm', { body });

/** Asks for a password or a code before a grave action; once in a layout. */
export function ConfirmDialog() {
  const { t } = usePhrases();
  const pending = useStore(pendingConfirmation);
  if (!pending) return null;
  return (
    <Dialog title={t('account.secondFactor.again.title')} onClose={() => pending.settle(false)}>
      <p className="text-14 text-ink-3">{t('account.secondFactor.again.text')}</p>
      <ConfirmForm factor={pending.factor} acceptsPassword onDone={() => pending.settle(true)} />
    </Dialog>
  );
}
