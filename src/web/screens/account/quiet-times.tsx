import { useId } from 'react';
import type { QuietHours } from '#domain/signals/alert-rule.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

interface QuietTimesProps {
  readonly hours: QuietHours;
  readonly onChange: (hours: QuietHours) => void;
}

/** When quiet hours begin and end, in their own time zone. */
export function QuietTimes({ hours, onChange }: QuietTimesProps) {
  const { t } = usePhrases();
  const id = useId();
  return (
    <div className="flex flex-wrap gap-4">
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="field">
          <label htmlFor={id + end}>{t(`account.alerts.${end}`)}</label>
          <div className="box">
            <input
              id={id + end}
              type="time"
              className="inp-t"
              required
              value={hours[end]}
              onChange={(event) => onChange({ ...hours, [end]: event.target.value })}
            />
          </div>
        </div>
      ))}
    </div>
  );
}
