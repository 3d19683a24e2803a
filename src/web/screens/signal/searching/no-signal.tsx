import { FlaskConical, Navigation } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { isLlmModelKey } from '#domain/signals/llm-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useWorkingStats } from '#web/session/use-working-stats.ts';
import { announce } from '#web/ui/announcer.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import { recentSymbols } from '../recent-signal.ts';
import type { Search } from '../search.ts';
import { choiceOf, type SignalRequest } from '../signal-request.ts';
import { useOutlook } from '../use-outlook.ts';
import { useServerNow } from '../use-server-now.ts';
import type { SignalFlow } from '../use-signal-flow.ts';
import { BestNow } from './best-now.tsx';
import { type NoSignalState, noSignalState } from './no-signal-state.ts';
import { NotifyButton } from './notify-button.tsx';
import { QuietSea } from './quiet-sea.tsx';
import { useReasonText } from './use-reason-text.ts';
import { watchedOf } from './watched.ts';

interface NoSignalProps {
  readonly search: Extract<Search, { kind: 'no-signal' }>;
  readonly flow: SignalFlow;
  readonly balance: number | null;
  /** The chosen duration, for which a request of any duration is watched. */
  readonly interval: PickerDuration;
}

/**
 * No edge: why, what is best now, and only what can succeed. Consent to a chase is valid once, so
 * a chase leads back to its result.
 */
export function NoSignal({ search, flow, balance, interval }: NoSignalProps) {
  const { t } = usePhrases();
  const { request } = search;
  const now = useServerNow();
  const models = useWorkingStats().data?.models ?? [];
  const outlook = useOutlook({ isLive: request.kind !== 'chase' });
  const isAnyExcluded = recentSymbols(now).length > 0;
  const state = noSignalState({ search, outlook, models, balance, isAnyExcluded, now });
  const { title, text } = useReasonText(request, state, now);
  useEffect(() => announce(title), [title]);
  return (
    <section className="card mx-auto max-w-[880px]">
      <div className="state none">
        <div className="art">
          <QuietSea />
        </div>
        <h2>{title}</h2>
        <p>{text}</p>
        {!state.hasEdge && state.best && state.breakEven !== null && (
          <BestNow best={state.best} breakEven={state.breakEven} />
        )}
        <div className="acts">
          <Actions request={request} state={state} flow={flow} />
          {!state.hasEdge && isWatchable(request) && (
            <NotifyButton watched={watchedOf(request, interval)} waitSeconds={state.waitSeconds} now={now} />
          )}
          {request.kind !== 'chase' && (
            <button type="button" className="btn btn-g" onClick={flow.dismiss}>
              {t('signal.none.change')}
            </button>
          )}
        </div>
        {!state.hasEdge && state.best && <p className="text-13 text-ink-3">{t('signal.none.practiceNote')}</p>}
      </div>
    </section>
  );
}

interface ActionsProps {
  readonly request: SignalRequest;
  readonly state: NoSignalState;
  readonly flow: SignalFlow;
}

/** The first one is primary: the edge, then a chase's way back, then practice. */
function Actions({ request, state: { hasEdge, elsewhere, best }, flow }: ActionsProps): ReactNode {
  const { t } = usePhrases();
  if (hasEdge) {
    return (
      <button type="button" className="btn btn-p" onClick={() => flow.find(request)}>
        <Navigation className="ic" aria-hidden="true" />
        {t('signal.choose.get')}
      </button>
    );
  }
  if (request.kind === 'chase') {
    return (
      <>
        <button type="button" className="btn btn-p" onClick={flow.cancel}>
          {t('signal.toResult')}
        </button>
        {best && <PracticeButton tone="btn-s" onTake={() => flow.find({ ...request, isPractice: true })} />}
      </>
    );
  }
  return (
    <>
      {elsewhere && (
        <button
          type="button"
          className="btn btn-p"
          onClick={() => flow.find(choiceOf(elsewhere.aiModel, elsewhere.interval))}
        >
          <Navigation className="ic" aria-hidden="true" />
          {t('signal.none.elsewhere', {
            model: aiModelName(elsewhere.aiModel),
            minutes: t('signal.minutes', { n: elsewhere.interval }),
          })}
        </button>
      )}
      {best && (
        <PracticeButton
          tone={elsewhere ? 'btn-s' : 'btn-p'}
          onTake={() => flow.find({ ...request, isPractice: true })}
        />
      )}
    </>
  );
}

function PracticeButton({ tone, onTake }: { tone: 'btn-p' | 'btn-s'; onTake: () => void }) {
  const { t } = usePhrases();
  return (
    <button type="button" className={`btn ${tone}`} onClick={onTake}>
      <FlaskConical className="ic" aria-hidden="true" />
      {t('signal.none.practice')}
    </button>
  );
}

/** Language models answer only when they are asked, so there is no forecast to watch for. */
const isWatchable = (request: SignalRequest): boolean =>
  request.kind === 'best' || (request.kind === 'choice' && !isLlmModelKey(request.model));
