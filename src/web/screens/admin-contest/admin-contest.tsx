import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminContest as Answer, AdminProof } from '#contract/contest.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { Loaded } from '#web/admin/loaded.tsx';
import { isApiError } from '#web/api/api-error.ts';
import { getAdminContest, getScreenshot, judgeScreenshot } from '#web/api/calls/admin-calls.ts';
import { useRead } from '#web/api/use-read.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { DrawCard } from './draw-card.tsx';
import { WinnersCard } from './winners-card.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.contest.title')));

/** The contest for its operator: progress, draw, winners, and screenshots to review. */
export default function AdminContest() {
  const { t } = usePhrases();
  const queries = useQueryClient();
  const contest = useRead(['admin', 'contest'], getAdminContest);
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['admin'] });
  return (
    <>
      <PageHead title={t('admin.contest.title')} lead={contest.data && <Days answer={contest.data} />} />
      {isApiError(contest.error, 'contest_off') ? (
        <p className="card p-card">{t('admin.contest.off')}</p>
      ) : (
        <Loaded read={contest}>
          {(answer) => (
            <div className="flex flex-col gap-4">
              <Facts answer={answer} />
              <DrawCard answer={answer} onDone={refresh} />
              <WinnersCard winners={answer.winners} onDone={refresh} />
              <ProofList proofs={answer.proofs} onDone={refresh} />
              <ProgressCard progress={answer.progress} />
            </div>
          )}
        </Loaded>
      )}
    </>
  );
}

function Days({ answer: { contest } }: { answer: Answer }) {
  const { t, f } = usePhrases();
  const from = f.day(Date.parse(contest.startsAt), contest.timezone);
  const to = f.day(Date.parse(contest.endsAt) - 1, contest.timezone);
  return t('admin.contest.days', { from, to, state: t(`admin.contest.states.${contest.state}`) });
}

function Facts({ answer: { contest, progress, proofs } }: { answer: Answer }) {
  const { t, f } = usePhrases();
  const facts = [
    [t('admin.contest.joined'), f.count(contest.joined)],
    [t('admin.contest.eligible'), f.count(progress[contestRules.trades] ?? 0)],
    [t('admin.contest.waiting'), f.count(proofs.length)],
    [t('admin.contest.prizes'), contest.prizes.join(', ') || t('admin.contest.noPrizes')],
  ] as const;
  return (
    <dl className="card contest-kv">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-13 text-ink-3">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Number of participants by number of counted trades: a labelled bar each. */
function ProgressCard({ progress }: { progress: readonly number[] }) {
  const { t, f } = usePhrases();
  const max = Math.max(...progress, 1);
  return (
    <section className="card p-card flex flex-col gap-4" aria-labelledby="progress-title">
      <div className="flex flex-col gap-1">
        <h2 id="progress-title" className="h3">
          {t('admin.contest.progress')}
        </h2>
        <p className="text-14 text-ink-3">{t('admin.contest.progressText')}</p>
      </div>
      <ol className="contest-progress">
        {progress.map((count, trades) => (
          <li key={trades}>
            <span className="tabular-nums" aria-hidden="true">
              {trades}
            </span>
            <span className="bar" aria-hidden="true">
              <i style={{ width: `${(count / max) * 100}%` }} />
            </span>
            <span className="tabular-nums text-ink-3" aria-hidden="true">
              {f.count(count)}
            </span>
            <span className="sr-only">{t('admin.contest.bar', { trades, count })}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Screenshots to review, oldest first, each next to its signal for comparison. */
function ProofList({ proofs, onDone }: { proofs: readonly AdminProof[]; onDone: () => void }) {
  const { t } = usePhrases();
  return (
    <Card
      title={t('admin.contest.proofs')}
      titleId="proofs-title"
      aside={<span className="text-13 text-ink-3">{t('admin.contest.logged')}</span>}
    >
      {proofs.length === 0 ? (
        <p className="p-card text-ink-3">{t('admin.contest.noProofs')}</p>
      ) : (
        <ul>
          {proofs.map((proof) => (
            <ProofItem key={proof.id} proof={proof} onDone={onDone} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ProofItem({ proof, onDone }: { proof: AdminProof; onDone: () => void }) {
  const { t } = usePhrases();
  const [picture, setPicture] = useState<string | null>(null);
  const show = useToastAction(async () => setPicture(await readAsDataUrl(await getScreenshot(proof.id))));
  const judge = useToastAction(async (status: 'approved' | 'refused') => {
    await judgeScreenshot(proof.id, status);
    onDone();
  });
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
        {picture === null && <Button action={show} look="s sm" text={t('admin.contest.show')} />}
        <Button
          look="p sm"
          isBusy={judge.isBusy}
          disabled={picture === null}
          onClick={() => void judge.run('approved')}
          text={t('admin.contest.approve')}
        />
        <Button
          look="g sm"
          isBusy={judge.isBusy}
          disabled={picture === null}
          onClick={() => void judge.run('refused')}
          text={t('admin.contest.refuse')}
        />
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
