import { brand } from 'virtual:brand';
import { useBrokerLinks } from '#web/session/broker-links.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

/** For a user without an account: the steps, the minimum balance, and how we benefit. */
export function OpenAccount({ minBalance, isPrimary }: { minBalance: number; isPrimary: boolean }) {
  const { t, f } = usePhrases();
  return (
    <section className="card p-card flex flex-col gap-5" aria-labelledby="no-account">
      <h2 id="no-account" className="h3">
        {t('trader.noAccount')}
      </h2>
      <ol className="flex flex-col gap-3 pl-5 list-decimal">
        <li>{t('trader.stepOpen')}</li>
        <li>{t('trader.stepTopUp', { min: f.usd(minBalance) })}</li>
        <li>{t('trader.stepReturn')}</li>
      </ol>
      <p className="text-13 text-ink-3">{t('trader.conflict')}</p>
      <OpenLink className={`btn ${isPrimary ? 'btn-p' : 'btn-s'} btn-lg btn-block mt-auto`} />
    </section>
  );
}

/** Our referral link, in this tab, to which the broker returns; nothing until its address is known. */
export function OpenLink({ className }: { className: string }) {
  const { lang } = usePhrases();
  const links = useBrokerLinks();
  return (
    links && (
      <a className={className} href={links.register} onClick={noteBrokerVisit}>
        {brand.partnerLink[lang]}
      </a>
    )
  );
}

const key = 'left-for-broker';

/** Notes in this tab that the user goes to the broker by our link. */
function noteBrokerVisit(): void {
  try {
    sessionStorage.setItem(key, 'yes');
  } catch {
    // Without storage the returned id waits for a press.
  }
}

/** Whether this tab went to the broker by our link: no one else's link can bring an id then. */
export function hasLeftForBroker(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function clearBrokerVisit(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
