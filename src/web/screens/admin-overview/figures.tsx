import type { AdminOverview } from '#contract/admin/system.ts';
import { countText } from '#web/admin/admin-texts.ts';
import { StatCards } from '#web/ui/card.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';

/** Users and signals in numbers; signals are those of the market's day. */
export function Figures({ overview: { users, signals } }: { overview: AdminOverview }) {
  const phrases = usePhrases();
  const { t, f } = phrases;
  const reasons = signals.voidReasons.map(
    ({ reason, count }) => `${t(`common.voidReason.${reason}`)}, ${f.count(count)}`,
  );
  const share = users.total === 0 ? null : f.percent(users.withAccess / users.total, 1);
  const figures = [
    [
      t('admin.overview.users'),
      countText(users.total, users, phrases),
      t('admin.overview.usersToday', { n: f.count(users.today) }),
    ],
    [
      t('admin.overview.access'),
      countText(users.withAccess, users, phrases),
      share && t('admin.overview.accessOf', { percent: share }),
    ],
    [
      t('admin.overview.signals'),
      f.count(signals.today),
      t('admin.overview.signalsOf', {
        won: f.count(signals.successful),
        lost: f.count(signals.unsuccessful),
        tied: f.count(signals.neutral),
        open: f.count(signals.open),
      }),
    ],
    [
      t('admin.overview.voided'),
      f.count(signals.void),
      signals.void === 0 ? t('admin.overview.noVoids') : reasons.join('; '),
    ],
  ] as const;
  return <StatCards stats={figures} />;
}
