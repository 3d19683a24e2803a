import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { startTraderCheck } from '#web/api/trader-calls.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { brokerAnswer } from '#web/session/broker-answer.ts';
import { updateUser } from '#web/session/session-store.ts';
import { announce } from '#web/ui/announcer.ts';
import { showError } from '#web/ui/toast.tsx';

/**
 * Requests the balance from the broker now. The row shows the answer at once, or that the broker
 * did not respond.
 */
export function CheckBalance() {
  const { t, f } = usePhrases();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);

  const check = async (): Promise<void> => {
    const known = await startTraderCheck();
    const { user } = known;
    updateUser(user);
    if (brokerAnswer(known) === 'silent') return showError(t('account.brokerSilent'));
    if (user.balance !== null) announce(t('account.balanceChecked', { balance: f.usd(user.balance) }));
  };
  const press = (): void => {
    setBusy(true);
    void check()
      .catch((error: unknown) => showError(errorText(error)))
      .finally(() => setBusy(false));
  };
  return (
    <button type="button" className="btn btn-g btn-sm" aria-busy={isBusy} disabled={isBusy} onClick={press}>
      <RefreshCw className={isBusy ? 'ic spin' : 'ic'} aria-hidden="true" />
      {t('account.checkBalance')}
    </button>
  );
}
