import { X } from 'lucide-react';
import { useLocation } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useLeave } from '#web/session/use-leave.ts';
import { useSession } from '#web/session/session-store.ts';

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
