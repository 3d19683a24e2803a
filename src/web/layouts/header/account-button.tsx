import { CircleUserRound } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { usePhrases } from '../../language/use-phrases.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session-store.ts';

interface AccountButtonProps {
  readonly className: string;
  /** Class of the registration link, which may be more prominent than the account button. */
  readonly registerClassName?: string;
  readonly onDone?: () => void;
}

/**
 * The account of a signed-in user, otherwise links to sign in and register. The visitor links are
 * shown while the state is unknown.
 */
export function AccountButton({ className, registerClassName = className, onDone }: AccountButtonProps) {
  const { t, lang } = usePhrases();
  const { pathname } = useLocation();
  const session = useSession();
  const done = onDone && { onClick: onDone };
  if (session.kind === 'in') {
    const isHere = pathname.startsWith(paths.account(lang));
    return (
      <Link className={className} to={paths.account(lang)} aria-current={isHere ? 'page' : undefined} {...done}>
        <CircleUserRound className="ic" aria-hidden="true" />
        {t('common.header.account')}
      </Link>
    );
  }
  return (
    <>
      <Link className={registerClassName} to={paths.register(lang)} {...done}>
        {t('common.header.register')}
      </Link>
      <span className="or text-14 text-ink-3">{t('common.header.or')}</span>
      <Link className="or-link link text-14" to={paths.login(lang)} {...done}>
        {t('common.header.signIn')}
      </Link>
    </>
  );
}
