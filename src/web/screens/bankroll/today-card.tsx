import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Hand } from 'lucide-react';
import { useState } from 'react';
import type { Today } from '#contract/day-stop.ts';
import { useEvent } from '#web/api/event-hub.ts';
import { callQuery } from '#web/api/queries.ts';
import { call } from '#web/api/request.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Note } from '#web/ui/feedback/note.tsx';

const todayQuery = callQuery('GET /api/today');

/** The day's results as the server counts them, and the button that ends the day. */
export function TodayCard() {
  const { t } = usePhrases();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ ...todayQuery, staleTime: 0, refetchInterval: 60_000 });
  useEvent('result', () => void queries.invalidateQueries(todayQuery));
  const stop = async (): Promise<void> => {
    queries.setQueryData(todayQuery.queryKey, await call('POST /api/today/stop'));
  };
  return (
    <section className="card p-card flex flex-col gap-4" aria-labelledby="today-title">
      <h2 id="today-title" className="h3">
        {t('bankroll.today.title')}
      </h2>
      {error && !data && <LoadError title={t('bankroll.today.unread')} onRetry={() => void refetch()} />}
      {!data && !error && <span className="sk block h-24" aria-hidden="true" />}
      {data && (
        <>
          <Results results={data.results} />
          <Stop today={data} onStop={stop} />
        </>
      )}
    </section>
  );
}

function Results({ results }: { results: Today['results'] }) {
  const { t } = usePhrases();
  const count = (result: string): number => results.filter((one) => one === result).length;
  if (results.length === 0) return <p className="text-14 text-ink-3">{t('bankroll.today.none')}</p>;
  const values = { won: count('successful'), lost: count('unsuccessful'), equal: count('neutral') };
  return <p className="text-14 text-ink-3">{t('bankroll.today.results', values)}</p>;
}

function Stop({ today, onStop }: { today: Today; onStop: () => Promise<void> }) {
  const { t, f } = usePhrases();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { stoppedUntil, dayEnds, timezone } = today;
  const time = f.clock(Date.parse(stoppedUntil ?? dayEnds));
  if (stoppedUntil !== null) {
    return (
      <Note icon={Hand} tone="warn">
        <Rich text={t('bankroll.today.asked', { time })} />
      </Note>
    );
  }
  const zone =
    timezone === 'Europe/Kyiv'
      ? t('bankroll.today.zoneKyiv')
      : t('bankroll.today.zone', { zone: timezone.replaceAll('_', ' ') });
  return (
    <>
      <Button look="p lg block" onClick={() => setIsDialogOpen(true)} text={t('bankroll.today.stop')} />
      <p className="text-13 text-ink-3">{t('bankroll.today.stopNote', { time, zone })}</p>
      {isDialogOpen && (
        <ActionDialog
          title={t('bankroll.today.confirm')}
          confirm={t('bankroll.today.confirmYes')}
          cancel={t('bankroll.today.confirmNo')}
          act={onStop}
          onDone={() => setIsDialogOpen(false)}
          onClose={() => setIsDialogOpen(false)}
        >
          <p>{t('bankroll.today.confirmText', { time })}</p>
        </ActionDialog>
      )}
    </>
  );
}
