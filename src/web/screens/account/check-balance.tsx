import { RefreshCw } from 'lucide-react';
import { startTraderCheck } from '#web/api/calls/trader-calls.ts';
import { useAction } from '#web/api/use-action.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { brokerAnswer } from '#web/session/broker-answer.ts';
import { updateUser } from '#web/session/session-store.ts';
import { announce } from '#web/ui/feedback/announcer.ts';
import { showError, useErrorToast } from '#web/ui/feedback/toast.tsx';

/**
 * Requests the balance from the broker now. The row shows the answer at once, or that the broker
 * did not respond.
 */
export function CheckBalance() {
  const { t, f } = usePhrases();
  const { run, isBusy } = useAction(async () => {
    const known = await startTraderCheck();
    const { user } = known;
    updateUser(user);
    if (brokerAnswer(known) === 'silent') showError(t('account.brokerSilent'));
    else if (user.balance !== null) announce(t('account.balanceChecked', { balance: f.usd(user.balance) }));
    else if (user.isBalanceHidden)
      announce(t(user.isBalanceValid ? 'account.balanceEnough' : 'account.balanceNotEnough'));
  }, useErrorToast());
  return (
    <button
      type="button"
      className="btn btn-g btn-sm phone:-ml-3.5"
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => void run()}
    >
      <RefreshCw className={isBusy ? 'ic spin' : 'ic'} aria-hidden="true" />
      {t('account.checkBalance')}
    </button>
  );
}
