import type { User } from '#contract/accounts.ts';
import { useProblemWords } from '../../language/use-problem-words.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import type { Search } from './signal-desk.ts';
import { VipBalance } from './vip-balance.tsx';

interface RefusedProps {
  readonly search: Extract<Search, { kind: 'refused' }>;
  readonly user: User;
  readonly onAgain: () => void;
  readonly onBack: () => void;
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
export function Refused({ search, user, onAgain, onBack }: RefusedProps) {
  const { problem } = search;
  const details = balancesIn(problem.details);
  const balance = details.balance ?? user.balance;
  if (problem.code === 'vip_balance_required') {
    return <VipBalance balance={balance} needed={details.minBalance ?? 1000} onOther={onBack} onCheck={onAgain} />;
  }
  return <PlainRefusal search={search} onAgain={onAgain} onBack={onBack} />;
}

function PlainRefusal({ search, onAgain, onBack }: Omit<RefusedProps, 'user'>) {
  const { t } = usePhrases();
  const problemWords = useProblemWords();
  const { problem } = search;
  return (
    <section className="card centred">
      <div className="state">
        <h2>{t('signal.refused.title')}</h2>
        <p>{problemWords(problem)}</p>
        <div className="acts">
          {!isFinal(problem.code) && (
            <button type="button" className="btn btn-p" onClick={onAgain}>
              {t('common.tryAgain')}
            </button>
          )}
          <button type="button" className="btn btn-s" onClick={onBack}>
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
