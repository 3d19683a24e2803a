import { Pause, Play, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { usePhrases } from '../language/use-phrases.ts';
import { useStored, writeStored } from '../storage/stored.ts';
import { chooseAppTheme } from './appearance.ts';

/** Decorations in the margins of the page; static with reduced motion or data saving. */
export default function Season() {
  const isPaused = useStored('season-paused') === 'yes';
  // The upper webs are drawn in the header, because bars above may move it.
  const header = document.querySelector('.hd');
  return (
    <>
      {header &&
        createPortal(
          <div className="season-webs" aria-hidden="true">
            <Drawing shape="web" className="web" />
            <Drawing shape="web" className="web top-r" />
          </div>,
          header,
        )}
      <div className={isPaused || navigator.connection?.saveData ? 'season still' : 'season'} aria-hidden="true">
        <SeasonShapes />
        <Drawing shape="web" className="web low-r" />
        {floating.map((piece) => (
          <Drawing
            key={`${piece.shape} ${piece.top}`}
            shape={piece.shape}
            className={`fl ${piece.side}`}
            style={hung(piece)}
          />
        ))}
        {falling.map((piece) => (
          <Drawing
            key={`${piece.side} ${piece.top}`}
            shape="pumpkin"
            className={`fall ${piece.side}`}
            style={hung(piece)}
          />
        ))}
      </div>
      <SeasonControls isPaused={isPaused} />
    </>
  );
}

/** Defined once and referenced; colours that follow the scheme are custom properties. */
function SeasonShapes() {
  return (
    <svg width="0" height="0" className="absolute">
      <symbol id="hw-pumpkin" viewBox="0 0 64 64">
        <path d="M32 14c-1-6 3-9 6-9l1 3c-3 1-4 3-4 6" fill="#5E7A3C" />
        <ellipse cx="32" cy="36" rx="26" ry="21" fill="#C9682B" />
        <ellipse cx="32" cy="36" rx="17" ry="21" fill="#DB7A36" />
        <ellipse cx="32" cy="36" rx="7" ry="21" fill="#E88D48" />
        <path d="M19 33l5-8 5 8zM35 33l5-8 5 8zM16 41c9 9 23 9 32 0-3 12-29 12-32 0z" fill="#2A1206" />
        <path d="M24 45l3-3 3 4M34 46l3-4 3 3" stroke="#DB7A36" strokeWidth="2" fill="none" />
      </symbol>
      <symbol id="hw-ghost" viewBox="0 0 64 64">
        <path
          d="M32 6c-12 0-19 9-19 21v28c4-5 7-5 10 0 3-5 6-5 9 0 3-5 6-5 9 0 3-5 6-5 10 0V27C51 15 44 6 32 6z"
          fill="var(--hw-ghost)"
        />
        <path
          d="M25 22.4a3.2 4.6 0 1 1 0 9.2 3.2 4.6 0 1 1 0-9.2M39 22.4a3.2 4.6 0 1 1 0 9.2 3.2 4.6 0 1 1 0-9.2M32 34.2a3 3.8 0 1 1 0 7.6 3 3.8 0 1 1 0-7.6"
          fill="#1B2530"
        />
      </symbol>
      <symbol id="hw-bat" viewBox="0 0 64 64">
        <path
          d="M32 24l-3-5-1 6c-6-2-9-9-16-9 2 3 1 5-1 6C8 23 5 24 2 29c7-2 8 2 8 5 4-3 8-2 9 3 4-4 9-3 13 7 4-10 9-11 13-7 1-5 5-6 9-3 0-3 1-7 8-5-3-5-6-6-9-7-2-1-3-3-1-6-7 0-10 7-16 9l-1-6z"
          fill="var(--hw-ink)"
        />
        <path d="M29 28h2M33 28h2" stroke="#FFB36B" strokeWidth="2" strokeLinecap="round" />
      </symbol>
      <symbol id="hw-spider" viewBox="0 0 64 64">
        <path d="M32 0v26" stroke="var(--hw-web)" strokeWidth="1.2" />
        <path
          d="M27 34C18 28 14 30 9 38M27 37C18 34 14 38 12 46M28 41c-6 2-9 7-9 13M37 34c9-6 13-4 18 4M37 37c9-3 13 1 15 9M36 41c6 2 9 7 9 13"
          stroke="var(--hw-ink)"
          strokeWidth="2.2"
          fill="none"
          strokeLinecap="round"
        />
        <ellipse cx="32" cy="40" rx="8" ry="9" fill="var(--hw-ink)" />
        <circle cx="32" cy="30" r="5" fill="var(--hw-ink)" />
        <path d="M30.4 29h.01M33.6 29h.01" stroke="#FFB36B" strokeWidth="2" strokeLinecap="round" />
      </symbol>
      {/* Where the margin is narrower than high, the part along its edge. */}
      <symbol id="hw-web" viewBox="0 0 190 190" preserveAspectRatio="xMinYMin slice">
        <path
          d="M0 0L189.9 6.6M0 0L176.2 71.2M0 0L134.4 134.4M0 0L71.2 176.2M0 0L6.6 189.9M36 1.3Q29.6 6.3 33.4 13.5Q25.2 16.7 25.5 25.5Q16.7 25.2 13.5 33.4Q6.3 29.6 1.3 36M66 2.3Q54.2 11.5 61.2 24.7Q46.2 30.6 46.7 46.7Q30.6 46.2 24.7 61.2Q11.5 54.2 2.3 66M97.9 3.4Q80.5 17.1 90.9 36.7Q68.6 45.4 69.3 69.3Q45.4 68.6 36.7 90.9Q17.1 80.5 3.4 97.9M131.9 4.6Q108.5 23.1 122.4 49.4Q92.5 61.2 93.3 93.3Q61.2 92.5 49.4 122.4Q23.1 108.5 4.6 131.9M167.9 5.9Q138 29.3 155.8 62.9Q117.7 77.9 118.8 118.8Q77.9 117.7 62.9 155.8Q29.3 138 5.9 167.9"
          fill="none"
          stroke="var(--hw-web)"
          strokeWidth="1.1"
        />
      </symbol>
    </svg>
  );
}

function Drawing({ shape, className, style }: { shape: string; className: string; style?: CSSProperties }) {
  return (
    <svg className={className} style={style}>
      <use href={`#hw-${shape}`} />
    </svg>
  );
}

/** `at`: the centre, as a share of the margin beside the page's column. */
interface Piece {
  readonly side: 'left' | 'right';
  readonly at: number;
  /** Percent of the window's height. */
  readonly top: number;
  /** Pixels, where the margin has room for them. */
  readonly size: number;
  /** Degrees. */
  readonly turn: number;
  /** Seconds. */
  readonly duration: number;
  readonly delay: number;
}

interface Floating extends Piece {
  readonly shape: 'pumpkin' | 'bat' | 'ghost' | 'spider';
}

/** Seven, each 15 to 25 seconds per cycle; a negative delay starts in the middle of a cycle. */
export const floating: readonly Floating[] = [
  { shape: 'spider', side: 'left', at: 0.56, top: 10, size: 52, turn: 0, duration: 22, delay: -14 },
  { shape: 'bat', side: 'left', at: 0.62, top: 31, size: 46, turn: -12, duration: 17, delay: -4 },
  { shape: 'ghost', side: 'left', at: 0.58, top: 52, size: 44, turn: -6, duration: 21, delay: -9 },
  { shape: 'pumpkin', side: 'left', at: 0.45, top: 78, size: 64, turn: -8, duration: 25, delay: -2 },
  { shape: 'bat', side: 'right', at: 0.5, top: 16, size: 54, turn: 10, duration: 15, delay: -11 },
  { shape: 'ghost', side: 'right', at: 0.4, top: 40, size: 52, turn: 8, duration: 19, delay: -7 },
  { shape: 'pumpkin', side: 'right', at: 0.52, top: 74, size: 52, turn: 10, duration: 23, delay: -5 },
];

/** Ten pumpkins of 20 to 35 pixels, which fall for 8 to 15 seconds. */
export const falling: readonly Piece[] = [
  { side: 'left', at: 0.2, top: 30, size: 22, turn: -30, duration: 12, delay: 0 },
  { side: 'left', at: 0.72, top: 66, size: 26, turn: 7, duration: 9, delay: 2 },
  { side: 'left', at: 0.36, top: 94, size: 20, turn: -16, duration: 15, delay: 7 },
  { side: 'left', at: 0.18, top: 86, size: 35, turn: 21, duration: 11, delay: 4 },
  { side: 'left', at: 0.78, top: 22, size: 24, turn: -2, duration: 14, delay: 9 },
  { side: 'right', at: 0.74, top: 88, size: 22, turn: -25, duration: 10, delay: 1 },
  { side: 'right', at: 0.24, top: 28, size: 30, turn: 12, duration: 13, delay: 5 },
  { side: 'right', at: 0.66, top: 58, size: 28, turn: -11, duration: 8, delay: 3 },
  { side: 'right', at: 0.3, top: 8, size: 20, turn: 26, duration: 15, delay: 10 },
  { side: 'right', at: 0.18, top: 96, size: 25, turn: 3, duration: 12, delay: 8 },
];

/** Custom properties, which season.css turns into positions and timing. */
function hung({ at, top, size, turn, duration, delay }: Piece): CSSProperties {
  const properties = {
    '--at': at,
    '--top': `${top}vh`,
    '--size': `${size}px`,
    '--turn': `${turn}deg`,
    '--duration': `${duration}s`,
    '--delay': `${delay}s`,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React's type knows no custom properties
  return properties as CSSProperties;
}

/** Visible while there is an animation to stop. */
function SeasonControls({ isPaused }: { isPaused: boolean }) {
  const { t } = usePhrases();
  const Icon = isPaused ? Play : Pause;
  return (
    <aside
      className="season-off fixed left-2 bottom-2 z-[calc(var(--z-season)+2)] flex flex-col border border-line rounded-md bg-s1 max-[1301px]:hidden"
      aria-label={t('common.season.group')}
    >
      <button
        type="button"
        className="ibtn bare size-9 text-ink-3 hover:text-ink-1 motion motion-reduce:hidden"
        aria-label={t(isPaused ? 'common.season.play' : 'common.season.pause')}
        title={t(isPaused ? 'common.season.play' : 'common.season.pause')}
        onClick={() => writeStored('season-paused', isPaused ? null : 'yes')}
      >
        <Icon className="ic" />
      </button>
      <button
        type="button"
        className="ibtn bare size-9 text-ink-3 hover:text-ink-1"
        aria-label={t('common.footer.noDecorations')}
        title={t('common.footer.noDecorations')}
        onClick={() => chooseAppTheme('basic')}
      >
        <X className="ic" />
      </button>
    </aside>
  );
}
