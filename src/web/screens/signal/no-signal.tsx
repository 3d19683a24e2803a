import { Check, RotateCw } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { aiModelName } from '#domain/ai-model.ts';
import { pairName } from '#domain/currency-pair.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { writeStored } from '../../storage/stored.ts';
import { useStored } from '../../storage/use-stored.ts';
import { AlertsCard } from './alerts-card.tsx';
import { countdownText } from './countdown.ts';
import { announce } from '../../ui/announcer.ts';
import { ModelFlag } from '../../ui/model-flag.tsx';
import { NotifyButton } from './notify-button.tsx';
import { QuietSea } from './quiet-sea.tsx';
import type { Search } from './signal-desk.ts';
import { useServerNow } from './use-server-now.ts';

interface NoSignalProps {
  readonly search: Extract<Search, { kind: 'no-signal' }>;
  readonly onLook: () => void;
  /** By itself: the page stays as it is until there is something else to show. */
  readonly onQuietLook: () => void;
  readonly onChangeModel: () => void;
}

/** No edge anywhere: said plainly, with the time of the next look. */
export function NoSignal({ search, onLook, onQuietLook, onChangeModel }: NoSignalProps) {
  const { t, f } = usePhrases();
  const nearest = search.why?.nearest;
  const isAuto = useStored('look-again') === 'yes';
  const left = search.nextLookAt - useServerNow();
  const look = useEffectEvent(onQuietLook);
  const isDue = isAuto && left <= 0;
  useEffect(() => {
    if (isDue) look();
  }, [isDue]);
  useEffect(() => announce(t('signal.none.title')), [t]);
  const toggle = (): void => writeStored('look-again', isAuto ? null : 'yes');
  return (
    <div className="col g4 centred">
      <section className="card">
        <div className="state">
          <div className="art">
            <QuietSea />
          </div>
          <h2>{t('signal.none.title')}</h2>
          <p>{t(search.why?.reason === 'thin_hours' ? 'signal.none.thin' : 'signal.none.text')}</p>
          <div className="acts">
            <button type="button" className="btn btn-p" onClick={onLook}>
              <RotateCw className="ic" aria-hidden="true" />
              {t('common.tryAgain')}
            </button>
            <button type="button" className="btn btn-s" onClick={onChangeModel}>
              {t('signal.none.changeModel')}
            </button>
            <NotifyButton />
          </div>
          <label className="check">
            <input type="checkbox" checked={isAuto} onChange={toggle} />
            <span className="cb" aria-hidden="true">
              <Check className="ic" />
            </span>
            {t('signal.none.auto')}
          </label>
        </div>
      </section>
      <div className={nearest ? 'g-3' : 'g-2'}>
        {nearest && (
          <div className="card pad-s col g1">
            <span className="lab">{t('signal.none.nearest')}</span>
            <b className="t1 b num">
              {pairName(nearest.symbol)}, {f.percent(nearest.passability / 100, 1)}
            </b>
            <span className="s13 t3">
              {t('signal.none.threshold', { percent: f.percent(nearest.signalFrom / 100, 1) })}
            </span>
          </div>
        )}
        <div className="card pad-s col g1">
          <span className="lab">{t('signal.none.model')}</span>
          <b className="t1 b row g2">
            <ModelFlag model={search.wish.model} size="xs" />
            {aiModelName(search.wish.model)}
          </b>
        </div>
        <div className="card pad-s col g1">
          <span className="lab">{t('signal.none.next')}</span>
          <b className="t1 b num">
            {left > 0 ? t('signal.none.inTime', { time: countdownText(left) }) : t('signal.none.now')}
          </b>
          <span className="s13 t3">{isAuto ? t('signal.none.autoNote') : t('signal.none.manualNote')}</span>
        </div>
      </div>
      <AlertsCard />
    </div>
  );
}
