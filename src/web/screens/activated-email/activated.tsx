import { Link } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { nextStep } from '#web/session/next-step.ts';
import { useSession } from '#web/session/use-session.ts';
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts';

/**
 * Continues with the next missing step; on a device without the registration's login session, with
 * the sign-in.
 */
export function Activated() {
  const { t, lang } = usePhrases();
  const session = useSession();
  const heading = useArrivalFocus();
  const user = session.kind === 'in' ? session.user : null;
  const next = user ? nextStep(user, lang, null) : paths.login(lang);
  const text = !user ? 'textVisitor' : user.referralId === null ? 'text' : 'textDone';
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="h1" ref={heading} tabIndex={-1}>
          {t('auth.activated.title')}
        </h1>
        <p>{t(`auth.activated.${text}`)}</p>
      </div>
      <Link className="btn btn-p btn-lg btn-block" to={next}>
        {t('auth.activated.next')}
      </Link>
    </>
  );
}
