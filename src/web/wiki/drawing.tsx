import type { ReactNode } from 'react';
import type { DrawingName } from '#content/wiki/drawing-name.ts';
import { getBreakEven } from '#domain/signals/edge.ts';
import {
  BrokerHouse,
  Doubling,
  type DrawingProps,
  Levels,
  RsiBand,
  TwoEnds,
  TwoPercent,
  WrittenRules,
} from './hero-drawings.tsx';

const drawings: Readonly<Record<DrawingName, (props: DrawingProps) => ReactNode>> = {
  'two-ends': TwoEnds,
  'two-percent': TwoPercent,
  doubling: Doubling,
  'written-rules': WrittenRules,
  'rsi-band': RsiBand,
  levels: Levels,
  'broker-house': BrokerHouse,
  'break-even': BreakEven,
  'way-back': WayBack,
  'six-stakes': SixStakes,
  'shrinking-gain': ShrinkingGain,
  'lucky-strategy': LuckyStrategy,
  averages: Averages,
  zone: Zone,
  'payout-scale': PayoutScale,
};

/** `alt` describes the drawing; empty where the text beside it does. */
export function Drawing({ name, alt, f }: DrawingProps & { readonly name: DrawingName; readonly alt: string }) {
  const Content = drawings[name];
  const ariaProps = alt === '' ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': alt } as const);
  return (
    <svg viewBox="0 0 384 196" preserveAspectRatio="xMidYMid meet" {...ariaProps}>
      <Content f={f} />
    </svg>
  );
}

/** The payout of the articles' examples. */
const examplePayout = 0.82;

/** Maps 50 to 60 percent to the width of the drawing. */
const shareX = (share: number): number => 42 + ((share - 0.5) / 0.1) * 300;

function BreakEven({ f }: DrawingProps) {
  const x = shareX(getBreakEven(examplePayout));
  return (
    <>
      <rect x="42" y="86" width={x - 42} height="24" fill="var(--loss)" opacity=".3" />
      <rect x={x} y="86" width={342 - x} height="24" fill="var(--win)" opacity=".3" />
      <path d="M42 98H342" stroke="var(--line-3)" strokeWidth="2" />
      {[0.5, 0.55, 0.6].map((share) => (
        <g key={share}>
          <path d={`M${shareX(share)} 90v16`} stroke="var(--t2)" strokeWidth="2" />
          <text className="fill-ink-2" x={shareX(share)} y="136" textAnchor="middle" fontSize="15">
            {f.percent(share)}
          </text>
        </g>
      ))}
      <path d={`M${x} 62v48`} stroke="var(--t1)" strokeWidth="3" />
      <text className="fill-ink-1 font-head font-semibold" x={x} y="48" textAnchor="middle" fontSize="22">
        {f.percent(getBreakEven(examplePayout), 2)}
      </text>
    </>
  );
}

const losses = [0.2, 0.5, 0.8];

/** The gain needed to recover grows faster than the loss: drawn to scale. */
function WayBack({ f }: DrawingProps) {
  return losses.map((lost, index) => {
    const needed = lost / (1 - lost);
    const x = 52 + index * 106;
    return (
      <g key={lost}>
        <rect x={x} y={166 - lost * 32} width="32" height={lost * 32} fill="var(--loss)" />
        <rect x={x + 38} y={166 - needed * 32} width="32" height={needed * 32} fill="var(--t2)" />
        <text className="fill-ink-2" x={x + 16} y="186" textAnchor="middle" fontSize="13">
          {f.percent(-lost)}
        </text>
        <text
          className="fill-ink-1 font-head font-semibold"
          x={x + 54}
          y={158 - needed * 32}
          textAnchor="middle"
          fontSize="14"
        >
          {f.percent(needed)}
        </text>
      </g>
    );
  });
}

const stakes = [10, 20, 40, 80, 160, 320];
const account = 200;

function SixStakes({ f }: DrawingProps) {
  return (
    <>
      {stakes.map((stake, step) => {
        const height = Math.max(3, stake * 0.42);
        const isBeyond = stake * 2 - 10 > account;
        const color = isBeyond ? 'var(--loss)' : 'var(--s3)';
        return (
          <g key={stake}>
            <rect
              x={36 + step * 54}
              y={172 - height}
              width="38"
              height={height}
              rx="3"
              fill={color}
              stroke={isBeyond ? color : 'var(--line-3)'}
            />
            <text
              className="fill-ink-1 font-head font-semibold"
              x={55 + step * 54}
              y={164 - height}
              textAnchor="middle"
              fontSize="13"
            >
              {f.usd(stake)}
            </text>
            <text className="fill-ink-2" x={55 + step * 54} y="189" textAnchor="middle" fontSize="12">
              {step + 1}
            </text>
          </g>
        );
      })}
      <path d="M24 172H360" stroke="var(--line-3)" />
    </>
  );
}

/** The net result of a win at each step of the chain, after all earlier losses. */
const gains = stakes.map((stake) => stake * examplePayout - (stake - 10));

function ShrinkingGain({ f }: DrawingProps) {
  return (
    <>
      {gains.map((gain, step) => {
        const height = Math.abs(gain) * 2;
        const x = 36 + step * 54;
        return (
          <g key={gain}>
            <rect
              x={x}
              y={gain > 0 ? 66 - height : 66}
              width="38"
              height={height}
              rx="2"
              fill={gain > 0 ? 'var(--win)' : 'var(--loss)'}
            />
            <text
              className="fill-ink-1 font-head font-semibold"
              x={x + 19}
              y={gain > 0 ? 58 - height : 82 + height}
              textAnchor="middle"
              fontSize="11.5"
            >
              {f.signed(gain, 2)}
            </text>
          </g>
        );
      })}
      <path d="M24 66H360" stroke="var(--line-3)" />
    </>
  );
}

const lucky = 7;

/** Twenty series of thirty coin tosses each: pseudo-random, the same in every drawing. */
function LuckyStrategy() {
  return walks.map((path, index) => (
    <path
      key={path}
      d={path}
      fill="none"
      stroke={index === lucky ? 'var(--t1)' : 'var(--line-3)'}
      strokeWidth={index === lucky ? 3 : 1.4}
      strokeLinejoin="round"
    />
  ));
}

const walks = drawWalks();

function drawWalks(): string[] {
  let state = 20;
  const toss = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state > 1_073_741_824 ? 1 : -1;
  };
  const all = Array.from({ length: 20 }, () => Array.from({ length: 30 }, toss));
  const sum = (steps: number[]): number => steps.reduce((total, step) => total + step, 0);
  // The best series is highlighted at the fixed position `lucky`, as if chance had put it there.
  const best = all.reduce((champion, steps) => (sum(steps) > sum(champion) ? steps : champion));
  const others = all.filter((steps) => steps !== best);
  return [...others.slice(0, lucky), best, ...others.slice(lucky)].map(asPath);
}

function asPath(steps: number[]): string {
  let height = 0;
  const points = steps.map((step, index) => {
    height += step;
    return `L${36 + (index + 1) * 10.4} ${98 - height * 5}`;
  });
  return `M36 98${points.join('')}`;
}

function Averages() {
  return (
    <>
      <path
        d="M30 150L60 128 84 140 114 100 140 112 168 72 196 84 220 50 248 66 276 58 300 92 326 80 354 108"
        fill="none"
        stroke="var(--t3)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M60 139C110 122 150 100 190 82s60-20 90-16 50 14 74 26" fill="none" stroke="var(--t1)" strokeWidth="3" />
      <path
        d="M90 150C150 140 200 118 250 96s70-18 104-12"
        fill="none"
        stroke="var(--warn)"
        strokeWidth="3"
        strokeDasharray="9 6"
      />
    </>
  );
}

function Zone() {
  return (
    <>
      <rect x="30" y="128" width="324" height="22" fill="var(--up-solid)" opacity=".22" />
      <path d="M30 128H354M30 150H354" stroke="var(--up-solid)" strokeDasharray="5 5" />
      <path
        d="M30 70L64 96 96 132 132 84 166 110 190 146 232 74 262 102 288 136 354 62"
        fill="none"
        stroke="var(--t1)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      {[
        [96, 132],
        [190, 146],
        [288, 136],
      ].map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="7" fill="var(--s2)" stroke="var(--t1)" strokeWidth="2.5" />
      ))}
    </>
  );
}

function PayoutScale({ f }: DrawingProps) {
  return [0.7, 0.8, 0.85, 0.92].map((payout, row) => {
    const y = 26 + row * 44;
    return (
      <g key={payout}>
        <text className="fill-ink-2" x="24" y={y + 6} fontSize="15">
          {f.percent(payout)}
        </text>
        <rect x="90" y={y - 9} width="200" height="18" rx="3" fill="var(--s3)" />
        <rect x="90" y={y - 9} width={(getBreakEven(payout) - 0.5) * 2000} height="18" rx="3" fill="var(--t2)" />
        <text className="fill-ink-1 font-head font-semibold" x="302" y={y + 6} fontSize="15">
          {f.percent(getBreakEven(payout), 2)}
        </text>
      </g>
    );
  });
}
