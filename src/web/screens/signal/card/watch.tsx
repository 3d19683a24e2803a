import { Bell, type LucideIcon, Zap } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { AutoRun } from '#contract/signals.ts';
import { allowTones } from '#web/alerts/alert.ts';
import { receivePushes } from '#web/alerts/push-device.ts';
import { isLlmModelKey } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useStored, writeStored } from '#web/storage/stored.ts';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';
import { Select } from '#web/ui/select.tsx';
import { type Automatic, type RunMode, savedLimits, toChoices } from '../automatic/use-automatic.ts';
import type { ChoiceRequest } from '../signal-request.ts';
import type { SignalFlow } from '../use-signal-flow.ts';

export interface Watch {
  readonly isWatching: boolean;
  readonly mode: RunMode;
  readonly isRinging: boolean;
  readonly get: () => void;
  readonly stop: ReturnType<typeof useToastAction<[]>>;
  readonly change: (mode: Partial<RunMode>) => void;
  readonly toggleRing: () => void;
}

/** What a run does, as the mode of the next one. */
export const toMode = ({ take, count, limits }: AutoRun): RunMode => ({ take, isRepeated: count === null, limits });

interface WatchQuestion {
  readonly request: ChoiceRequest;
  readonly flow: SignalFlow;
  readonly automatic: Automatic;
}

/**
 * Requests a signal and, when nothing has an edge, watches: on the server to ring or to take the
 * signal, otherwise only in this page, so that nothing is sent to any device.
 */
export function useWatch({ request, flow, automatic }: WatchQuestion): Watch {
  const { run, isRunning } = automatic;
  const [wanted, setWanted] = useState<RunMode>(() => ({ take: false, isRepeated: false, limits: savedLimits() }));
  const isRinging = useStored('ring') !== 'off';
  const start = useToastAction(automatic.start);
  const running = isRunning && !start.isBusy ? run : null;
  const mode = running ? toMode(running) : wanted;
  const stop = useToastAction(async () => {
    flow.dismiss();
    await automatic.stop();
  });
  const leave = useToastAction(automatic.stop);
  const { search } = flow;
  /** Only the server can watch a model that answers on request. */
  const isOfServer = (take: boolean, rings: boolean): boolean => take || rings || isLlmModelKey(request.model);
  const startWatch = useEffectEvent(() => {
    if (!isRunning && search.kind === 'no-signal' && isOfServer(mode.take, isRinging))
      void start.run(search.request, mode);
  });
  useEffect(() => startWatch(), [search]);
  const isLooking = search.kind === 'no-signal' && !isOfServer(mode.take, isRinging);
  const isWatching = isRunning || start.isBusy || isLooking;
  const goOn = (next: RunMode, rings: boolean): void => {
    if (!isWatching) return;
    if (isOfServer(next.take, rings)) return void start.run(request, next);
    flow.watch(request);
    if (isRunning) void leave.run();
  };
  return {
    isWatching,
    mode,
    isRinging,
    get: () => {
      // Before the first await: browsers allow a sound only during a press.
      if (isRinging) allowTones();
      automatic.dismiss();
      flow.find(request);
    },
    stop,
    change: (part) => {
      const next = { ...mode, ...part };
      setWanted(next);
      goOn(next, isRinging);
    },
    toggleRing: () => {
      writeStored('ring', isRinging ? 'off' : null);
      if (!mode.take) goOn(mode, !isRinging);
      if (isRinging) return;
      allowTones();
      void receivePushes().catch(() => undefined);
    },
  };
}

export function WatchSwitches({ watch: { isRinging, toggleRing, mode, change } }: { readonly watch: Watch }) {
  const { t } = usePhrases();
  return (
    <div className="grid">
      <WatchSwitch icon={Bell} text={t('signal.card.ring')} isOn={isRinging} onToggle={toggleRing} />
      <WatchSwitch
        icon={Zap}
        text={t('signal.card.take')}
        isOn={mode.take}
        onToggle={() => change({ take: !mode.take })}
      />
    </div>
  );
}

interface WatchSwitchProps {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

function WatchSwitch({ icon: Icon, text, isOn, onToggle }: WatchSwitchProps) {
  return (
    <label className="grid grid-cols-[20px_minmax(0,1fr)_auto] gap-3 items-center min-h-11.5 text-[15px] leading-[1.35] text-ink-1 cursor-pointer not-first:border-t not-first:border-line">
      <Icon className="ic size-5 text-ink-3" />
      {text}
      <input type="checkbox" role="switch" className="swi" checked={isOn} aria-checked={isOn} onChange={onToggle} />
    </label>
  );
}

/** Under both columns, so that no button moves: the next one only, or one after another within limits. */
export function TakeSettings({
  watch: { mode, change },
  run,
}: {
  readonly watch: Watch;
  readonly run: AutoRun | null;
}) {
  const { t, f } = usePhrases();
  const { limits } = mode;
  const options = (name: keyof RunMode['limits'], max: number) =>
    toChoices(name, limits[name])
      .filter((choice) => choice <= max)
      .map((choice) => [choice, f.count(choice)] as const);
  return (
    <div className="lc-row">
      <SegmentedRadio
        className="sm stacked:w-full"
        name="run-kind"
        options={['once', 'repeated'] as const}
        chosen={mode.isRepeated ? 'repeated' : 'once'}
        label={(kind) => t(`signal.card.${kind}`)}
        onChoose={(kind) => change({ isRepeated: kind === 'repeated' })}
        aria-label={t('signal.card.take')}
      />
      {mode.isRepeated && (
        <>
          <label className="flex items-center gap-2">
            {t('signal.card.losses')}
            <Select
              label={t('signal.card.losses')}
              value={limits.stopAfterLosses}
              options={options('stopAfterLosses', Number.POSITIVE_INFINITY)}
              onChoose={(value) => change({ limits: { ...limits, stopAfterLosses: Number(value) } })}
            />
          </label>
          <label className="flex items-center gap-2">
            {t('signal.card.daily')}
            {/* Today's limit of a running run can be lowered, not raised. */}
            <Select
              label={t('signal.card.daily')}
              value={limits.dailyLimit}
              options={options('dailyLimit', run?.count === null ? limits.dailyLimit : Number.POSITIVE_INFINITY)}
              onChoose={(value) => change({ limits: { ...limits, dailyLimit: Number(value) } })}
            />
          </label>
          {run && (
            <span className="ml-auto tabular-nums">
              {t('signal.card.today', { n: run.signalsToday, limit: limits.dailyLimit })}
            </span>
          )}
        </>
      )}
    </div>
  );
}
