import type { Formats } from '../language/formats.ts';

/** Language-dependent input of a drawing: the number format. */
export interface DrawingProps {
  readonly f: Formats;
}

/** Two outcomes of one price. */
export function TwoEnds() {
  return (
    <>
      <path d="M40 92H344" stroke="var(--line-3)" strokeDasharray="4 5" />
      <path
        d="M40 120L84 98 120 112 164 70 204 92"
        fill="none"
        stroke="var(--t2)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path d="M204 92L300 48" stroke="var(--up-solid)" strokeWidth="4" />
      <path d="M204 92L300 140" stroke="var(--down-solid)" strokeWidth="4" strokeDasharray="7 6" />
      <circle cx="204" cy="92" r="7" fill="var(--s2)" stroke="var(--t1)" strokeWidth="3" />
      <path d="M300 26V166" stroke="var(--t1)" strokeWidth="2" />
    </>
  );
}

/** Two percent of a ring: 7.2 of its 360 degrees. */
export function TwoPercent({ f }: DrawingProps) {
  return (
    <>
      <circle cx="192" cy="98" r="62" fill="none" stroke="var(--line-3)" strokeWidth="22" />
      <path d="M192 36a62 62 0 0 1 7.8.5" fill="none" stroke="var(--warn)" strokeWidth="22" />
      <text className="fill-ink-1 font-head font-semibold" x="192" y="108" textAnchor="middle" fontSize="30">
        {f.percent(0.02)}
      </text>
    </>
  );
}

const chain = [10, 20, 40, 80];

export function Doubling({ f }: DrawingProps) {
  return chain.map((stake, step) => {
    const height = stake * 1.5;
    const isLast = step === chain.length - 1;
    return (
      <g key={stake}>
        <rect
          x={76 + step * 62}
          y={158 - height}
          width="44"
          height={height}
          rx="4"
          fill={isLast ? 'var(--loss)' : 'none'}
          stroke={isLast ? 'var(--loss)' : 'var(--t2)'}
          strokeWidth="2.5"
        />
        <text className="fill-ink-2" x={98 + step * 62} y={150 - height} textAnchor="middle" fontSize="14">
          {f.usd(stake)}
        </text>
      </g>
    );
  });
}

const bars: readonly { readonly top: number; readonly height: number; readonly low: number; readonly high: number }[] =
  [
    { top: 88, height: 56, low: 162, high: 70 },
    { top: 62, height: 70, low: 150, high: 46 },
    { top: 104, height: 40, low: 160, high: 84 },
    { top: 50, height: 86, low: 152, high: 36 },
    { top: 76, height: 58, low: 154, high: 58 },
  ];

/** Up is filled, down is hollow, as everywhere. */
export function WrittenRules() {
  return bars.map(({ top, height, low, high }, index) => {
    const x = 64 + index * 54;
    const isUp = index % 2 === 0;
    const color = isUp ? 'var(--up-solid)' : 'var(--down-solid)';
    return (
      <g key={x} stroke={color} strokeWidth="2.5">
        <path d={`M${x + 13} ${high}V${top}M${x + 13} ${top + height}V${low}`} />
        <rect x={x} y={top} width="26" height={height} rx="3" fill={isUp ? color : 'none'} />
      </g>
    );
  });
}

export function RsiBand() {
  return (
    <>
      <rect x="30" y="50" width="324" height="96" fill="var(--t3)" opacity=".12" />
      <path d="M30 50H354M30 146H354" stroke="var(--line-3)" strokeDasharray="4 5" />
      <path
        d="M30 110C70 60 92 34 126 44s44 82 82 108 60-42 82-58 44-10 64-18"
        fill="none"
        stroke="var(--t1)"
        strokeWidth="3"
      />
    </>
  );
}

export function Levels() {
  return (
    <>
      <path d="M30 60H354" stroke="var(--down-solid)" strokeWidth="2.5" strokeDasharray="8 6" />
      <path d="M30 146H354" stroke="var(--up-solid)" strokeWidth="2.5" strokeDasharray="8 6" />
      <path
        d="M30 112L76 66 112 96 158 142 206 96 246 64 292 118 330 144 354 122"
        fill="none"
        stroke="var(--t1)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
    </>
  );
}

export function BrokerHouse() {
  return (
    <>
      <path d="M100 150V92M148 150V92M236 150V92M284 150V92" stroke="var(--t2)" strokeWidth="10" />
      <path d="M72 84L192 34 312 84Z" fill="none" stroke="var(--t2)" strokeWidth="3" strokeLinejoin="round" />
      <path d="M72 160H312" stroke="var(--t2)" strokeWidth="8" />
      <circle cx="192" cy="118" r="24" fill="none" stroke="var(--t1)" strokeWidth="3" />
      <path d="m181 118 8 8 15-16" fill="none" stroke="var(--t1)" strokeWidth="3.4" />
    </>
  );
}
