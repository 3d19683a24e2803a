import { CircleAlert, CircleCheck, RefreshCw } from 'lucide-react';
import type { User } from '#contract/accounts.ts';
import { call } from '#web/api/request.ts';
import { brokerAnswer } from '#web/session/broker-answer.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { updateUser } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Fact } from '#web/ui/card.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { showError, useToastAction } from '#web/ui/feedback/toast.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

export function PersonalInformation({ user }: { user: User }) {
  const { t } = usePhrases();
  return (
    <Card title={t('account.personal')} titleId="personal">
      <dl className="dl px-6 pt-1.5 pb-2.5 phone:px-4.5 [&>div]:text-[15px] [&_dd]:flex-wrap [&_dd]:justify-end [&_dd_.ic]:size-4.5 max-[481px]:[&>div]:flex-col max-[481px]:[&>div]:items-start max-[481px]:[&>div]:gap-1 max-[481px]:[&_dd]:justify-start max-[481px]:[&_dd]:text-left">
        <Fact name={t('account.email')}>
          <span className="wrap-anywhere">{user.email}</span>
          <EmailState user={user} />
        </Fact>
        <Fact name={t('account.brokerId')}>
          <BrokerId id={user.referralId} />
        </Fact>
        {user.referralId !== null && (
          <Fact name={t('account.balance')}>
            <Balance user={user} />
            <CheckBalance />
          </Fact>
        )}
      </dl>
    </Card>
  );
}

function EmailState({ user }: { user: User }) {
  const { t, lang } = usePhrases();
  if (user.isActivated) return <CircleCheck className="ic win" role="img" aria-label={t('account.confirmed')} />;
  return (
    <>
      <CircleAlert className="ic text-warn" role="img" aria-label={t('account.notConfirmed')} />
      <TextLink to={paths.confirmEmail(lang, paths.account(lang))} text={t('account.confirm')} />
    </>
  );
}

/** The id grants no access by itself, but it is masked against shoulder surfing. */
function BrokerId({ id }: { id: string | null }) {
  const { t, lang } = usePhrases();
  if (id !== null) {
    const end = id.slice(-3);
    return (
      <>
        <span className="tabular-nums" aria-hidden="true">{`•••• ${end}`}</span>
        <span className="sr-only">{t('account.brokerIdHidden', { end })}</span>
        <CircleCheck className="ic win" role="img" aria-label={t('account.confirmed')} />
      </>
    );
  }
  return (
    <>
      <span className="text-ink-3">{t('account.noBrokerId')}</span>
      <TextLink to={paths.enterId(lang, paths.account(lang))} text={t('account.addBrokerId')} />
    </>
  );
}

function Balance({ user }: { user: User }) {
  const { balance, balanceCheckedAt } = user;
  const { t, f } = usePhrases();
  if (user.isBalanceHidden) return <HiddenBalance isEnough={user.isBalanceValid === true} />;
  if (balance === null) return <span className="text-ink-3">{t('account.balanceUnknown')}</span>;
  return (
    <>
      <span className="tabular-nums">{f.usd(balance)}</span>
      {balanceCheckedAt && (
        <span className="text-ink-3 text-13">
          {t('account.balanceAt', { time: f.moment(Date.parse(balanceCheckedAt), serverClock.now()) })}
        </span>
      )}
    </>
  );
}

/** The amount is shown only to the proven owner: somebody else may have entered this ID. */
function HiddenBalance({ isEnough }: { isEnough: boolean }) {
  const { t } = usePhrases();
  return (
    <>
      <span>{t(isEnough ? 'account.balanceEnough' : 'account.balanceNotEnough')}</span>
      <span className="text-ink-3 text-13 basis-full order-last">{t('account.balanceHidden')}</span>
    </>
  );
}

/** Requests the balance now; says so when the broker does not respond. */
function CheckBalance() {
  const { t, f } = usePhrases();
  const check = useToastAction(async () => {
    const known = await call('POST /api/trader/check');
    const { user } = known;
    updateUser(user);
    if (brokerAnswer(known) === 'silent') showError(t('account.brokerSilent'));
    else if (user.balance !== null) announce(t('account.balanceChecked', { balance: f.usd(user.balance) }));
    else if (user.isBalanceHidden)
      announce(t(user.isBalanceValid ? 'account.balanceEnough' : 'account.balanceNotEnough'));
  });
  return (
    <Button
      action={check}
      look="g sm"
      className="phone:-ml-3.5"
      text={
        <>
          <RefreshCw className={check.isBusy ? 'ic animate-spin' : 'ic'} />
          {t('account.checkBalance')}
        </>
      }
    />
  );
}
