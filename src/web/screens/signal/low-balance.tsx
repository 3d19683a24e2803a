import { ChevronRight, History, RefreshCw } from 'lucide-react';
import { usePhrases } from '../../language/use-phrases.ts';
import { Note } from '../../ui/note.tsx';
import { BalanceGauge } from './balance-gauge.tsx';

interface LowBalanceProps {
  readonly balance: number | null;
  readonly minBalance: number;
  readonly onCheck: () => void;
}

export function LowBalance({ balance, minBalance, onCheck }: LowBalanceProps) {
  const { t, f } = usePhrases();
  const min = f.usd(minBalance);
  return (
    <div className="col g4 centred">
      <section className="card">
        <div className="state">
          <div className="art">
            <BalanceGauge
              balance={balance}
              needed={minBalance}
              markAt={0.625}
              neededText={t('signal.balanceLow.needed', { amount: min })}
            />
          </div>
          <h2>{t('signal.balanceLow.title')}</h2>
          <p>{t('signal.balanceLow.text', { min })}</p>
          <div className="acts">
            <button type="button" className="btn btn-p" onClick={onCheck}>
              <RefreshCw className="ic" aria-hidden="true" />
              {t('signal.balanceLow.check')}
            </button>
          </div>
        </div>
      </section>
      <Note icon={History}>{t('signal.balanceLow.note')}</Note>
      <div className="col g2">
        <Question title={t('signal.balanceLow.whyTitle', { min })} text={t('signal.balanceLow.whyText')} />
        <Question title={t('signal.balanceLow.lateTitle')} text={t('signal.balanceLow.lateText')} />
        <Question title={t('signal.balanceLow.bonusTitle')} text={t('signal.balanceLow.bonusText')} />
      </div>
    </div>
  );
}

function Question({ title, text }: { title: string; text: string }) {
  return (
    <details className="card faq-row">
      <summary>
        {title}
        <ChevronRight className="ic" aria-hidden="true" />
      </summary>
      <p>{text}</p>
    </details>
  );
}
