import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { type OutcomeShape, OutcomeMark } from '#web/ui/outcome-mark.tsx';

/** A needle above the horizon; without a number, because nothing was measured. */
export function DirectionArt() {
  return (
    <svg viewBox="0 0 384 216" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d="M0 128H384" stroke="var(--line-3)" strokeDasharray="3 5" />
      <path d="M232 128a120 120 0 0 0-22-69" fill="none" stroke="var(--line-3)" strokeWidth="2" />
      <g transform="rotate(-14.4 112 128)">
        <path d="M246 128 112 118v20z" fill="var(--up-solid)" />
        <path d="M70 128l42-10v20z" fill="var(--down-solid)" />
      </g>
      <circle cx="112" cy="128" r="8" fill="var(--s2)" stroke="var(--t1)" strokeWidth="3" />
      <path d="m288 106 20-20m0 0h-16m16 0v16" fill="none" stroke="var(--up)" strokeWidth="3.4" strokeLinecap="round" />
    </svg>
  );
}

/** All eight, on two lines. */
export const FlagsArt = () => (
  <div className="flags-art" aria-hidden="true">
    {aiModelKeys.map((model) => (
      <ModelFlag key={model} model={model} />
    ))}
  </div>
);

const rows: readonly OutcomeShape[] = ['win', 'loss', 'loss', 'win', 'equal'];

/** Chained rows; wins and losses have equal size. */
export const RecordArt = () => (
  <div className="rows-art" aria-hidden="true">
    {rows.map((shape, place) => (
      <span key={place}>
        <i />
        <OutcomeMark shape={shape} />
        <i />
        <i />
      </span>
    ))}
  </div>
);
