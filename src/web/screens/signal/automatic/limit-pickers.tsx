import { useId } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { type AutomaticLimits, toChoices } from './automatic-limits.ts';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';

interface LimitPickersProps {
  readonly limits: AutomaticLimits;
  /**
   * Today's limit of a running auto-signal run: it can be lowered, not raised. Null: none is
   * running.
   */
  readonly maxToday: number | null;
  readonly isDisabled?: boolean;
  readonly onChange: (limits: AutomaticLimits) => void;
}

/** Both limits are always in force; the trader chooses the values. */
export function LimitPickers({ limits, maxToday, isDisabled = false, onChange }: LimitPickersProps) {
  const { t } = usePhrases();
  return (
    <>
      <Picker
        label={t('automatic.settings.dailyLimit')}
        note={t('automatic.settings.dailyNote')}
        choices={toChoices('dailyLimit', limits.dailyLimit)}
        chosen={limits.dailyLimit}
        isOff={(choice) => isDisabled || (maxToday !== null && choice > maxToday)}
        onChoose={(dailyLimit) => onChange({ ...limits, dailyLimit })}
      />
      <Picker
        label={t('automatic.settings.losses')}
        note={t('automatic.settings.lossesNote')}
        choices={toChoices('stopAfterLosses', limits.stopAfterLosses)}
        chosen={limits.stopAfterLosses}
        isOff={() => isDisabled}
        onChoose={(stopAfterLosses) => onChange({ ...limits, stopAfterLosses })}
      />
    </>
  );
}

interface PickerProps {
  readonly label: string;
  readonly note: string;
  readonly choices: readonly number[];
  readonly chosen: number;
  readonly isOff: (choice: number) => boolean;
  readonly onChoose: (choice: number) => void;
}

function Picker({ label, note, choices, chosen, isOff, onChoose }: PickerProps) {
  const id = useId();
  return (
    <div className="field">
      <span className="flabel" id={id}>
        {label}
      </span>
      <SegmentedRadio
        name={id}
        options={choices}
        chosen={chosen}
        label={(choice) => choice}
        isDisabled={isOff}
        onChoose={onChoose}
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
      />
      <div className="msg" id={`${id}-note`}>
        {note}
      </div>
    </div>
  );
}
