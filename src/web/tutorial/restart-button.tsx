import { Compass } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { usePhrases } from '../language/use-phrases.ts';
import { useSession } from '../session/session-store.ts';

/** For users with signal access: the tutorial is about signals. */
export function RestartButton() {
  const { t } = usePhrases();
  const session = useSession();
  if (session.kind !== 'in' || session.user.referralId === null) return null;
  return <Button look="s sm" onClick={restartTutorial} icon={Compass} text={t('common.tutorialAgain')} />;
}

const eventName = 'tutorial-reset';

/** Pressed before the tutorial was loaded. */
let isRequested = false;

/** Resets the progress of every tour and starts again. Works on any page of the main layout. */
function restartTutorial(): void {
  isRequested = true;
  dispatchEvent(new Event(eventName));
}

export function onTutorialRestart(restart: () => void): () => void {
  const listener = (): void => {
    if (isRequested) restart();
    isRequested = false;
  };
  listener();
  addEventListener(eventName, listener);
  return () => removeEventListener(eventName, listener);
}
