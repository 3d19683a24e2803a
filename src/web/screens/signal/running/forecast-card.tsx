import type { Signal } from '#contract/signals.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { HeadingDial } from '#web/ui/figures/heading-dial.tsx';

/** Direction and probability, always with the break-even next to it. */
export function ForecastCard({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const isUp = signal.signal === 'BUY';
  const percent = f.percent(signal.passability / 100, 1);
  const breakEven = f.percent(signal.analytics.breakEven, 1);
  return (
    <section className="card p-card phone:-order-1" data-tour="forecast">
      <div className="flex items-center gap-[18px]">
        <div className="flex flex-col gap-2 flex-1">
          <h2 className="lab">{t('signal.live.forecastOf', { model: aiModelName(signal.aiModel) })}</h2>
          <div className={`direction-word ${isUp ? 'up' : 'down'}`}>
            <DirectionIcon isUp={isUp} />
            {t(isUp ? 'signal.up' : 'signal.down')}
          </div>
          <div className="flex flex-wrap mt-0.5 items-baseline gap-x-2.5 gap-y-1">
            <span className="big tabular-nums">{percent}</span>
            <span className="text-13 text-ink-3 whitespace-nowrap">{t('signal.live.probability')}</span>
          </div>
        </div>
        <HeadingDial
          isUp={isUp}
          percent={signal.passability}
          figure={f.exact(signal.passability, 1)}
          breakEven={signal.analytics.breakEven * 100}
          label={t(isUp ? 'signal.live.dialUp' : 'signal.live.dialDown', { percent })}
        />
      </div>
      <p className="text-13 text-ink-3 mt-3">{t('signal.live.dialNote', { breakEven })}</p>
    </section>
  );
}
