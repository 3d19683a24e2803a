import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { RatedFigures } from '#contract/record/record.ts';
import { durations } from '#domain/market/duration.ts';
import { type AiModelKey, aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { FeedCalibration } from '#web/record/feed-calibration.tsx';
import { type KnownModel, modelFiguresQuery } from '#web/record/figures.ts';
import { Button } from '#web/ui/button.tsx';
import { TableHead } from '#web/ui/data-table.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Fact } from '#web/ui/card.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';

/** What the model is, its results, the meaning of its percentage, and the risk. */
export default function ModelInfo({ model, onClose }: { model: AiModelKey; onClose: () => void }) {
  const { t } = usePhrases();
  const name = modelPhrase[model];
  return (
    <Dialog
      onClose={onClose}
      title={
        <>
          <ModelFlag model={model} />
          <span className="flex flex-col">
            <span className="font-head text-20/[1.2] font-[560] text-ink-1 tracking-[-0.012em]">
              {aiModelName(model)}
            </span>
            <span className="text-14 text-ink-3">{t(`signal.models.${name}.short`)}</span>
          </span>
        </>
      }
    >
      <p>{t(`signal.models.${name}.long`)}</p>
      <ModelResults model={model} />
      <div className="flex flex-col gap-2">
        <h3 className="h4">{t('signal.about.meaning')}</h3>
        <p className="text-14">{t('signal.about.meaningText')}</p>
      </div>
      <Note icon={TriangleAlert} tone="warn">
        <b>{t('signal.about.riskTitle')}</b> {t('signal.about.riskText')}
      </Note>
      <form method="dialog">
        <Button type="submit" look="p block" text={t('signal.understood')} />
      </form>
    </Dialog>
  );
}

/** Phrase names cannot contain the dots and digits of model keys. */
const modelPhrase = {
  kurs_ai_v2: 'v2',
  chatgpt_4o: 'chatgpt4o',
  kurs_ai_v1: 'v1',
  vip: 'vip',
  '13_squad': 'squad',
  'indicators_chatgpt_3.5': 'indicators',
  '36trade_ai_plus': 'trade36',
  manual: 'manual',
} as const satisfies Record<AiModelKey, string>;

/** A model's results: signals issued to users, and what it states by the clock; never added up. */
function ModelResults({ model }: { readonly model: AiModelKey }) {
  const { t } = usePhrases();
  const known = useQuery(modelFiguresQuery).data?.find((one) => one.model === model);
  const inTurn = known?.figures?.inTurn;
  return (
    <>
      <dl className="dl">
        <Fact name={t('signal.about.ofSignals')}>
          <Rate counted={known?.figures?.signals} />
        </Fact>
        {inTurn && (
          <Fact name={t('signal.about.ofInTurn')}>
            <Rate counted={inTurn} />
          </Fact>
        )}
      </dl>
      {inTurn && <p className="text-14 text-ink-3">{t('signal.about.inTurnText')}</p>}
      {known && <FeedCalibration model={model} calibration={known.calibration} />}
      {known?.card && <PastResults card={known.card} />}
      {known?.flag && (
        <Note icon={TriangleAlert} tone="warn">
          {t('signal.about.flagged')}
        </Note>
      )}
    </>
  );
}

function Rate({ counted }: { readonly counted: RatedFigures | undefined }) {
  const { t, f } = usePhrases();
  if (!counted || counted.winRate === null || counted.low === null || counted.high === null)
    return t('signal.choose.tooFew');
  return t('signal.about.rate', {
    rate: f.percent(counted.winRate, 1),
    interval: f.range(counted.low, counted.high),
    number: f.count(counted.total),
  });
}

type Card = NonNullable<KnownModel['card']>;

/** What its card states by day, for every duration: with its frozen file, and calibrated day by day. */
export function PastResults({ card: { from, to, byDay } }: { readonly card: Card }) {
  const { t, f } = usePhrases();
  const title = t('signal.about.past', { months: f.months(Date.parse(from), Date.parse(to)) });
  return (
    <div className="flex flex-col gap-2">
      <h3 className="h4">{title}</h3>
      {byDay.length === 0 ? (
        <p className="text-14">{t('signal.about.pastNone')}</p>
      ) : (
        <table className="tbl [&_:is(th,td)]:py-2.5 [&_:is(th,td)]:pr-0 [&_:is(th,td)]:pl-3 [&_:is(th,td)]:align-baseline [&_:is(th,td):first-child]:pl-0 [&_td]:whitespace-normal">
          <caption className="sr-only">{title}</caption>
          <TableHead
            columns={[
              [t('signal.about.pastDuration')],
              [t('signal.about.pastFile'), 'r'],
              [t('signal.about.pastCalibrated'), 'r'],
            ]}
          />
          <tbody>
            {durations.map((duration) => (
              <tr key={duration}>
                <th scope="row">{t('signal.minutes', { n: duration })}</th>
                <PastCells result={byDay.find((one) => one.duration === duration)} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="text-14 text-ink-3">
        {byDay.length > 0 && <>{t('signal.about.pastCalibratedText')} </>}
        {t('signal.about.pastText')}
      </p>
    </div>
  );
}

function PastCells({ result }: { readonly result: Card['byDay'][number] | undefined }) {
  const { t } = usePhrases();
  if (!result)
    return (
      <td colSpan={2} className="r">
        {t('signal.about.pastNoEdge')}
      </td>
    );
  return (
    <>
      <PastRate rate={result} />
      <PastRate rate={result.calibrated} />
    </>
  );
}

type PastResult = NonNullable<Card['byDay'][number]['calibrated']>;

function PastRate({ rate }: { readonly rate: PastResult | null }) {
  const { t, f } = usePhrases();
  if (!rate) return <td className="r">–</td>;
  const interval = f.range(rate.low, rate.high);
  return (
    <td className="r *:inline-block *:whitespace-nowrap">
      <b className="font-semibold text-ink-1">{f.percent(rate.real, 1)}</b> <span>({interval})</span>{' '}
      <span className="text-ink-3">{t('signal.about.pastOf', { number: f.count(rate.count) })}</span>
    </td>
  );
}
