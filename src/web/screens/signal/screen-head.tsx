import { RotateCcw, WalletMinimal } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { MarketLine } from '#web/layouts/header/market-line.tsx';
import { paths } from '#web/paths.ts';
import type { SignalFlow } from './use-signal-flow.ts';
import { useReset } from './use-reset.ts';

export function ScreenHead({ user, flow }: { user: User; flow: SignalFlow }) {
  const { t, f, lang } = usePhrases();
  return (
    <div className="ph">
      <div className="flex flex-col gap-1">
        <h1 className="h2">{t('signal.title')}</h1>
        <div className="flex items-center flex-wrap text-14 text-ink-3 gap-x-4 gap-y-1.5">
          <MarketLine />
          {user.balance !== null && (
            <span className="flex items-center gap-2">
              <WalletMinimal className="ic size-4" aria-hidden="true" />
              {t('signal.balance', { amount: f.usd(user.balance) })}
              <Link className="link" to={paths.bankroll(lang)}>
                {t('signal.bankroll')}
              </Link>
            </span>
          )}
        </div>
      </div>
      {flow.shown && flow.search.kind === 'none-yet' && <ResetButton flow={flow} />}
    </div>
  );
}

function ResetButton({ flow }: { flow: SignalFlow }) {
  const { t } = usePhrases();
  const { isBusy, reset } = useReset(flow);
  return (
    <button
      type="button"
      data-tour="buttons"
      className="btn btn-s btn-sm"
      aria-busy={isBusy}
      aria-label={t('signal.reset')}
      onClick={reset}
    >
      <RotateCcw className={isBusy ? 'ic spin' : 'ic'} aria-hidden="true" />
      <span className="lbl">{t('signal.reset')}</span>
    </button>
  );
}
