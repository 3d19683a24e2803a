import { lazy, Suspense, useState } from 'react';
import { usePhrases } from '../../language/use-phrases.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }));

/** The way out, as plain as the way in. */
export function LeaveChallenge({ onLeft }: { onLeft: () => void }) {
  const { t } = usePhrases();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button type="button" className="btn btn-g btn-lg" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t('contest.leave.open')}
      </button>
      {isAsked && (
        <Suspense fallback={null}>
          <LeaveDialog onLeft={onLeft} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
