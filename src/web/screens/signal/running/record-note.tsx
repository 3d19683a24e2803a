import { ShieldCheck } from 'lucide-react';
import type { Signal } from '#contract/signals.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useContradiction } from '#web/record/use-contradiction.ts';
import { TextLink } from '#web/ui/text-link.tsx';

/** The model, and the number of its forecast in the record, which that page checks. */
export function RecordNote({ signal: { aiModel, duration, time, status, recordIndex } }: { signal: Signal }) {
  const { t, f, lang } = usePhrases();
  const contradiction = useContradiction();
  const by = t('flow.record.by', { model: aiModelName(aiModel), minutes: t('signal.minutes', { n: duration }) });
  // Replayed prices have no record.
  if (recordIndex === null) return <p className="lc-sub mt-3.5">{by}</p>;
  const recorded =
    status === 'settled' ? t('flow.record.beforeResult') : t('flow.record.before', { time: f.time(Date.parse(time)) });
  return (
    <p className="lc-sub mt-3.5 flex items-start gap-2">
      <ShieldCheck className="ic size-4.5 flex-none" />
      <span>
        {by} {recorded}{' '}
        <TextLink
          to={paths.record(lang, recordIndex)}
          text={t('flow.record.number', { number: f.count(recordIndex) })}
        />
        {contradiction !== null && (
          <>
            {' '}
            <TextLink className="loss" to={paths.record(lang)} text={t('flow.record.contradiction')} />
          </>
        )}
      </span>
    </p>
  );
}
