import { Stamp } from 'lucide-react';
import { Link } from 'react-router';
import type { Signal } from '#contract/signals.ts';
import { getProof } from '#web/api/signal-calls.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useContradiction } from '#web/record/use-contradiction.ts';
import { shortHash } from '#web/record/short-hash.ts';
import { Note } from '#web/ui/note.tsx';

/**
 * Number and hash of the forecast in the record, with the times of its entry in the record and its
 * expiry.
 */
export function RecordNote({ signal }: { signal: Signal }) {
  const { t, f, lang } = usePhrases();
  const proof = useRead(['proof', signal.id], () => getProof(signal.id), {
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
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
      {proof ? (
        <>
          <Link className="link" to={paths.record(lang, proof.index)}>
            {t('signal.record.number', { number: f.count(proof.index) })}
          </Link>{' '}
          ·{' '}
          <span className="mono" title={proof.leafHash}>
            {shortHash(proof.leafHash)}
          </span>
        </>
      ) : (
        t('signal.record.pending')
      )}
      {contradiction !== null && (
        <>
          <br />
          <Link className="link loss" to={paths.record(lang)}>
            {t(contradiction === 'unproven' ? 'signal.record.unproven' : 'signal.record.contradiction')}
          </Link>
        </>
      )}
    </Note>
  );
}
