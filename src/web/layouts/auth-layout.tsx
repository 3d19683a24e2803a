import { Outlet } from 'react-router';
import { usePhrases } from '../language/use-phrases.ts';
import { DirectionIcon } from '../ui/direction-icon.tsx';
import { BrandLink } from './header/brand-link.tsx';
import { LanguageMenu } from './header/language-menu.tsx';
import { LeaveButton } from './header/leave-button.tsx';
import { PageFrame } from './page-frame.tsx';

export default function AuthLayout() {
  return (
    <PageFrame>
      <div className="grid min-h-screen grid-cols-[minmax(0,1fr)_minmax(0,1fr)] tablet:grid-cols-[minmax(0,1fr)] [.demo:not(.unsure)+&]:min-h-[calc(100vh-53px)] [[data-demo]_.demo+&]:min-h-[calc(100vh-53px)]">
        <div className="flex flex-col px-[clamp(24px,5vw,72px)] pt-7 pb-10 phone:px-5 phone:pt-4 phone:pb-8">
          {/* Reserves the height of the sign-out button. */}
          <header className="flex items-center gap-3 justify-between min-h-11">
            <BrandLink />
            <div className="flex items-center gap-2">
              <LanguageMenu />
              <LeaveButton />
            </div>
          </header>
          {/* Aligned to the top, so that what appears later moves nothing above it. */}
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto mb-auto flex w-[min(100%,420px)] flex-col gap-6 pt-[clamp(24px,9vh,104px)] pb-8"
          >
            <Outlet />
          </main>
        </div>
        <Aside />
      </div>
    </PageFrame>
  );
}

/** An example of how a modest forecast looks, labelled as an example. */
function Aside() {
  const { t, f } = usePhrases();
  return (
    <aside
      className="relative isolate overflow-hidden border-l border-line bg-(--bg-deep) tablet:hidden"
      aria-label={t('auth.example')}
    >
      <div className="hero-bg" />
      <div className="absolute inset-0 grid place-content-center justify-items-start gap-8 p-12">
        <div className="card w-[min(400px,100%)] p-card shadow-[var(--e3)]">
          <div className="flex items-center gap-[18px]">
            <div className="flex flex-col gap-2 flex-1">
              <span className="lab">{t('auth.example')}</span>
              <span className="flex items-center gap-2 font-head text-[34px]/none font-[580] tracking-[-0.03em] up">
                <DirectionIcon isUp className="ic size-8 stroke-[2.2]" />
                {t('auth.exampleUp')}
              </span>
              <span className="big tabular-nums">{f.percent(0.57, 1)}</span>
            </div>
            <HeadingDial
              isUp
              percent={57}
              figure={f.exact(57, 1)}
              breakEven={55}
              label={t('auth.exampleDial', { percent: f.percent(0.57, 1) })}
            />
          </div>
        </div>
        <p className="max-w-[15em] font-head text-[28px]/[1.25] font-[540] tracking-[-.02em] text-ink-1">
          {t('auth.aside')}
        </p>
      </div>
    </aside>
  );
}

const centre = { x: 20, y: 122 };
const radius = 104;

interface HeadingDialProps {
  readonly isUp: boolean;
  /** The stated probability of that direction, in percent, 50 to 100. */
  readonly percent: number;
  /** The percentage as written beside the dial, without the unit. */
  readonly figure: string;
  /** The break-even win rate, percent. */
  readonly breakEven: number;
  readonly label: string;
}

/** A forecast as a compass needle: the horizon is 50 %, vertical is 100 %, to scale. */
function HeadingDial({ isUp, percent, figure, breakEven, label }: HeadingDialProps) {
  const angle = dialAngle(percent) * (isUp ? 1 : -1);
  const color = isUp ? 'var(--up-solid)' : 'var(--down-solid)';
  const tip = pointAt(angle, radius + 13);
  return (
    <svg viewBox="0 -4 178 252" width="150" height="212" role="img" aria-label={label}>
      <path d={wedge(dialAngle(breakEven))} fill="var(--t3)" opacity=".22" />
      <path d={arc(90, -90)} fill="none" stroke="var(--line-2)" strokeWidth="1.6" />
      <path d={ticks(isMajor)} stroke="var(--t2)" strokeWidth="1.6" />
      <path d={ticks((step) => !isMajor(step))} stroke="var(--line-3)" strokeWidth="1.6" />
      <path d={`M${centre.x} ${centre.y}H124`} stroke="var(--t3)" strokeDasharray="3 4" />
      <path d={isUp ? arc(angle, angle - 5) : arc(angle + 5, angle)} fill="none" stroke={color} strokeWidth="5" />
      <g
        className="[transition:transform_var(--d-4)_var(--ease-needle)]"
        style={{ transform: `rotate(${-angle}deg)`, transformOrigin: `${centre.x}px ${centre.y}px` }}
      >
        <path d="M121 122L20 115V129Z" fill={color} />
      </g>
      <circle cx={centre.x} cy={centre.y} r="8" fill="var(--s1)" stroke={color} strokeWidth="3" />
      <g fontSize="15" fill="var(--t3)">
        <text x="20" y="12" textAnchor="middle">
          100
        </text>
        <text x="20" y="241" textAnchor="middle">
          100
        </text>
        {Math.abs(angle) > 9 && (
          <text x="131" y={isUp ? 141 : 115}>
            50
          </text>
        )}
      </g>
      <text x={tip.x} y={tip.y + 5} fontSize="18" fontWeight="700" fill={isUp ? 'var(--up)' : 'var(--down)'}>
        {figure}
      </text>
    </svg>
  );
}

/** Converts degrees above the horizon to a point of the drawing. */
function pointAt(angle: number, distance: number): { x: number; y: number } {
  const radians = (angle * Math.PI) / 180;
  return { x: round(centre.x + distance * Math.cos(radians)), y: round(centre.y - distance * Math.sin(radians)) };
}

function arc(from: number, to: number): string {
  const start = pointAt(from, radius);
  const end = pointAt(to, radius);
  return `M${start.x} ${start.y}A${radius} ${radius} 0 0 1 ${end.x} ${end.y}`;
}

const wedge = (angle: number): string => `${arc(angle, -angle)}L${centre.x} ${centre.y}Z`;

const isMajor = (step: number): boolean => step % 5 === 0;

function ticks(isDrawn: (step: number) => boolean): string {
  const steps = Array.from({ length: 21 }, (_, step) => step).filter(isDrawn);
  return steps
    .map((step) => {
      const from = pointAt(90 - step * 9, radius);
      const to = pointAt(90 - step * 9, radius - (isMajor(step) ? 11 : 6));
      return `M${from.x} ${from.y}L${to.x} ${to.y}`;
    })
    .join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Degrees above the horizon for a probability in percent: 50 is horizontal, 100 is vertical. */
const dialAngle = (percent: number): number => (Math.min(100, Math.max(50, percent)) - 50) * 1.8;
