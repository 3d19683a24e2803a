import { useState } from 'react';
import type { AdminProof } from '#contract/contest.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { getScreenshot, judgeScreenshot } from '#web/api/calls/admin-calls.ts';
import { useAction } from '#web/api/use-action.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorToast } from '#web/ui/feedback/toast.tsx';

interface ProofListProps {
  readonly proofs: readonly AdminProof[];
  readonly onDone: () => void;
}

/** Screenshots to review, oldest first, each next to its signal for comparison. */
export function ProofList({ proofs, onDone }: ProofListProps) {
  const { t } = usePhrases();
  return (
    <section className="card" aria-labelledby="proofs-title">
      <div className="card-h">
        <h2 id="proofs-title" className="h3">
          {t('admin.contest.proofs')}
        </h2>
        <span className="text-13 text-ink-3">{t('admin.contest.logged')}</span>
      </div>
      {proofs.length === 0 ? (
        <p className="p-card text-ink-3">{t('admin.contest.noProofs')}</p>
      ) : (
        <ul>
          {proofs.map((proof) => (
            <ProofItem key={proof.id} proof={proof} onDone={onDone} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ProofItem({ proof, onDone }: { proof: AdminProof; onDone: () => void }) {
  const { t } = usePhrases();
  const [picture, setPicture] = useState<string | null>(null);
  const onError = useErrorToast();
  const show = useAction(async () => setPicture(await readAsDataUrl(await getScreenshot(proof.id))), onError);
  const judge = useAction(async (status: 'approved' | 'refused') => {
    await judgeScreenshot(proof.id, status);
    onDone();
  }, onError);
  return (
    <li className="contest-proof" aria-busy={show.isBusy || judge.isBusy}>
      <div className="flex flex-col gap-1 min-w-0">
        <b className="text-ink-1 wrap-anywhere">{proof.email}</b>
        <span className="text-13 text-ink-3">
          <Comparison signal={proof.signal} />
        </span>
      </div>
      {picture !== null && <img src={picture} alt={t('admin.contest.shownAlt', { email: proof.email })} />}
      <div className="flex items-center flex-wrap gap-2">
        {picture === null && (
          <button type="button" className="btn btn-s btn-sm" onClick={() => void show.run()}>
            {t('admin.contest.show')}
          </button>
        )}
        <button
          type="button"
          className="btn btn-p btn-sm"
          disabled={picture === null || judge.isBusy}
          onClick={() => void judge.run('approved')}
        >
          {t('admin.contest.approve')}
        </button>
        <button
          type="button"
          className="btn btn-g btn-sm"
          disabled={picture === null || judge.isBusy}
          onClick={() => void judge.run('refused')}
        >
          {t('admin.contest.refuse')}
        </button>
      </div>
    </li>
  );
}

function Comparison({ signal }: Pick<AdminProof, 'signal'>) {
  const { t, f } = usePhrases();
  if (!signal) return t('admin.contest.proofOfWinner');
  const at = Date.parse(signal.issuedAt);
  return t('admin.contest.proofOf', {
    pair: pairName(signal.symbol),
    direction: t(signal.direction === 'BUY' ? 'admin.contest.up' : 'admin.contest.down'),
    minutes: signal.duration,
    at: `${f.date(at)}, ${f.time(at)}`,
  });
}

/**
 * A picture that requires an admin token, as a data URL, as the content security policy requires.
 */
function readAsDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('reading the picture failed'));
    reader.readAsDataURL(file);
  });
}
