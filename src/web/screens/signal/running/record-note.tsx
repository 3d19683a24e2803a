import { Stamp } from 'lucide-react';
import { Link } from 'react-router';
import type { RecordLeaves } from '#contract/record/views.ts';
import type { Signal } from '#contract/signals.ts';
import type { ProofState } from '#domain/record/proof-state.ts';
import { getRecordEntry } from '#web/api/calls/signal-calls.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { ProofIcon } from '#web/record/proof-icon.tsx';
import { useContradiction } from '#web/record/use-contradiction.ts';
import { useProofText } from '#web/record/use-proof-text.ts';
import { useRecordSummary } from '#web/record/use-record-summary.ts';
import { shortHash } from '#web/record/short-hash.ts';
import { Note } from '#web/ui/feedback/note.tsx';

/** Witnesses see a signal within seconds; later, nothing changes any more. */
const whilePendingMs = 10_000;

/**
 * Number and hash of the forecast in the record, with the times of its entry in the record and its
 * expiry, and whether witnesses saw it in time.
 */
export function RecordNote({ signal }: { signal: Signal }) {
  const { t, f, lang } = usePhrases();
  const entry = useRead(['record', 'entry', signal.id], () => getRecordEntry(signal.id), {
    refetchInterval: ({ state }) => (stateOf(state.data) === 'pending' ? whilePendingMs : false),
  }).data;
  const leaf = entry?.leaves.find(({ index }) => index === entry.index);
  const contradiction = useContradiction();
  const time = f.time(Date.parse(signal.time));
  const isSettled = signal.status === 'settled' && signal.expiresAt !== null;
  return (
    <Note icon={Stamp}>
      <b>
        {isSettled
          ? t('signal.record.both', { time, end: f.time(Date.parse(signal.expiresAt ?? signal.time)) })
          : t('signal.record.before', { time })}
      </b>
      <br />
      {leaf ? (
        <>
          <Link className="link" to={paths.record(lang, leaf.index)}>
            {t('signal.record.number', { number: f.count(leaf.index) })}
          </Link>{' '}
          ·{' '}
          <span className="mono" title={leaf.leafHash}>
            {shortHash(leaf.leafHash)}
          </span>
        </>
      ) : (
        t('signal.record.pending')
      )}
      <Proof state={stateOf(entry)} />
      {contradiction !== null && (
        <Link className="link loss" to={paths.record(lang)}>
          {t(contradiction === 'unproven' ? 'signal.record.unproven' : 'signal.record.contradiction')}
        </Link>
      )}
    </Note>
  );
}

function Proof({ state }: { state: ProofState }) {
  const { t } = usePhrases();
  const isRequired = useRecordSummary()?.witnesses.quorum !== 0;
  const text = useProofText()?.(state);
  if (!isRequired) return <span className="block mt-1.5">{t('common.proof.meaning.noQuorum')}</span>;
  return (
    text && (
      <span className="flex gap-2 mt-1.5">
        <ProofIcon state={state} />
        <span>
          <b>{text.word}.</b> {text.meaning}
        </span>
      </span>
    )
  );
}

const stateOf = (entry: RecordLeaves | null | undefined) => entry?.proof ?? 'pending';
