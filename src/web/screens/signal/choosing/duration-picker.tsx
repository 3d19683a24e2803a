import { type PickerDuration, pickerDurations } from '#domain/market/duration.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

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
      <div className="seg" role="radiogroup" aria-labelledby="duration-title">
        {pickerDurations.map((duration) => (
          <label key={duration}>
            <input
              className="sr-only"
              type="radio"
              name="duration"
              value={duration}
              checked={duration === chosen}
              onChange={() => onChoose(duration)}
            />
            {t('signal.minutes', { n: duration })}
          </label>
        ))}
      </div>
    </section>
  );
}
