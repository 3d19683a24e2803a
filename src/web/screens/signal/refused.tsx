import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#contract/accounts.ts';
import { useProblemWords } from '../../language/use-problem-words.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import type { Search } from './search.ts';
import type { SignalDesk } from './signal-desk.ts';
import { VipBalance } from './vip-balance.tsx';
import type { Wish } from './wish.ts';

interface RefusedProps {
  readonly search: Extract<Search, { kind: 'refused' }>;
  readonly user: User;
  readonly desk: SignalDesk;
}

/** `details` of the two balance refusals. */
function balancesIn(details: unknown): { readonly balance: number | null; readonly minBalance: number | null } {
  const { balance, minBalance } = Object(details) as Readonly<Partial<Record<string, unknown>>>;
  return {
    balance: typeof balance === 'number' ? balance : null,
    minBalance: typeof minBalance === 'number' ? minBalance : null,
  };
}

/** The server said no: the two refusals about money have a screen, the others their sentence. */
export function Refused({ search, user, desk }: RefusedProps) {
  const { problem, wish } = search;
  const { t } = usePhrases();
  const details = balancesIn(problem.details);
  const balance = details.balance ?? user.balance;
  if (problem.code === 'vip_balance_required') {
    return (
      <VipBalance balance={balance} needed={details.minBalance ?? 1000} onOther={desk.putAway}>
        <AgainButton className="btn-s" wish={wish} desk={desk}>
          <RefreshCw className="ic" aria-hidden="true" />
          {t('signal.balanceLow.check')}
        </AgainButton>
      </VipBalance>
    );
  }
  return <PlainRefusal search={search} desk={desk} />;
}

interface AgainButtonProps {
  readonly className: string;
  readonly wish: Wish;
  readonly desk: SignalDesk;
  readonly children: ReactNode;
}

/** Asks once more. A chase was agreed to once: it leads back to its result, where it can be agreed to again. */
function AgainButton({ className, wish, desk, children }: AgainButtonProps) {
  const { t } = usePhrases();
  const isChase = wish.kind === 'chase';
  return (
    <button type="button" className={`btn ${className}`} onClick={() => (isChase ? desk.cancel() : desk.find(wish))}>
      {isChase ? t('signal.toResult') : children}
    </button>
  );
}

function PlainRefusal({ search, desk }: Omit<RefusedProps, 'user'>) {
  const { t } = usePhrases();
  const problemWords = useProblemWords();
  const { problem, wish } = search;
  return (
    <section className="card centred">
      <div className="state">
        <h2>{t('signal.refused.title')}</h2>
        <p>{problemWords(problem)}</p>
        <div className="acts">
          {!isFinal(problem.code) && (
            <AgainButton className="btn-p" wish={wish} desk={desk}>
              {t('common.tryAgain')}
            </AgainButton>
          )}
          <button type="button" className="btn btn-s" onClick={desk.putAway}>
            {t('signal.refused.back')}
          </button>
        </div>
        {problem.requestId && <p className="s13 t3">{t('common.error.requestId', { id: problem.requestId })}</p>}
      </div>
    </section>
  );
}

/** Asking again today brings the same answer. */
const isFinal = (code: string): boolean => code === 'chase_not_allowed' || code === 'stopped_for_today';
