import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/accounts.ts';
import type { WorkingStats } from '#contract/prices.ts';
import type { Signal } from '#contract/signals.ts';
import { type PickerDuration, pickerDurations } from '#domain/market/duration.ts';
import { isLlmModelKey } from '#domain/signals/ai-model.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { lazyView } from '#web/routing/lazy-view.tsx';
import { readStored, writeStored } from '#web/storage/stored.ts';
import { usePayout } from '#web/theme/site-settings.ts';
import { useTutorialView } from '#web/tutorial/tutorial-view.ts';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { SelfHealing } from '#web/ui/feedback/self-healing.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { recentSymbols, settledSignalsIn } from '../signal-list.ts';
import type { ChoiceRequest } from '../signal-request.ts';
import type { SignalFlow } from '../use-signal-flow.ts';
import { getSeen, isLocked, useOutlook } from '../use-outlook.ts';
import { ModelList } from './model-list.tsx';
import { isUnstated, payoutsQuery } from './payout-sheet.tsx';
import { IdleCard } from './idle-card.tsx';
import type { TradingChoice } from './trading-choice.ts';

const ModelInfo = lazyView(() => import('./model-info.tsx'));
const PayoutSheet = lazyView(() => import('./payout-sheet.tsx'));

interface IdleProps {
  readonly choice: TradingChoice;
  readonly market: WorkingStats;
  readonly user: User;
  readonly flow: SignalFlow;
}

/** While no signal runs: the live card, and below it models, expiration time and the last results. */
export function Idle({ choice, market, user, flow }: IdleProps) {
  const [isInfoOpen, setIsInfoOpen] = useState(false);
  const { watching, autoRun } = flow;
  const leave = useToastAction(autoRun.stop);
  const request = (!leave.isBusy && watching?.request) || choice.request;
  const { model, interval, symbol } = request;
  const exclude = symbol ? [] : recentSymbols(serverClock.now());
  const { outlook, error } = useOutlook(exclude, model === 'manual' ? symbol : null);
  const payouts = useQuery(payoutsQuery);
  const sheet = usePayoutSheet(payouts.data !== undefined && isUnstated(payouts.data));
  const usual = Math.round(100 * usePayout());
  /** A watch follows the choice. */
  const choose = (next: Partial<ChoiceRequest>): void => {
    const chosen = { ...request, symbol: null, ...next };
    const isNamed = chosen.model !== 'manual' || chosen.symbol !== null;
    if (flow.search.kind !== 'searching') flow.dismiss();
    if (watching && isNamed) flow.watch({ ...watching, request: chosen });
    else if (autoRun.isRunning) void leave.run();
  };
  const isLoading = (outlook === null && error === null) || payouts.isPending;
  useTutorialView(isLoading || sheet.isOpen ? null : model === 'manual' ? 'choosing-manual' : 'choosing');
  if (isLoading) return <PageLoader />;
  const seen = getSeen(outlook, model, interval);
  const state = market.models.find(({ key }) => key === model);
  return (
    <>
      <SelfHealing>
        <IdleCard
          request={request}
          flow={flow}
          prospect={isLlmModelKey(model) ? null : (seen?.best ?? null)}
          reason={seen?.reason ?? null}
          resumesAt={outlook?.resumesAt ?? null}
          lockedBelow={state && isLocked(state, user.balance) ? state.minBalance : null}
          outlookError={error}
          payouts={payouts.data ?? null}
          balance={user.balance}
          onChoosePair={(next) => {
            choice.chooseSymbol(next);
            choose({ symbol: next });
          }}
          onInfo={() => setIsInfoOpen(true)}
          onPayout={sheet.open}
        />
      </SelfHealing>
      <div className="grid grid-cols-[minmax(0,1fr)_376px] gap-gutter mt-gutter items-start tablet:grid-cols-[minmax(0,1fr)_320px] stacked:grid-cols-1">
        <SelfHealing>
          <ModelList
            models={market.models}
            outlook={outlook}
            chosen={model}
            duration={interval}
            balance={user.balance}
            payout={payouts.data?.default.percent ?? usual}
            onChoose={(next) => {
              choice.chooseModel(next);
              choose({ model: next, symbol: next === 'manual' ? choice.manualSymbol : null });
            }}
          />
        </SelfHealing>
        <div className="grid gap-gutter stacked:contents stacked:[&>:first-child]:-order-1">
          <Expiration
            chosen={interval}
            onChoose={(next) => {
              choice.chooseInterval(next);
              choose({ interval: next });
            }}
          />
          <LastTen
            signals={settledSignalsIn(
              flow.signals.filter(({ hasEdge }) => hasEdge),
              10,
            )}
          />
        </div>
      </div>
      {isInfoOpen && <ModelInfo model={model} onClose={() => setIsInfoOpen(false)} />}
      {sheet.isOpen && payouts.data && <PayoutSheet payouts={payouts.data} usual={usual} onClose={sheet.close} />}
    </>
  );
}

/** Opened by the strip; by itself once, while nobody has said what the broker pays. */
function usePayoutSheet(isUnknown: boolean) {
  const [isWanted, setIsWanted] = useState(false);
  const [wasAsked, setWasAsked] = useState(() => readStored('payout-asked') !== null);
  return {
    isOpen: isWanted || (isUnknown && !wasAsked),
    open: () => setIsWanted(true),
    close: () => {
      writeStored('payout-asked', 'yes');
      setWasAsked(true);
      setIsWanted(false);
    },
  };
}

interface ExpirationProps {
  readonly chosen: PickerDuration;
  readonly onChoose: (duration: PickerDuration) => void;
}

function Expiration({ chosen, onChoose }: ExpirationProps) {
  const { t } = usePhrases();
  return (
    <section className="card p-5 pt-[18px] stacked:p-4" data-tour="duration">
      <h2 id="duration-title" className="h4 mb-3">
        {t('signal.card.expiration')}
      </h2>
      <SegmentedRadio
        name="duration"
        options={pickerDurations}
        chosen={chosen}
        label={(n) => t('signal.minutes', { n })}
        onChoose={onChoose}
        aria-labelledby="duration-title"
      />
    </section>
  );
}

/** The last results as beads, the newest last. */
function LastTen({ signals }: { readonly signals: readonly Signal[] }) {
  const { t, lang } = usePhrases();
  if (signals.length === 0) return null;
  return (
    <section className="card p-5 pt-[18px] stacked:p-4">
      <div className="flex justify-between items-baseline gap-3 mb-3">
        <h2 className="h4">{t('signal.card.lastTen')}</h2>
        <TextLink className="text-14" to={paths.history(lang)} text={t('common.header.history')} />
      </div>
      <Beads signals={signals} />
    </section>
  );
}

/** `signals`: newest first. */
function Beads({ signals }: { readonly signals: readonly Signal[] }) {
  const { t } = usePhrases();
  return (
    <ul className="bd">
      {signals.toReversed().map(({ id, result }) => (
        <li key={id}>
          <OutcomeMark shape={outcomeStyle[result ?? 'void']} />
          <span className="sr-only">{t(`common.outcome.${result ?? 'void'}`)}</span>
        </li>
      ))}
    </ul>
  );
}
