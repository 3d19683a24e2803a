import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from '#web/create-store.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { ShownForecast } from '../card/forecast.ts';
import { smallWindow } from './small-window.ts';

/** Three rows in the small window, while one is open. */
export function InSmallWindow({ children }: { readonly children: ReactNode }) {
  const opened = useStore(smallWindow);
  return opened && createPortal(<div className="pip">{children}</div>, opened.document.body);
}

interface SmallWatchProps {
  readonly pair: ReactNode;
  readonly price: ReactNode;
  readonly shown: ShownForecast | null;
  readonly isWatching: boolean;
  /** The time to the next look. */
  readonly drain: ReactNode;
}

/** The card in the small window, while no signal runs: no direction either. */
export function SmallWatch({ pair, price, shown, isWatching, drain }: SmallWatchProps) {
  const { t, f } = usePhrases();
  return (
    <InSmallWindow>
      <div className="pip-a">
        <span className="lc-pair">{pair}</span>
        {price}
      </div>
      <div className="pip-a">
        <span className="lc-dir text-ink-2">{shown ? f.count(shown.chance) : '–'}</span>
        {shown && (
          <span className="lc-sub text-right">
            {t('signal.card.needs')} {f.count(shown.needs)}
            <b className="block">
              {shown.isReady
                ? t('signal.card.ready')
                : shown.shortBy === 0
                  ? t('signal.card.just')
                  : `${t('signal.card.short')} ${f.count(shown.shortBy)}`}
            </b>
          </span>
        )}
      </div>
      <div className="grid gap-1.5">
        {isWatching && (
          <span className="flex items-center gap-3 text-14 font-semibold text-ink-1">
            <span className="lc-eye" />
            {t('signal.card.watching')}
          </span>
        )}
        {drain}
      </div>
    </InSmallWindow>
  );
}
