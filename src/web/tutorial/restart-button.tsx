import { Compass } from 'lucide-react';
import { usePhrases } from '../language/use-phrases.ts';
import { useSession } from '../session/session-store.ts';
import { restartTutorial } from './restart-tutorial.ts';

/** For users with signal access: the tutorial is about signals. */
export function RestartButton() {
  const { t } = usePhrases();
  const session = useSession();
  if (session.kind !== 'in' || session.user.referralId === null) return null;
  return (
    <button type="button" className="btn btn-s btn-sm" onClick={restartTutorial}>
      <Compass className="ic" aria-hidden="true" />
      {t('tutorial.restart')}
    </button>
  );
}
