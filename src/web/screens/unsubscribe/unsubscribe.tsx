import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { toKeys } from '#domain/objects.ts';
import { call } from '#web/api/request.ts';
import { useAction } from '#web/api/use-action.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { AuthHead } from '#web/ui/form/auth-head.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('account.unsubscribe.pageTitle')));

/** Mails that a link in them ends, by the token of the mail and without a sign-in. */
const ended = {
  digest: 'POST /api/user/digest-mail/unsubscribe/:token',
  alerts: 'POST /api/user/alert-mail/unsubscribe/:token',
} as const;

/** Target of the link in the mail. Asks first, because scanners open links. */
export default function Unsubscribe() {
  const { t, lang } = usePhrases();
  const errorText = useErrorText();
  const [query] = useSearchParams();
  const [isDone, setIsDone] = useState(false);
  const mail = toKeys(ended).find((name) => name === query.get('mail')) ?? 'digest';
  const end = useAction(async () => {
    await call(ended[mail], { params: { token: query.get('token') ?? '' }, anonymous: true });
    setIsDone(true);
  });
  if (isDone) return <Done mail={mail} />;
  return (
    <>
      <AuthHead title={t(`account.unsubscribe.${mail}.title`)}>{t(`account.unsubscribe.${mail}.text`)}</AuthHead>
      {end.error !== null && (
        <p className="note" role="alert">
          {errorText(end.error)} {t('account.unsubscribe.failed')}
        </p>
      )}
      <div className="flex flex-col gap-3">
        <Button action={end} look="p lg block" text={t('account.unsubscribe.button')} />
        <Button look="g block" to={paths.accountAlerts(lang)} text={t('account.unsubscribe.account')} />
      </div>
    </>
  );
}

function Done({ mail }: { readonly mail: keyof typeof ended }) {
  const { t, lang } = usePhrases();
  return (
    <>
      <AuthHead title={t('account.unsubscribe.doneTitle')} isArrival>
        {t(`account.unsubscribe.${mail}.doneText`)}
      </AuthHead>
      <Button look="p lg block" to={paths.accountAlerts(lang)} text={t('account.unsubscribe.account')} />
    </>
  );
}
