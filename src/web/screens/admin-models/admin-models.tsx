import { ChevronDown, TriangleAlert } from 'lucide-react';
import type { AdminModel } from '#contract/admin/models.ts';
import { isLlmModelKey } from '#domain/signals/llm-model.ts';
import { modelReasonIn } from '#web/admin/admin-texts.ts';
import { Loaded } from '#web/admin/loaded.tsx';
import { ModelRows } from '#web/admin/model-table.tsx';
import { TableScroll } from '#web/admin/table-cells.tsx';
import { useModels } from '#web/admin/use-product-state.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import type { Phrases } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { silentShare } from '#web/record/model-figures.ts';
import { Card, Fact } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.models.title')));

const everyMs = 30_000;

/** Every model: availability, the figures of its card and the actual ones. */
export default function AdminModels() {
  const { t, f } = usePhrases();
  const models = useModels(everyMs);
  const breakEven = models.data?.[0]?.live.breakEven;
  return (
    <>
      <PageHead
        title={t('admin.models.title')}
        lead={breakEven !== undefined && t('admin.models.lead', { breakEven: f.percent(breakEven, 1) })}
      />
      <Loaded read={models}>
        {(known) => (
          <div className="flex flex-col gap-4">
            <section className="card overflow-hidden" aria-label={t('admin.models.state')}>
              <ModelRows models={known} />
            </section>
            <Card className="overflow-hidden" title={t('admin.models.details')}>
              {known.map((model) => (
                <ModelCard key={model.key} model={model} />
              ))}
            </Card>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** What the card of one model states, and the actual figures. */
function ModelCard({ model }: { model: AdminModel }) {
  const phrases = usePhrases();
  const { t } = phrases;
  const { key, name, available, reason, live, card } = model;
  return (
    <details className="adm-model">
      <summary className="flex items-center gap-3">
        <ModelFlag model={key} size="s" />
        <b className="text-ink-1 font-semibold">{name}</b>
        <span className="ml-auto">
          {!available && <span className="text-13 text-ink-3">{modelReasonIn(phrases, reason)}</span>}
        </span>
        <ChevronDown className="ic size-4" />
      </summary>
      <div className="p-card flex flex-col gap-4">
        {live.flag && (
          <Note icon={TriangleAlert} tone="warn">
            <b>{t('admin.models.flagTitle')}</b> {flagWords(live.flag, phrases)}
          </Note>
        )}
        <Facts model={model} />
        {card ? (
          <CardTable card={card} />
        ) : (
          <p className="text-14 text-ink-3">
            {t(isLlmModelKey(key) ? 'admin.models.noCardLlm' : 'admin.models.noCard')}
          </p>
        )}
      </div>
    </details>
  );
}

type Flag = NonNullable<AdminModel['live']['flag']>;

/** Which figure is outside the interval of the card, and by how much. */
function flagWords({ figure, live, card }: Flag, { t, f }: Phrases): string {
  const points = (share: number): string => t('admin.models.points', { n: f.signed(share * 100, 1) });
  if (!card) return t('admin.models.flagOwn', { value: points(live.value) });
  if (figure === 'win_rate') {
    return t('admin.models.flagWinRate', {
      value: f.percent(live.value, 1),
      low: f.decimal(card.low * 100, 1),
      high: f.percent(card.high, 1),
    });
  }
  return t('admin.models.flagCalibration', {
    value: points(live.value),
    low: points(card.low),
    high: points(card.high),
  });
}

function Facts({
  model: { version, fileHash, lastForecastAt, forecastsPerMinute, abstainedShare, card, live },
}: {
  model: AdminModel;
}) {
  const { t, f } = usePhrases();
  const { shadow } = live;
  const shadowRate = shadow?.issued.winRate ?? null;
  const rows: readonly (readonly [string, string | null])[] = [
    [t('admin.models.version'), version],
    [t('admin.models.file'), fileHash && `${fileHash.slice(0, 12)}…`],
    [
      t('admin.models.lastForecast'),
      lastForecastAt === null ? t('admin.models.never') : f.moment(Date.parse(lastForecastAt), serverClock.now()),
    ],
    [t('admin.models.perMinute'), forecastsPerMinute === null ? null : f.decimal(forecastsPerMinute, 1)],
    [t('admin.models.silent'), abstainedShare === null ? null : silentShare(f, abstainedShare)],
    [t('admin.models.trained'), card && t('admin.models.period', card.trainedOn)],
    [t('admin.models.keptOut'), card && t('admin.models.period', card.keptOut)],
    [t('admin.models.shadowCount'), shadow && f.count(shadow.issued.total)],
    [
      t('admin.models.shadowRate'),
      shadow && (shadowRate === null ? t('admin.models.tooFew') : f.percent(shadowRate, 1)),
    ],
  ];
  return (
    <dl className="dl adm-facts">
      {rows.map(([label, value]) => (
        <Fact key={label} name={label} className="min-w-0 wrap-anywhere">
          {value ?? '—'}
        </Fact>
      ))}
    </dl>
  );
}

function CardTable({ card }: { card: NonNullable<AdminModel['card']> }) {
  const { t, f } = usePhrases();
  return (
    <div className="flex flex-col gap-2">
      <p className="text-13 text-ink-3">{t('admin.models.card')}</p>
      <TableScroll label={t('admin.models.card')}>
        <DataTable
          rows={card.signals}
          getKey={({ duration }) => duration}
          hasRowNames
          columns={[
            [t('admin.models.duration'), ({ duration }) => t('admin.models.minutes', { n: duration })],
            [t('admin.models.promised'), ({ stated }) => f.percent(stated, 1), 'r'],
            [
              t('admin.models.measured'),
              ({ real, low, high }) => (
                <>
                  {f.percent(real, 1)} <span className="text-ink-3">({f.range(low, high)})</span>
                </>
              ),
              'r text-ink-1',
            ],
            [t('admin.models.measuredCount'), ({ count }) => f.count(count), 'r'],
          ]}
        />
      </TableScroll>
    </div>
  );
}
