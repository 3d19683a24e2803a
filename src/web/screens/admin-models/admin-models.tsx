import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Power, PowerOff, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { AdminModel } from '#contract/admin/models.ts';
import type { RatedFigures, SetFigures } from '#contract/record/record.ts';
import type { InEachLanguage } from '#contract/site.ts';
import { getBreakEven } from '#domain/signals/edge.ts';
import { calibratedFrom, isLlmModelKey } from '#domain/signals/ai-model.ts';
import { f, modelReason } from '#web/admin/admin-texts.ts';
import { EachLanguage, inNoLanguage, isInEachLanguage } from '#web/admin/each-language.tsx';
import { OperatorList, useOperatorList } from '#web/admin/operator-list.tsx';
import { TableScroll } from '#web/admin/table-cells.tsx';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { operatorTitle } from '#web/language/page-title.ts';
import { edgeVerdict, verdictTone } from '#web/record/interval-bar.tsx';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { usePayout } from '#web/theme/site-settings.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, Fact } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export const meta = operatorTitle('Models');

const everyMs = 30_000;

/** Every model: availability, the figures of its card and the actual ones. */
export default function AdminModels() {
  const list = useOperatorList({ call: 'GET /api/admin/models', refetchMs: everyMs });
  const models = list.data?.items ?? [];
  return (
    <>
      <PageHead title="Models" lead="What each model states and what comes true live. Dashed line: break-even." />
      <div className="flex flex-col gap-4">
        <OperatorList list={list} columns={columns} getKey={({ key }) => key} empty="No models." />
        {models.length > 0 && (
          <Card className="overflow-hidden" title="Details">
            <div className="divide-y divide-line">
              {models.map((model) => (
                <ModelDetails key={model.key} model={model} />
              ))}
            </div>
          </Card>
        )}
      </div>
    </>
  );
}

const columns: readonly Column<AdminModel>[] = [
  [
    'Model',
    ({ key, name }) => (
      <span className="flex items-center gap-2 text-ink-1 font-semibold">
        <ModelFlag model={key} size="s" />
        {name}
      </span>
    ),
  ],
  ['Status', toStatus],
  ['Signals', ({ figures }) => f.count(figures?.signals.total ?? 0), 'r'],
  [
    'Win rate, 95%',
    ({ available, reason, figures }) =>
      available ? (
        <WinInterval rated={figures?.signals ?? null} />
      ) : (
        <span className="text-13 text-ink-3">{modelReason(reason)}</span>
      ),
    'cell-text',
  ],
  [
    <abbr key="error" title="mean gap between stated and actual, pp">
      Error
    </abbr>,
    ({ figures }) => toMeanError(figures?.inTurn.steps ?? []),
    'r',
  ],
  [
    <abbr key="silent" title="The share of forecasts, one for each pair and duration, that reach no edge.">
      No signal
    </abbr>,
    ({ abstainedShare }) => (abstainedShare === null ? '—' : silentShare(abstainedShare)),
    'r',
  ],
];

/** A model without a card that its own record does not calibrate yet is `calibrating`. */
function toStatus({ available, key, figures, flag, reasonText }: AdminModel) {
  if (reasonText) return <span className="chip warn">switched off</span>;
  if (!available) return <span className="chip">not connected</span>;
  if (flag) return <span className="chip warn">drifted</span>;
  if (isLlmModelKey(key) && (figures?.signals.total ?? 0) < calibratedFrom)
    return <span className="chip warn">calibrating</span>;
  return <span className="chip win">working</span>;
}

/** Never rounds up to 100 %: a model that has issued a forecast is not silent. */
const silentShare = (share: number): string =>
  share > 0.99 && share < 1 ? f.percent(Math.floor(share * 1_000) / 1_000, 1) : f.percent(share);

const toPoints = (share: number): string => `${f.signed(share * 100, 1)} pp`;

/** Mean difference between stated and actual win rate over forecasts of pairs in turn with an edge. */
function toMeanError(steps: SetFigures['steps']): string {
  const count = steps.reduce((sum, step) => sum + step.count, 0);
  if (count === 0) return '—';
  const sum = steps.reduce((all, step) => all + step.count * Math.abs(step.stated - step.real), 0);
  return `${f.decimal((100 * sum) / count, 1)} pp`;
}

const width = 120;
const [min, max] = [0.35, 0.75];
const x = (share: number): number => ((Math.min(max, Math.max(min, share)) - min) / (max - min)) * width;

/** Win rate with its interval against break-even, as a line and in words. */
function WinInterval({ rated }: { rated: RatedFigures | null }) {
  const breakEven = getBreakEven(usePayout());
  const { winRate, low, high } = rated ?? { winRate: null, low: null, high: null };
  if (winRate === null || low === null || high === null) {
    return <span className="text-13 text-ink-3">not enough signals</span>;
  }
  const tone = verdictTone[edgeVerdict({ low, high }, breakEven)];
  const words = `Win rate ${f.percent(winRate, 1)}, interval ${f.range(low, high)}, break-even ${f.percent(breakEven, 1)}`;
  return (
    <svg className="block" viewBox={`0 0 ${width} 20`} width={width} height="20" role="img" aria-label={words}>
      <title>{words}</title>
      <path d={`M0 10H${width}`} stroke="var(--line-2)" strokeWidth="2" />
      <path d={`M${x(low)} 10H${x(high)}`} stroke={`var(--${tone})`} strokeWidth="7" opacity=".55" />
      <path d={`M${x(winRate)} 3v14`} stroke={`var(--${tone})`} strokeWidth="3" />
      <path d={`M${x(breakEven)} 0v20`} stroke="var(--t1)" strokeWidth="1.5" strokeDasharray="2 2.5" />
    </svg>
  );
}

/** The figures of one model's card beside the actual ones. */
function ModelDetails({ model }: { readonly model: AdminModel }) {
  const { key, name, version, fileHash, lastForecastAt, forecastsPerMinute, figures, flag, card } = model;
  const inTurn = figures?.inTurn;
  const facts: readonly (readonly [string, string])[] = [
    ['Version', version ?? '—'],
    ['File, SHA-256', fileHash === null ? '—' : `${fileHash.slice(0, 12)}…`],
    ['Latest forecast', lastForecastAt === null ? 'none yet' : f.moment(Date.parse(lastForecastAt), serverClock.now())],
    ['Forecasts per minute', forecastsPerMinute === null ? '—' : f.decimal(forecastsPerMinute, 1)],
    ['Trained on', card ? `${card.trainedOn.from} – ${card.trainedOn.to}` : '—'],
    ['Tested on', card ? `${card.keptOut.from} – ${card.keptOut.to}` : '—'],
    ['With an edge, pairs in turn', inTurn ? f.count(inTurn.total) : '—'],
    ['Of those, came true', inTurn && inTurn.winRate !== null ? f.percent(inTurn.winRate, 1) : '—'],
  ];
  return (
    <details className="group">
      <summary className="flex min-h-15 cursor-pointer items-center gap-3 border-line px-5 py-3 group-open:border-b focus-visible:-outline-offset-3 [&::-webkit-details-marker]:hidden">
        <ModelFlag model={key} size="s" />
        <b className="text-ink-1 font-semibold mr-auto">{name}</b>
        <ChevronDown className="ic size-4 transition-[rotate] group-open:rotate-180" />
      </summary>
      <div className="p-card flex flex-col gap-4">
        <ModelSwitch model={model} />
        {flag && (
          <Note icon={TriangleAlert} tone="warn">
            <b>Drifted from its card.</b> {toDrift(flag)}
          </Note>
        )}
        <dl className="dl grid-cols-[repeat(auto-fit,minmax(min(280px,100%),1fr))] gap-x-8">
          {facts.map(([label, value]) => (
            <Fact key={label} name={label} className="min-w-0 wrap-anywhere">
              {value}
            </Fact>
          ))}
        </dl>
        {card ? <CardTable card={card} /> : <p className="text-14 text-ink-3">{toNoCard(key)}</p>}
      </div>
    </details>
  );
}

/** An administrator switches a model off with a reason that users read; the record goes on with it. */
function ModelSwitch({ model: { key, name, reasonText } }: { readonly model: AdminModel }) {
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState(inNoLanguage);
  const put = (off: InEachLanguage | null) =>
    confirming(() => call('PUT /api/admin/models/:key', { params: { key }, body: { off } })).finally(
      () => void queries.invalidateQueries({ queryKey: ['admin'] }),
    );
  const switchOn = useToastAction(() => put(null));
  return (
    <div className="flex flex-wrap items-center gap-3">
      {reasonText ? (
        <Button look="s sm" icon={Power} action={switchOn} text="Switch on" />
      ) : (
        <Button look="s sm" icon={PowerOff} onClick={() => setIsOpen(true)} text="Switch off…" />
      )}
      {reasonText && <p className="text-14 text-ink-3">{`Switched off. Users read: “${reasonText.en}”`}</p>}
      {isOpen && (
        <ActionDialog
          variant="operator"
          title={`Switch ${name} off?`}
          confirm="Switch off"
          cancel="Cancel"
          isReady={isInEachLanguage(text)}
          act={() => put(text)}
          onDone={() => setIsOpen(false)}
          onClose={() => setIsOpen(false)}
        >
          <p>
            Users get no signals of this model. Open ones settle, and its forecasts stay in the record. Why, for users:
          </p>
          <EachLanguage value={text} onChange={setText} />
        </ActionDialog>
      )}
    </div>
  );
}

const toNoCard = (key: AdminModel['key']): string =>
  isLlmModelKey(key)
    ? 'A language model has no card: it’s calibrated on its own recorded results.'
    : 'This model has no card of its own.';

/** Names the figure outside the interval of the card, and by how much. */
function toDrift({ live, card, from }: NonNullable<AdminModel['flag']>): string {
  return `Actual minus stated from ${f.decimal(from, 0)} % on: ${toPoints(live.value)}; the card says ${toPoints(card.low)} to ${toPoints(card.high)}.`;
}

const cardTitle = 'From the model’s card: months held out of training';

const CardTable = ({ card }: { readonly card: NonNullable<AdminModel['card']> }) => (
  <div className="flex flex-col gap-2">
    <p className="text-13 text-ink-3">{cardTitle}</p>
    <TableScroll label={cardTitle}>
      <DataTable
        rows={card.signals}
        getKey={({ duration }) => duration}
        hasRowNames
        columns={[
          ['Duration', ({ duration }) => `${duration} min`],
          ['Stated', ({ stated }) => f.percent(stated, 1), 'r'],
          ['Came true', ({ real, low, high }) => `${f.percent(real, 1)} (${f.range(low, high)})`, 'r text-ink-1'],
          ['Signals', ({ count }) => f.count(count), 'r'],
        ]}
      />
    </TableScroll>
  </div>
);
