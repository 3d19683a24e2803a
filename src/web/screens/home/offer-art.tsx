import { wikiSlugs } from '#content/wiki/wiki-article.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { OutcomeMark, type OutcomeShape } from '#web/ui/outcome-mark.tsx';

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
  <div
    className="grid grid-cols-[repeat(4,auto)] gap-y-7.5 [place-content:center_space-evenly] h-full [&>:nth-child(odd)]:[transform:rotate(5deg)] [&>:nth-child(even)]:[transform:rotate(-4deg)]"
    aria-hidden="true"
  >
    {aiModelKeys.map((model) => (
      <ModelFlag key={model} model={model} />
    ))}
  </div>
);

const rows: readonly OutcomeShape[] = ['win', 'loss', 'loss', 'win', 'equal'];

const bar = 'h-2 rounded-[4px] bg-(--line-3)';

/** Chained rows; wins and losses have equal size. */
export const RecordArt = () => (
  <div className="grid gap-2 content-center h-full px-8" aria-hidden="true">
    {rows.map((shape, index) => (
      <span
        key={index}
        className="grid grid-cols-[3fr_16px_3fr_2fr] gap-3.5 items-center py-1.75 px-3.5 border border-(--line-2) rounded-sm bg-s1"
      >
        <i className={bar} />
        <OutcomeMark shape={shape} />
        <i className={bar} />
        <i className={bar} />
      </span>
    ))}
  </div>
);

/** Contributions up and down, distinguished by shape only. */
export function BarsArt() {
  return (
    <svg viewBox="0 0 480 150">
      <path d="M250 4V146" stroke="var(--line-3)" />
      {[
        [250, 150],
        [250, 96],
        [190, 60],
        [250, 72],
        [222, 28],
      ].map(([x = 0, width = 0], row) => (
        <rect
          key={width}
          x={x}
          y={8 + row * 28}
          width={width}
          height="18"
          rx="3"
          fill={x < 250 ? 'none' : 'var(--up-solid)'}
          stroke={x < 250 ? 'var(--down-solid)' : 'var(--up-solid)'}
          strokeWidth="2"
        />
      ))}
      {[150, 128, 112, 136, 96].map((width, row) => (
        <rect key={width} x="10" y={13 + row * 28} width={width} height="8" rx="4" fill="var(--line-3)" />
      ))}
    </svg>
  );
}

/** The diagonal is the stated rate; no points, because those belong to the record. */
export function CalibrationArt() {
  const { t } = usePhrases();
  return (
    <svg viewBox="0 0 480 150">
      <path d="M60 12V120H450" fill="none" stroke="var(--line-3)" strokeWidth="1.5" />
      <path d="M60 120 420 20" stroke="var(--t2)" strokeWidth="2" strokeDasharray="6 6" />
      <path d="M60 130 420 6v30L60 120z" fill="var(--up-solid)" opacity=".14" />
      <text className="font-(family-name:--font-text) fill-ink-3" x="450" y="142" textAnchor="end" fontSize="14">
        {t('home.tools.promised')}
      </text>
      <text className="font-(family-name:--font-text) fill-ink-3" x="70" y="24" fontSize="14">
        {t('home.tools.real')}
      </text>
    </svg>
  );
}

const row =
  'flex items-center justify-between min-h-8.5 py-1.5 px-3 rounded-sm bg-s2 text-[length:var(--fs-13)] text-ink-2';

const history: readonly [string, OutcomeShape][] = [
  ['EUR/USD', 'win'],
  ['AUD/USD', 'loss'],
  ['EUR/CHF', 'equal'],
];

export const HistoryArt = () => (
  <ul className="grid gap-1.5">
    {history.map(([pair, shape]) => (
      <li key={pair} className={row}>
        <span>{pair}</span>
        <OutcomeMark shape={shape} />
      </li>
    ))}
  </ul>
);

export const WikiArt = () => (
  <ul className="grid gap-1.5">
    {wikiSlugs.slice(0, 3).map((slug, index) => (
      <li key={slug} className={row}>
        <i className={bar} style={{ width: `${72 - index * 14}%` }} />
      </li>
    ))}
  </ul>
);

/** Two hundredths of the ring. */
export const StakeArt = () => (
  <svg viewBox="0 0 200 110">
    <circle cx="100" cy="56" r="42" fill="none" stroke="var(--line-3)" strokeWidth="15" />
    <circle
      cx="100"
      cy="56"
      r="42"
      fill="none"
      stroke="var(--warn)"
      strokeWidth="15"
      pathLength="100"
      strokeDasharray="2 98"
      transform="rotate(-90 100 56)"
    />
  </svg>
);
