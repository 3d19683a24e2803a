import { Link } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session-store.ts';
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts';

/** A new link is requested on the page that waits for it, after a sign-in if necessary. */
export function ActivationFailed({ text, onRetry }: { text: string; onRetry?: () => void }) {
  const { t, lang } = usePhrases();
  const isSignedIn = useSession().kind === 'in';
  const heading = useArrivalFocus();
  const target = isSignedIn ? paths.confirmEmail(lang) : paths.login(lang, paths.confirmEmail(lang));
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="h1" ref={heading} tabIndex={-1}>
          {onRetry ? t('auth.activated.failedTitle') : t('auth.activated.invalidTitle')}
        </h1>
        <p>{text}</p>
      </div>
      <div className="flex flex-col gap-3">
        {onRetry && (
          <button type="button" className="btn btn-p btn-lg btn-block" onClick={onRetry}>
            {t('common.tryAgain')}
          </button>
        )}
        <Link className={onRetry ? 'btn btn-g btn-block' : 'btn btn-p btn-lg btn-block'} to={target}>
          {t('auth.activated.askAgain')}
        </Link>
      </div>
    </>
  );
}
