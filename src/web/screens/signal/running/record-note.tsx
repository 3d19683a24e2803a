import { Stamp } from 'lucide-react';
import type { Signal } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useContradiction } from '#web/record/use-contradiction.ts';
import { TextLink } from '#web/ui/text-link.tsx';

/** Number of the forecast's entry in the record, which that page checks, and when it was issued. */
export function RecordNote({ signal: { time, recordIndex } }: { signal: Pick<Signal, 'time' | 'recordIndex'> }) {
  const { t, f, lang } = usePhrases();
  const contradiction = useContradiction();
  // Of replayed prices no record is kept.
  if (recordIndex === null) return null;
  return (
    <div className="record-line text-13 text-ink-3 tabular-nums">
      <Stamp className="ic size-4" />
      <span>{t('signal.record.before', { time: f.time(Date.parse(time)) })}</span>
      <TextLink
        to={paths.record(lang, recordIndex)}
        text={t('signal.record.number', { number: f.count(recordIndex) })}
      />
      {contradiction !== null && (
        <TextLink className="loss" to={paths.record(lang)} text={t('signal.record.contradiction')} />
      )}
    </div>
  );
}
