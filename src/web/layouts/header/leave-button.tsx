import { X } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useSession, signOut } from '#web/session/session-store.ts';
import { stopPushes } from '#web/alerts/push-device.ts';

/** For the steps between registration and the first signal: signs out of an unwanted account. */
export function LeaveButton() {
  const { t, lang } = usePhrases();
  const { pathname } = useLocation();
  const leave = useLeave();
  const { kind } = useSession();
  const isSignedIn = kind === 'in' || kind === 'waiting';
  const isStep = [paths.secondFactor(lang), paths.confirmEmail(lang), paths.enterId(lang)].includes(
    pathname.replace(/\/$/, ''),
  );
  if (!isSignedIn || !isStep) return null;
  return (
    <button type="button" className="ibtn bare" aria-label={t('common.leave')} onClick={leave}>
      <X className="ic" />
    </button>
  );
}

/** Signs out and goes to the home page, from any page. */
export function useLeave(): () => void {
  const { lang } = usePhrases();
  const navigate = useNavigate();
  return () => {
    // The next person at this browser must not receive this one's alerts.
    void stopPushes();
    void signOut();
    void navigate(paths.home(lang));
  };
}
