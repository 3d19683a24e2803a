import { useEffect } from 'react';
import { Link, Navigate } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { nextStep } from '#web/session/next-step.ts';
import { useSession } from '#web/session/session-store.ts';
import { announce } from '#web/ui/feedback/announcer.ts';
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts';

/**
 * Leads straight on to the step that is missing; where none is, or on a device without the
 * registration's login session, says so and offers the next page.
 */
export function Activated() {
  const { t, lang } = usePhrases();
  const session = useSession();
  const heading = useArrivalFocus();
  const user = session.kind === 'in' ? session.user : null;
  const next = user ? nextStep(user, lang, null) : paths.login(lang);
  if (user && user.referralId === null) return <Onward to={next} />;
  const text = user ? 'textDone' : 'textVisitor';
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

function Onward({ to }: { to: string }) {
  const { t } = usePhrases();
  const message = t('auth.activated.title');
  useEffect(() => announce(message), [message]);
  return <Navigate to={to} replace />;
}
