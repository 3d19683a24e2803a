import { type ReactNode, useEffect } from 'react';
import type { AutoRun } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import type { ShownForecast } from './forecast.ts';
import type { CardNotice } from './use-notice.ts';

interface CardHeadProps {
  readonly pair: ReactNode;
  readonly isManual: boolean;
  readonly shown: ShownForecast | null;
  /** The model answers when it is asked. */
  readonly isAsked: boolean;
  /** No model has an edge: the server has answered so, or still watches. */
  readonly isNone: boolean;
  readonly notice: CardNotice | null;
  /** Why there is no signal, when its figures do not say it. */
  readonly note: string | null;
  readonly run: AutoRun | null;
}

export function CardHead(props: CardHeadProps) {
  const { pair, isManual, shown, isAsked, isNone, notice } = props;
  const { t, f } = usePhrases();
  const say = notice?.text ?? (isNone ? t('signal.none.title') : null);
  const word = shown
    ? t(shown.isReady ? 'signal.card.ready' : shown.hasLean ? 'signal.card.closest' : 'signal.noLean')
    : t(isAsked ? 'signal.card.onRequest' : 'signal.card.waiting');
  const Word = say === null ? 'h2' : 'p';
  return (
    <>
      {isManual && pair}
      {say !== null && <h2 className="lc-say">{say}</h2>}
      {notice === null && (
        <>
          <div className="hm">
            <div className="min-w-0">
              {!isManual && pair}
              <Word className={`lc-dir ${shown?.isReady ? 'rdy' : 'off'}`}>{word}</Word>
            </div>
            {shown && (
              <p className="lc-ch">
                <b>{f.count(shown.chance)}</b>
                {t('signal.card.of')}
              </p>
            )}
          </div>
          {shown && (
            <dl className="lc-kv">
              <div>
                <dt>{t('signal.card.needs')}</dt>
                <dd>{f.count(shown.needs)}</dd>
              </div>
              {shown.isReady ? (
                <div>
                  <dt>{t('signal.card.average')}</dt>
                  <dd>
                    {f.profit(shown.value)} <small>{t('signal.card.perDollar')}</small>
                  </dd>
                </div>
              ) : (
                <div>
                  {/* "Just short" needs no label, but a label above keeps its place. */}
                  <dt className={shown.shortBy === 0 ? 'invisible stacked:hidden' : undefined}>
                    {t('signal.card.short')}
                  </dt>
                  <dd>{shown.shortBy === 0 ? t('signal.card.just') : f.count(shown.shortBy)}</dd>
                </div>
              )}
            </dl>
          )}
        </>
      )}
      <Line {...props} />
    </>
  );
}

/** One line below the figures: what happens on the press, why there is nothing now, or how a run ended. */
function Line({ shown, isAsked, note, run }: CardHeadProps) {
  const { t } = usePhrases();
  const end = useRunEnd(run);
  const text =
    end ?? note ?? (shown?.isReady ? t('signal.card.recordedFirst') : isAsked ? t('signal.card.askedText') : null);
  return text && <p className="lc-sub mt-4 stacked:mt-2">{text}</p>;
}

/** How a run ended by itself; null: it runs, or has announced a forecast. */
function useRunEnd(run: AutoRun | null): string | null {
  const { t, f } = usePhrases();
  const reason = run?.state === 'stopped' ? run.stopReason : undefined;
  const text = run && reason ? endText(reason, run) : null;
  useEffect(() => {
    if (text) announce(text);
  }, [text]);
  return text;

  function endText(why: NonNullable<AutoRun['stopReason']>, { lossesInARow, signalsToday, limits }: AutoRun) {
    if (why === 'user' || why === 'replaced' || why === 'found') return null;
    if (why === 'daily_limit') return t('signal.end.daily_limit', { n: signalsToday, limit: limits.dailyLimit });
    if (why !== 'losses') return t(`signal.end.${why}`);
    const count = Math.max(lossesInARow, limits.stopAfterLosses);
    return t('signal.end.losses', { n: f.count(count), count });
  }
}
