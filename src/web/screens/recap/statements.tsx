import type { DayRecap, DayStatement } from '#contract/record/views.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Forecast, ModelName } from '#web/record/entry-parts.tsx';
import { Card } from '#web/ui/card.tsx';
import { OutcomeChip } from '#web/ui/outcome-mark.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

/** The highest passability that won and that lost, in cards of one size. */
export const Statements = ({ best, worst }: Pick<DayRecap, 'best' | 'worst'>) => (
  <div className="grid grid-cols-2 phone:grid-cols-1 gap-gutter">
    <StatementCard title="best" none="noBest" result="successful" statement={best} />
    <StatementCard title="worst" none="noWorst" result="unsuccessful" statement={worst} />
  </div>
);

interface StatementCardProps {
  readonly title: 'best' | 'worst';
  readonly none: 'noBest' | 'noWorst';
  readonly result: 'successful' | 'unsuccessful';
  readonly statement: DayStatement | null;
}

function StatementCard({ title, none, result, statement }: StatementCardProps) {
  const { t } = usePhrases();
  return (
    <Card title={t(`recap.${title}`)} titleId={`${title}-title`} aside={<OutcomeChip result={result} />}>
      <div className="flex flex-col gap-3 p-card">
        {statement ? <Stated statement={statement} /> : <p>{t(`recap.${none}`)}</p>}
      </div>
    </Card>
  );
}

function Stated({ statement }: { statement: DayStatement }) {
  const { t, f, lang } = usePhrases();
  const { symbol, aiModel, index, source, issuedAt } = statement;
  const at = Date.parse(issuedAt);
  return (
    <>
      <p className="flex flex-wrap items-center gap-3 text-ink-1">
        <b>{pairName(symbol)}</b>
        <Forecast stated={statement} />
      </p>
      <ModelName model={aiModel} />
      <p className="text-13 text-ink-3">
        {t(source === 'signal' ? 'recap.issued' : 'recap.stated')},{' '}
        <time dateTime={issuedAt}>{`${f.day(at, 'UTC')}, ${issuedAt.slice(11, 19)} UTC`}</time>
      </p>
      <TextLink
        className="text-14 self-start"
        to={paths.record(lang, index)}
        text={t('recap.entry', { number: f.count(index) })}
      />
    </>
  );
}
