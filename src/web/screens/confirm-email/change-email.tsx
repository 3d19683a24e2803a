import { useQueryClient } from '@tanstack/react-query';
import { changeEmail } from '#web/api/calls/account-calls.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { RobotCheck } from '#web/robot-check/robot-check.tsx';
import { useRobotCheck } from '#web/robot-check/use-robot-check.ts';
import { updateUser } from '#web/session/session-store.ts';
import { announce } from '#web/ui/feedback/announcer.ts';
import { EmailField } from '#web/ui/form/email-field.tsx';
import { AnsweredForm } from '#web/ui/form/answered-form.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { useAnsweredForm } from '#web/ui/form/use-answered-form.ts';

/** A mistyped address can be corrected before it is confirmed; a new mail follows. */
export function ChangeEmail({ onDone }: { onDone: () => void }) {
  const { t, lang } = usePhrases();
  const queries = useQueryClient();
  const robot = useRobotCheck();
  const { values, setValue, field, submit, isBusy, captchaError, summary } = useAnsweredForm({
    schema: () => import('./change-form.ts').then((file) => file.ChangeForm),
    defaultValues: { email: '' },
    robot,
    send: async ({ email }, captcha) => {
      updateUser(await changeEmail({ email, lang, ...(captcha && { captcha }) }));
      announce(t('auth.confirm.changed'));
      await queries.invalidateQueries({ queryKey: ['activation'] });
      onDone();
    },
  });
  return (
    <AnsweredForm submit={submit} summary={summary}>
      <EmailField
        {...field('email')}
        label={t('auth.confirm.changeTitle')}
        typed={values.email}
        onCorrect={(meant) => setValue('email', meant)}
      />
      <RobotCheck control={robot} error={captchaError} />
      <div className="flex flex-col gap-3">
        <SubmitButton isBusy={isBusy}>{t('auth.confirm.changeSubmit')}</SubmitButton>
        <button type="button" className="btn btn-g btn-block" onClick={onDone}>
          {t('auth.confirm.cancel')}
        </button>
      </div>
    </AnsweredForm>
  );
}
