import { usePhrases } from '#web/language/use-phrases.ts';
import { type RecordSource, sources } from './use-record-address.ts';

interface SourcePickerProps {
  readonly source: RecordSource;
  readonly onChoose: (source: RecordSource) => void;
}

export function SourcePicker({ source, onChoose }: SourcePickerProps) {
  const { t } = usePhrases();
  return (
    <div className="seg sm" role="radiogroup" aria-label={t('record.models.source')}>
      {sources.map((one) => (
        <label key={one}>
          <input
            className="sr-only"
            type="radio"
            name="record-source"
            value={one}
            checked={one === source}
            onChange={() => onChoose(one)}
          />
          {t(`record.models.${one}`)}
        </label>
      ))}
    </div>
  );
}
