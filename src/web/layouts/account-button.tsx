import { LogIn, LogOut } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { signOut } from '../session/session-store.ts';
import { useSession } from '../session/use-session.ts';

/** Room is kept while the session is unknown, so that nothing jumps when it is. */
export function AccountButton({ className, onDone }: { className: string; onDone?: () => void }) {
  const { t, lang } = usePhrases();
  const session = useSession();
  const navigate = useNavigate();
  if (session.kind !== 'in') {
    return (
      <Link className={className} to={paths.login(lang)} {...(onDone && { onClick: onDone })}>
        <LogIn className="ic" aria-hidden="true" />
        {t('common.header.signIn')}
      </Link>
    );
  }
  const leave = (): void => {
    onDone?.();
    void signOut();
    void navigate(paths.home(lang));
  };
  return (
    <button type="button" className={className} onClick={leave}>
      <LogOut className="ic" aria-hidden="true" />
      {t('common.header.signOut')}
    </button>
  );
}
