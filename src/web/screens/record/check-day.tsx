import { useMutation } from '@tanstack/react-query';
import { Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { askRecord } from '#web/record/ask-record.ts';
import { ErrorNote, Verdict } from '#web/record/verdict.tsx';
import { Button } from '#web/ui/button.tsx';

/** Runs the rules of the record over its newest 24 hours, in this browser. */
export function CheckDay() {
  const { t, f } = usePhrases();
  const [done, setDone] = useState(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: () => {
      setDone(0);
      running.current = new AbortController();
      return askRecord('day', {}, { abort: running.current.signal, onProgress: setDone });
    },
  });
  const stop = (): void => {
    running.current?.abort();
    reset();
  };
  const { leaves = 0, minutes = 0, uncovered = 0 } = data?.found ?? {};
  return (
    <section className="card rec-box">
      <h2>{t('record.day.title')}</h2>
      {isPending && <progress className="rec-progress" value={done} aria-label={t('record.day.title')} />}
      <div role="status" className="empty:-mt-3">
        {data && <Verdict checked={data} matches={t('record.day.matches')} />}
        {data?.found && (
          <p className="text-14">
            {t('record.day.read', {
              leaves: f.count(leaves),
              uncovered: f.count(uncovered),
              minutes: f.count(minutes),
            })}
          </p>
        )}
        {error && <ErrorNote error={error} />}
      </div>
      {isPending ? (
        <Button look="s" icon={Square} onClick={stop} text={t('record.day.stop')} />
      ) : (
        <Button look="s" onClick={() => mutate()} text={t(data ? 'record.day.again' : 'record.day.start')} />
      )}
    </section>
  );
}
