import { Bell, type LucideIcon, Zap } from 'lucide-react';
import { useState } from 'react';
import type { AutoRun } from '#contract/signals.ts';
import { allowTones } from '#web/alerts/alert.ts';
import { receivePushes } from '#web/alerts/push-device.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useStored, writeStored } from '#web/storage/stored.ts';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';
import { Select } from '#web/ui/select.tsx';
import type { RunMode } from '../signal-request.ts';
import { firstMode, toChoices } from '../use-auto-run.ts';
import type { SignalFlow } from '../use-signal-flow.ts';

export interface RunModeChoice {
  readonly mode: RunMode;
  readonly isRinging: boolean;
  readonly change: (mode: Partial<RunMode>) => void;
  readonly toggleRing: () => void;
}

/** The mode of the present watch, or of the next one; a change of it is one of a present watch. */
export function useRunMode({ watching, watch }: SignalFlow): RunModeChoice {
  const [wanted, setWanted] = useState(firstMode);
  const isRinging = useStored('ring') !== 'off';
  const mode = watching?.mode ?? wanted;
  return {
    mode,
    isRinging,
    change: (part) => {
      const next = { ...mode, ...part };
      setWanted(next);
      if (watching) watch({ ...watching, mode: next });
    },
    toggleRing: () => {
      writeStored('ring', isRinging ? 'off' : null);
      if (watching && !mode.take) watch({ ...watching, mode });
      if (isRinging) return;
      allowTones();
      void receivePushes().catch(() => undefined);
    },
  };
}

export function WatchSwitches({ choice: { isRinging, toggleRing, mode, change } }: { readonly choice: RunModeChoice }) {
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
  choice: { mode, change },
  run,
}: {
  readonly choice: RunModeChoice;
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
