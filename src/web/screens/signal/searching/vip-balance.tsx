import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { BalanceGauge } from '../access/low-balance.tsx';

interface VipBalanceProps {
  readonly balance: number | null;
  /** The balance must exceed this. */
  readonly needed: number;
  readonly onOther: () => void;
  /** The button beside it. */
  readonly children: ReactNode;
}

export default function VipBalance({ balance, needed, onOther, children }: VipBalanceProps) {
  const { t, f } = usePhrases();
  const amount = f.usd(needed);
  return (
    <div className="flex flex-col gap-4 mx-auto max-w-[880px]">
      <section className="card">
        <div className="state">
          <div className="art vip-art">
            <ModelFlag model="vip" />
            <BalanceGauge
              balance={balance}
              needed={needed}
              markAt={0.8}
              neededText={t('signal.balanceLow.neededOver', { amount })}
            />
          </div>
          <h2>{t('signal.vip.title', { amount })}</h2>
          <p>
            {balance === null
              ? t('signal.vip.textUnknown', { amount })
              : t('signal.vip.text', { amount, balance: f.usd(balance) })}
          </p>
          <div className="acts">
            <Button look="p" onClick={onOther} text={t('signal.vip.other')} />
            {children}
          </div>
        </div>
      </section>
      <Note icon={TriangleAlert}>
        <b>{t('signal.vip.noteTitle')}</b> {t('signal.vip.noteText')}
      </Note>
    </div>
  );
}
