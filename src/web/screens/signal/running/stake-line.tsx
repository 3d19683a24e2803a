import { Link } from 'react-router';
import { acceptedStakeAt } from '#domain/signals/stake-rule.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { readStored } from '#web/storage/stored.ts';

/** The stake by the trader's own rule; without a rule, a link to set one. */
export function StakeLine({ balance }: { balance: number | null }) {
  const { t, f, lang } = usePhrases();
  const share = readStored('stakeShare');
  if (share === null || balance === null) {
    return (
      <Link className="link text-13 self-start" to={paths.bankroll(lang)}>
        {t('signal.broker.setRule')}
      </Link>
    );
  }
  const percent = f.percent(share, Math.round(share * 1_000) % 10 === 0 ? 0 : 1);
  return (
    <p className="flex items-baseline justify-between gap-3 text-13 text-ink-3">
      {t('signal.broker.stake', { share: percent })}
      <b className="text-14 text-ink-1 tabular-nums">{f.usd(acceptedStakeAt(balance, share))}</b>
    </p>
  );
}
