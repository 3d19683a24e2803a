import { Pause, Play, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { usePhrases } from '../language/use-phrases.ts';
import { writeStored } from '../storage/stored.ts';
import { useStored } from '../storage/use-stored.ts';
import { chooseAppTheme } from './app-theme.ts';
import { savesData } from './saves-data.ts';
import { falling, floating } from './season-pieces.ts';
import { SeasonShapes } from './season-shapes.tsx';

/**
 * Decorations beside the page, never over its content; static with reduced motion or data saving.
 */
export function Season() {
  const isPaused = useStored('season-paused') === 'yes';
  return (
    <>
      <div className={isPaused || savesData() ? 'season still' : 'season'} aria-hidden="true">
        <SeasonShapes />
        <Drawing shape="web" className="web top-l" />
        <Drawing shape="web" className="web top-r" />
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
        <Drawing shape="pumpkin" className="peek left" />
        <Drawing shape="pumpkin" className="peek right" />
      </div>
      <SeasonControls isPaused={isPaused} />
    </>
  );
}

function Drawing({ shape, className, style }: { shape: string; className: string; style?: CSSProperties }) {
  return (
    <svg className={className} style={style}>
      <use href={`#hw-${shape}`} />
    </svg>
  );
}

/** Custom properties, which season.css turns into positions and timing. */
function hung({ at, top, size, turn, duration, delay }: (typeof falling)[number]): CSSProperties {
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
    <aside className="season-off" aria-label={t('shell.season.group')}>
      <button
        type="button"
        className="ibtn bare motion"
        aria-label={t(isPaused ? 'shell.season.play' : 'shell.season.pause')}
        title={t(isPaused ? 'shell.season.play' : 'shell.season.pause')}
        onClick={() => writeStored('season-paused', isPaused ? null : 'yes')}
      >
        <Icon className="ic" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="ibtn bare"
        aria-label={t('shell.season.off')}
        title={t('shell.season.off')}
        onClick={() => chooseAppTheme('basic')}
      >
        <X className="ic" aria-hidden="true" />
      </button>
    </aside>
  );
}
