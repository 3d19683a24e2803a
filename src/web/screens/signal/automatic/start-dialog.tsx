import { Play, Scale } from 'lucide-react';
import { useId, useState } from 'react';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';
import type { ChoiceRequest } from '../signal-request.ts';
import { type Automatic, type AutomaticLimits, savedLimits, toChoices } from './use-automatic.ts';

interface StartDialogProps {
  readonly request: ChoiceRequest;
  readonly automatic: Automatic;
  readonly onClose: () => void;
}

/** Confirms the request and its limits before the run starts. */
export default function StartDialog({ request, automatic, onClose }: StartDialogProps) {
  const { t } = usePhrases();
  const [limits, setLimits] = useState(savedLimits);
  return (
    <ActionDialog
      title={t('automatic.dialog.title')}
      confirm={t('automatic.dialog.start')}
      icon={Play}
      cancel={t('automatic.dialog.keep')}
      act={() => automatic.start(request, limits)}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        {t('automatic.dialog.text', {
          model: aiModelName(request.model),
          minutes: t('signal.minutes', { n: request.interval }),
        })}
      </p>
      <LimitPickers limits={limits} maxToday={null} onChange={setLimits} />
      <Caution />
    </ActionDialog>
  );
}

export function Caution() {
  const { t } = usePhrases();
  return (
    <Note icon={Scale} tone="warn">
      <b>{t('automatic.caution.title')}</b> {t('automatic.caution.text')}
    </Note>
  );
}

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
