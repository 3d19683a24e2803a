import { lazy, Suspense, useState } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }));

/** The button to leave, as visible as the one to join. */
export function LeaveChallenge({ onLeft }: { onLeft: () => void }) {
  const { t } = usePhrases();
  const [isRequested, setRequested] = useState(false);
  return (
    <>
      <button type="button" className="btn btn-g btn-lg" aria-haspopup="dialog" onClick={() => setRequested(true)}>
        {t('contest.leave.open')}
      </button>
      {isRequested && (
        <Suspense fallback={null}>
          <LeaveDialog onLeft={onLeft} onClose={() => setRequested(false)} />
        </Suspense>
      )}
    </>
  );
}
