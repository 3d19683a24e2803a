import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { Calibration, CalibrationStep } from './calibration.ts';
import { niceScale } from '#web/ui/figures/nice-scale.ts';

/** Phones get their own geometry, so that labels stay legible. */
export const CalibrationFigure = ({ calibration }: { calibration: Calibration }) => (
  <div className="rec-figure">
    <div className="phone:hidden">
      <Drawing calibration={calibration} width={470} height={340} />
    </div>
    <div className="hidden phone:block">
      <Drawing calibration={calibration} width={360} height={300} />
    </div>
  </div>
);

const edge = { left: 58, right: 16, top: 14, bottom: 40 } as const;

function Drawing({ calibration, width, height }: { calibration: Calibration; width: number; height: number }) {
  const { t, f } = usePhrases();
  const { steps, aiModel } = calibration;
  // Wide intervals of few signals would compress everything else: they are clipped at the frame.
  const shares = steps.flatMap(({ stated, real }) => [stated * 100, real * 100]);
  const { from, to, ticks, decimals } = niceScale([...shares, 50, 65], 5);
  const x = (share: number): number =>
    edge.left + ((share * 100 - from) / (to - from)) * (width - edge.left - edge.right);
  const y = (share: number): number =>
    height - edge.bottom - ((share * 100 - from) / (to - from)) * (height - edge.top - edge.bottom);
  const within = (share: number): number => y(Math.min(to / 100, Math.max(from / 100, share)));
  const max = Math.max(...steps.map(({ count }) => count));
  const radius = ({ count }: CalibrationStep): number => 3.6 + 3.4 * Math.sqrt(count / max);
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('record.calibration.chart', { model: aiModelName(aiModel) })}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${edge.left} ${y(tick / 100)}H${width - edge.right}`} stroke="var(--grid)" />
          <path d={`M${x(tick / 100)} ${edge.top}V${height - edge.bottom}`} stroke="var(--grid)" />
          <text className="axis" x={edge.left - 8} y={y(tick / 100) + 4} textAnchor="end">
            {f.exact(tick, decimals)}
          </text>
          <text className="axis" x={x(tick / 100)} y={height - edge.bottom + 18} textAnchor="middle">
            {f.exact(tick, decimals)}
          </text>
        </g>
      ))}
      <path
        d={`M${x(from / 100)} ${y(from / 100)}L${x(to / 100)} ${y(to / 100)}`}
        stroke="var(--t2)"
        strokeDasharray="4 4"
      />
      <path
        d={steps.map((step, i) => `${i === 0 ? 'M' : 'L'}${x(step.stated)} ${y(step.real)}`).join('')}
        fill="none"
        stroke="var(--up-solid)"
        strokeWidth="2"
      />
      {steps.map((step) => (
        <g key={step.stated}>
          <path
            d={`M${x(step.stated)} ${within(step.low)}V${within(step.high)}`}
            stroke="var(--up-solid)"
            strokeOpacity=".5"
            strokeWidth="3"
          />
          <circle
            cx={x(step.stated)}
            cy={y(step.real)}
            r={radius(step)}
            fill="var(--s1)"
            stroke="var(--up-solid)"
            strokeWidth="2.2"
          />
        </g>
      ))}
      <text className="axis" x={(edge.left + width) / 2} y={height - 4} textAnchor="middle">
        {t('record.calibration.stated')}
      </text>
      <text className="axis" transform={`translate(12 ${(height - edge.bottom) / 2}) rotate(-90)`} textAnchor="middle">
        {t('record.calibration.real')}
      </text>
    </svg>
  );
}
