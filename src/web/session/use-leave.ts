import { useNavigate } from 'react-router';
import { stopPushes } from '../alerts/push-device.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { signOut } from './session-store.ts';

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
