import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import type { AnySignal } from '#contract/admin/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { f, outcomeName, priceText, voidReasonName } from '#web/admin/admin-texts.ts';
import { FilterSearch, OperatorList, useOperatorList } from '#web/admin/operator-list.tsx';
import { Remark, ResultChip, When } from '#web/admin/table-cells.tsx';
import { FilterChoices, modelOptions, pairOptions } from '#web/filters/filter-fields.tsx';
import { operatorTitle } from '#web/language/page-title.ts';
import { usePathLanguage } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = operatorTitle('Signals');

/** In record order: all users' without names, or one user's, which is audited. */
export default function AdminSignals() {
  const lang = usePathLanguage();
  const list = useOperatorList({
    call: 'GET /api/admin/signals',
    filterNames: ['q', 'user', 'aiModel', 'symbol', 'result'],
  });
  const { filters } = list;
  const user = list.data?.user;
  return (
    <>
      {filters.get('user') !== '' && (
        <Link
          className="flex items-center gap-2 text-14 text-ink-2 w-max min-h-11 -mt-3 mb-1"
          to={paths.adminSignals(lang)}
        >
          <ArrowLeft className="ic size-4" />
          Everyone’s signals
        </Link>
      )}
      <PageHead
        title="Signals"
        lead={
          user
            ? `Signals of ${user.email}. This view is written to the audit log.`
            : 'Every signal issued, in record order. The list doesn’t show whose they are.'
        }
      />
      <OperatorList
        list={list}
        filters={
          <>
            <FilterSearch filters={filters} name="q" label="Record number or signal ID" />
            <FilterChoices
              filters={filters}
              choices={[
                ['result', 'Result', 'Result: all', resultOptions()],
                ['aiModel', 'Model', 'Model: all', modelOptions],
                ['symbol', 'Pair', 'Pair: all', pairOptions],
              ]}
            />
          </>
        }
        columns={columns}
        getKey={({ id }) => id}
        empty="No signals match."
      />
    </>
  );
}

const resultOptions = () => [
  ...outcomes.map((outcome) => [outcome, outcomeName(outcome)] as const),
  ['open', 'still open'] as const,
];

const columns: readonly Column<AnySignal>[] = [
  ['No.', (signal) => <SignalNumber signal={signal} />],
  ['Issued', ({ time }) => <When at={time} />],
  [
    'Pair',
    ({ symbol, duration }) => (
      <>
        <b className="pairc">{pairName(symbol)}</b>
        <Remark>{`${duration} min`}</Remark>
      </>
    ),
  ],
  [
    'Direction',
    ({ signal }) => (
      <span className="flex items-center gap-2">
        <DirectionIcon isUp={signal === 'BUY'} className={signal === 'BUY' ? 'ic up' : 'ic down'} />
        {signal === 'BUY' ? 'up' : 'down'}
      </span>
    ),
  ],
  [
    'Model',
    ({ aiModel }) => (
      <span className="flex items-center gap-2">
        <ModelFlag model={aiModel} size="xs" />
        {aiModelName(aiModel)}
      </span>
    ),
  ],
  ['Win chance', ({ passability }) => f.percent(passability / 100, 1), 'r'],
  ['Entry', ({ symbol, openPrice }) => priceText(symbol, openPrice), 'r'],
  ['Close', ({ symbol, closePrice }) => priceText(symbol, closePrice), 'r'],
  [
    'Result',
    ({ result, voidReason, isRemoved }) => (
      <>
        <ResultChip result={result} />
        {voidReason && <Remark>{voidReasonName(voidReason)}</Remark>}
        {isRemoved && <Remark>removed from the user’s list</Remark>}
      </>
    ),
  ],
];

function SignalNumber({ signal: { id, recordIndex } }: { readonly signal: AnySignal }) {
  const lang = usePathLanguage();
  return (
    <TextLink
      className="tabular-nums"
      to={paths.adminSignal(lang, id)}
      text={recordIndex === null ? '–' : `No. ${f.count(recordIndex)}`}
    />
  );
}
