import { WalletMinimal } from 'lucide-react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';

interface BalanceVerifiedProps {
  readonly balance: number;
  readonly isVip: boolean;
  readonly onGo: () => void;
}

export default function BalanceVerified({ balance, isVip, onGo }: BalanceVerifiedProps) {
  const { t, f } = usePhrases();
  return (
    <section className="card mx-auto max-w-[880px]">
      <div className="state">
        <div className="medal win">
          <WalletMinimal className="ic" />
        </div>
        <h2>{t('signal.access.verified.title', { balance: f.usd(balance) })}</h2>
        <p>{t(isVip ? 'signal.access.verified.textVip' : 'signal.access.verified.text')}</p>
        <div className="acts">
          <Button look="p" onClick={onGo} text={t('common.notFound.signal')} />
        </div>
      </div>
    </section>
  );
}
