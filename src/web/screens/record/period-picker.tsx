import { usePhrases } from '#web/language/use-phrases.ts';
import { periods, type RecordView } from './use-record-address.ts';

interface PeriodPickerProps {
  readonly days: RecordView['days'];
  readonly onChoose: (days: RecordView['days']) => void;
}

export function PeriodPicker({ days, onChoose }: PeriodPickerProps) {
  const { t } = usePhrases();
  return (
    <div className="seg sm rec-period" role="radiogroup" aria-label={t('record.period.label')}>
      {[...periods, null].map((one) => (
        <label key={one ?? 'all'}>
          <input
            className="sr-only"
            type="radio"
            name="record-period"
            value={one ?? 'all'}
            checked={one === days}
            onChange={() => onChoose(one)}
          />
          {t(one === null ? 'record.period.all' : `record.period.d${one}`)}
        </label>
      ))}
    </div>
  );
}
