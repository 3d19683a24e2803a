import { useQuery } from '@tanstack/react-query';
import { Stamp } from 'lucide-react';
import { recordPaths } from '#contract/paths.ts';
import type { RecordLeaves } from '#contract/record/views.ts';
import type { Signal } from '#contract/signals.ts';
import { fillPath, getJson } from '#web/api/request.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { ProofIcon, shortHash, useProofText } from '#web/record/entry-proof.tsx';
import { useContradiction } from '#web/record/use-contradiction.ts';
import { TextLink } from '#web/ui/text-link.tsx';

/** Witnesses see a signal within seconds; later, nothing changes any more. */
const whilePendingMs = 10_000;

/**
 * Number and hash of the forecast in the record, the time of its entry, and whether witnesses saw
 * it in time. What that proves is explained on the record page.
 */
export function RecordNote({ signal }: { signal: Signal }) {
  const { t, f, lang } = usePhrases();
  const entry = useQuery({
    queryKey: ['record', 'entry', signal.id],
    queryFn: () => getRecordEntry(signal.id),
    refetchInterval: ({ state }) => (getState(state.data) === 'pending' ? whilePendingMs : false),
  }).data;
  const leaf = entry?.leaves.find(({ index }) => index === entry.index);
  const contradiction = useContradiction();
  const proof = useProofText()?.(getState(entry));
  return (
    <div className="record-line text-13 text-ink-3 tabular-nums">
      <Stamp className="ic size-4" />
      <span>{t('signal.record.before', { time: f.time(Date.parse(signal.time)) })}</span>
      {leaf ? (
        <>
          <TextLink
            to={paths.record(lang, leaf.index)}
            text={t('signal.record.number', { number: f.count(leaf.index) })}
          />
          <span className="mono" title={leaf.leafHash}>
            {shortHash(leaf.leafHash)}
          </span>
        </>
      ) : (
        <span>{t('signal.record.pending')}</span>
      )}
      {proof && (
        <span className="flex items-center gap-1" title={proof.meaning}>
          <ProofIcon state={getState(entry)} />
          {proof.word}
        </span>
      )}
      {contradiction !== null && (
        <TextLink
          className="loss"
          to={paths.record(lang)}
          text={t(contradiction === 'unproven' ? 'signal.record.unproven' : 'signal.record.contradiction')}
        />
      )}
    </div>
  );
}

const getState = (entry: RecordLeaves | null | undefined) => entry?.proof ?? 'pending';

const getRecordEntry = (signalId: string): Promise<RecordLeaves> => getJson(fillPath(recordPaths.entry, signalId));
