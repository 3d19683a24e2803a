import { useQueryClient } from '@tanstack/react-query';
import type { AdminContest as Answer } from '#contract/contest.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { AdminHead } from '#web/admin/admin-head.tsx';
import { Loaded } from '#web/admin/loaded.tsx';
import { getAdminContest } from '#web/api/calls/admin-calls.ts';
import { isApiError } from '#web/api/api-error.ts';
import { useRead } from '#web/api/use-read.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { DrawCard } from './draw-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ProofList } from './proof-list.tsx';
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
      <AdminHead title={t('admin.contest.title')} lead={contest.data && <Days answer={contest.data} />} />
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
