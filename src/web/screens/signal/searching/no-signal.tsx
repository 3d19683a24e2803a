import { RotateCw } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { isLlmModelKey } from '#domain/signals/llm-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useWorkingStats } from '#web/session/use-working-stats.ts';
import { AlertsCard } from '../alerts-card.tsx';
import { countdownText } from '../countdown.ts';
import { announce } from '#web/ui/announcer.ts';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { useLookAgain } from './look-again.ts';
import { LookAgainCheck } from './look-again-check.tsx';
import { NearestMiss } from './nearest-miss.tsx';
import { nextForecastTime } from './next-search-time.ts';
import { NotifyButton } from './notify-button.tsx';
import { QuietSea } from './quiet-sea.tsx';
import type { Search } from '../search.ts';
import type { ChoiceRequest, SignalRequest } from '../signal-request.ts';
import type { SignalFlow } from '../use-signal-flow.ts';
import { useServerNow } from '../use-server-now.ts';
import { useNearestMiss } from './use-nearest-miss.ts';

interface NoSignalProps {
  readonly search: Extract<Search, { kind: 'no-signal' }>;
  readonly flow: SignalFlow;
}

/**
 * Shows plainly that there is no edge, with the time of the next check. Consent to a chase is valid
 * once, so a chase is not retried automatically.
 */
export function NoSignal({ search, flow }: NoSignalProps) {
  const { t } = usePhrases();
  const { request, why } = search;
  const nearest = useNearestMiss(search);
  const hasManual = useWorkingStats().data?.models.some(({ key, available }) => key === 'manual' && available);
  const isChase = request.kind === 'chase';
  const now = useServerNow();
  // One automatic search per minute, however soon the server lets the trader try again.
  const due = nextForecastTime(search.nextSearchAt - 1);
  const lookAgain = useLookAgain(due, now);
  const isAuto = lookAgain.isOn && !isChase;
  const left = (isAuto ? due : search.nextSearchAt) - now;
  const searchAgain = useEffectEvent(() => flow.findQuietly(request));
  const isDue = isAuto && left <= 0;
  useEffect(() => {
    if (isDue) searchAgain();
  }, [isDue]);
  const title = isChase ? t('signal.none.titleChase', { pair: pairName(request.symbol) }) : t('signal.none.title');
  const reason = request.symbol ? t('signal.none.textPair', { pair: pairName(request.symbol) }) : t('signal.none.text');
  useEffect(() => announce(title), [title]);
  return (
    <div className="flex flex-col gap-4 mx-auto max-w-[880px]">
      <section className="card">
        <div className="state">
          <div className="art">
            <QuietSea />
          </div>
          <h2>{title}</h2>
          <p>
            {why?.reason === 'thin_hours' ? t('signal.none.thin') : reason} {isChase && t('signal.none.chaseAgain')}
          </p>
          <div className="acts">
            <button type="button" className="btn btn-p" onClick={() => (isChase ? flow.cancel() : flow.find(request))}>
              {!isChase && <RotateCw className="ic" aria-hidden="true" />}
              {t(isChase ? 'signal.toResult' : 'common.tryAgain')}
            </button>
            <button type="button" className="btn btn-s" onClick={flow.dismiss}>
              {t('signal.none.changeModel')}
            </button>
            {isWatchable(request) && <NotifyButton request={request} now={now} />}
          </div>
          {!isChase && <LookAgainCheck lookAgain={lookAgain} />}
        </div>
      </section>
      {nearest !== undefined && (
        <NearestMiss
          model={request.model}
          nearest={nearest}
          onManual={
            hasManual && request.kind === 'choice' && request.model !== 'manual'
              ? (symbol) => flow.find({ kind: 'choice', model: 'manual', interval: request.interval, symbol })
              : null
          }
        />
      )}
      <div className="grid grid-cols-2 gap-gutter phone:grid-cols-1">
        <div className="card p-4 flex flex-col gap-1">
          <span className="lab">{t('signal.none.model')}</span>
          <b className="text-ink-1 font-semibold flex items-center gap-2">
            <ModelFlag model={request.model} size="xs" />
            {aiModelName(request.model)}
          </b>
        </div>
        {!isChase && (
          <div className="card p-4 flex flex-col gap-1">
            <span className="lab">{t('signal.none.next')}</span>
            <b className="text-ink-1 font-semibold tabular-nums">
              {left > 0 ? t('signal.none.inTime', { time: countdownText(left) }) : t('signal.none.now')}
            </b>
            <span className="text-13 text-ink-3">
              {isAuto ? t('signal.none.autoNote') : t('signal.none.manualNote')}
            </span>
          </div>
        )}
      </div>
      <AlertsCard />
    </div>
  );
}

/** Language models answer only when they are asked, so there is no forecast to watch for. */
const isWatchable = (request: SignalRequest): request is ChoiceRequest =>
  request.kind === 'choice' && !isLlmModelKey(request.model);
