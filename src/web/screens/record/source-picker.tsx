import { usePhrases } from '#web/language/use-phrases.ts';
import { type RecordSource, sources } from './use-record-address.ts';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';

interface SourcePickerProps {
  readonly source: RecordSource;
  readonly onChoose: (source: RecordSource) => void;
}

export function SourcePicker({ source, onChoose }: SourcePickerProps) {
  const { t } = usePhrases();
  return (
    <SegmentedRadio
      className="sm"
      name="record-source"
      options={sources}
      chosen={source}
      label={(one) => t(`record.models.${one}`)}
      onChoose={onChoose}
      aria-label={t('record.models.source')}
    />
  );
}
