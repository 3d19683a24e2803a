import { useQueryClient } from '@tanstack/react-query';
import type { AdminContest as Answer } from '#contract/contest.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { getAdminContest } from '#web/api/admin-contest-calls.ts';
import { isApiError } from '#web/api/api-error.ts';
import { useRead } from '#web/api/use-read.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { DrawCard } from './draw-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ProofList } from './proof-list.tsx';
import { WinnersCard } from './winners-card.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.contest.title')));

/** The contest for its operator: progress, draw, winners, and screenshots to review. */
export default function AdminContest() {
  const { t } = usePhrases();
  const queries = useQueryClient();
  const { data, error, again } = useRead(['admin', 'contest'], getAdminContest);
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['admin'] });
  return (
    <>
      <div className="ph">
        <div className="col g1">
          <h1 className="h2">{t('admin.contest.title')}</h1>
          {data && <Days answer={data} />}
        </div>
      </div>
      {isApiError(error, 'contest_off') && <p className="card pad">{t('admin.contest.off')}</p>}
      {error && !data && !isApiError(error, 'contest_off') && (
        <LoadError title={t('admin.list.failed')} error={error} onAgain={again} />
      )}
      {!data && !error && <div className="sk adm-sk" aria-hidden="true" />}
      {data && (
        <div className="col g4">
          <Facts answer={data} />
          <DrawCard answer={data} onDone={refresh} />
          <WinnersCard winners={data.winners} onDone={refresh} />
          <ProofList proofs={data.proofs} onDone={refresh} />
          <ProgressCard progress={data.progress} />
        </div>
      )}
    </>
  );
}

function Days({ answer: { contest } }: { answer: Answer }) {
  const { t, f } = usePhrases();
  const from = f.day(Date.parse(contest.startsAt), contest.timezone);
  const to = f.day(Date.parse(contest.endsAt) - 1, contest.timezone);
  return (
    <p className="s14 t3">{t('admin.contest.days', { from, to, state: t(`admin.contest.states.${contest.state}`) })}</p>
  );
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
          <dt className="s13 t3">{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
