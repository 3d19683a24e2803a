import { usePhrases } from '#web/language/use-phrases.ts';
import { periods, type RecordView } from './use-record-address.ts';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';

interface PeriodPickerProps {
  readonly days: RecordView['days'];
  readonly onChoose: (days: RecordView['days']) => void;
}

export function PeriodPicker({ days, onChoose }: PeriodPickerProps) {
  const { t } = usePhrases();
  return (
    <SegmentedRadio
      className="sm rec-period"
      name="record-period"
      options={[...periods, 'all']}
      chosen={days ?? 'all'}
      label={(one) => t(one === 'all' ? 'record.period.all' : `record.period.d${one}`)}
      onChoose={(one) => onChoose(one === 'all' ? null : one)}
      aria-label={t('record.period.label')}
    />
  );
}
