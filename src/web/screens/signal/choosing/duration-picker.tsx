import { type PickerDuration, pickerDurations } from '#domain/market/duration.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';

interface DurationPickerProps {
  readonly chosen: PickerDuration;
  readonly onChoose: (duration: PickerDuration) => void;
}

export function DurationPicker({ chosen, onChoose }: DurationPickerProps) {
  const { t } = usePhrases();
  return (
    <section data-tour="duration">
      <div className="fsec">
        <h2 id="duration-title">{t('signal.choose.duration')}</h2>
      </div>
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
