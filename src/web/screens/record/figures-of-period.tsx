import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PublishedFigures } from '#contract/record/cards.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { type FigureDays, toFiguresQuery } from '#web/record/figures.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';

const periods = [30, 90, 'all'] as const;

/** `name`: of the group of radio buttons. */
export function FiguresOfPeriod({
  name,
  children,
}: {
  name: string;
  children: (figures: PublishedFigures) => ReactNode;
}) {
  const { t } = usePhrases();
  const [days, setDays] = useState<FigureDays>(null);
  const { data, error, refetch } = useQuery({ ...toFiguresQuery(days), placeholderData: keepPreviousData });
  if (error) return <LoadError title={t('record.failed')} onRetry={refetch} />;
  if (!data) return <PageLoader />;
  return (
    <>
      <SegmentedRadio
        className="sm max-w-100"
        name={name}
        options={periods}
        chosen={days ?? 'all'}
        label={(one) => t(one === 'all' ? 'record.period.all' : `record.period.d${one}`)}
        onChoose={(one) => setDays(one === 'all' ? null : one)}
        aria-label={t('record.period.label')}
      />
      {children(data)}
    </>
  );
}
