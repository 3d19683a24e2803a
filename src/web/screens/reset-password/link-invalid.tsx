import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts';

/**
 * Used, replaced, expired or mistyped: the server does not say which, and the next step is the
 * same.
 */
export function LinkInvalid() {
  const { t, lang } = usePhrases();
  const heading = useArrivalFocus();
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="h1" ref={heading} tabIndex={-1}>
          {t('auth.reset.invalidTitle')}
        </h1>
        <p>{t('auth.reset.invalid')}</p>
      </div>
      <div className="flex flex-col gap-3">
        <Link className="btn btn-p btn-lg btn-block" to={paths.forgotPassword(lang)}>
          {t('auth.reset.askAgain')}
        </Link>
        <Link className="btn btn-g btn-block" to={paths.login(lang)}>
          <ArrowLeft className="ic" aria-hidden="true" />
          {t('auth.toSignIn')}
        </Link>
      </div>
    </>
  );
}
