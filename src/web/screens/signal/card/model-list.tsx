import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { WorkingStats } from '#contract/prices.ts';
import type { Outlook } from '#contract/signals.ts';
import { heldOutFigures } from '#content/held-out-figures.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import { type AiModelKey, aiModelName, isLlmModelKey } from '#domain/signals/ai-model.ts';
import { shownChance } from '#domain/statistics/shown-rate.ts';
import { Tagged } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { findRated, type KnownModel, modelFiguresQuery } from '#web/record/figures.ts';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { getSeen, isLocked } from '../use-outlook.ts';

type Model = WorkingStats['models'][number];

interface ModelListProps {
  readonly models: readonly Model[];
  readonly outlook: Outlook | null;
  readonly chosen: AiModelKey;
  readonly duration: PickerDuration;
  /** Null: unknown; the server decides. */
  readonly balance: number | null;
  /** Percent. */
  readonly payout: number;
  readonly onChoose: (model: AiModelKey) => void;
}

const row =
  'grid grid-cols-[22px_minmax(0,1.5fr)_minmax(0,1fr)_112px] stacked:grid-cols-[20px_minmax(0,1fr)_62px_60px] items-center gap-3.5 stacked:gap-2.5 w-full min-h-12 px-5 stacked:px-3.5 text-left text-[15px] stacked:text-14 leading-tight border-b border-line last:border-b-0';

/** One line a model, radio buttons with arrow keys. The order is that of the first view: no row moves under the pointer. */
export function ModelList({ models, outlook, chosen, duration, balance, payout, onChoose }: ModelListProps) {
  const { t } = usePhrases();
  const known = useQuery(modelFiguresQuery).data ?? [];
  const rows = models.map((model) => ({ model, figures: getFigures({ model, outlook, duration, payout, known }) }));
  const [order] = useState(() => rows.toSorted(compareRows(balance)).map(({ model }) => model.key));
  const sorted = rows.toSorted((a, b) => order.indexOf(a.model.key) - order.indexOf(b.model.key));
  // A model that the operator switched off stays listed with the reason.
  const isListed = ({ model }: Row): boolean => model.available || model.reasonText !== undefined;
  const missing = sorted.filter((one) => !isListed(one));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="card overflow-hidden" data-tour="models">
      <div className={`${row} min-h-11 text-13 text-ink-3 font-normal`}>
        <h2 id="models-title" className="h4 col-span-2">
          {t('signal.card.model')}
        </h2>
        <span>{t('signal.card.every')}</span>
        <span className="text-right justify-self-end whitespace-nowrap stacked:whitespace-normal">
          <Tagged text={t('signal.card.right')} b={(text) => <span className="stacked:hidden">{text}</span>} />
        </span>
      </div>
      <div role="radiogroup" aria-labelledby="models-title">
        {sorted
          .filter((one) => isListed(one) || isOpen)
          .map(({ model, figures }) => (
            <label
              key={model.key}
              className={`${row} cursor-pointer has-checked:bg-s2 has-checked:shadow-[inset_3px_0_0_var(--t1)] hover:bg-s2 has-focus-visible:outline-2 -outline-offset-2 has-disabled:cursor-default ${model.reasonText ? 'gap-y-1.5! pt-3.5' : ''}`}
            >
              <input
                className="sr-only"
                type="radio"
                name="ai-model"
                value={model.key}
                checked={model.key === chosen}
                disabled={!model.available}
                onChange={() => onChoose(model.key)}
              />
              {isLocked(model, balance) ? <Lock className="ic size-4 ml-0.5 text-ink-3" /> : <RadioMark />}
              <span className="flex items-center gap-3 stacked:gap-2 min-w-0 text-ink-1 font-[560]">
                <ModelFlag model={model.key} size="xs" />
                {aiModelName(model.key)}
              </span>
              <Cells model={model} figures={figures} balance={balance} />
            </label>
          ))}
      </div>
      {missing.length > 0 && (
        <button
          type="button"
          className={`${row} grid-cols-[22px_minmax(0,1fr)_auto]! text-ink-3 bg-transparent cursor-pointer border-solid border-x-0 border-b-0 border-t!`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronDown className={`ic justify-self-center ${isOpen ? 'rotate-180' : ''}`} />
          {t('signal.card.notConnected', { count: missing.length })}
          <span className="flex gap-1.5 opacity-55 grayscale">
            {missing.map(({ model }) => (
              <ModelFlag key={model.key} model={model.key} size="xs" />
            ))}
          </span>
        </button>
      )}
    </section>
  );
}

const RadioMark = () => (
  <span className="size-5 rounded-full border-[1.5px] border-(--line-3) in-[:has(>:checked)]:border-[6px] in-[:has(>:checked)]:border-act" />
);

interface Figures {
  /** About one signal in so many minutes, at the trader's payout; null: not measured. */
  readonly minutes: number | null;
  readonly right: { readonly of100: number; readonly isLive: boolean } | null;
}

interface Question {
  readonly model: Model;
  readonly outlook: Outlook | null;
  readonly duration: PickerDuration;
  /** Percent. */
  readonly payout: number;
  readonly known: readonly KnownModel[];
}

/** From the record as soon as it can state a rate, until then from the tests on quotes held out from training. */
export function getFigures({ model: { key }, outlook, duration, payout, known }: Question): Figures {
  const tests = heldOutFigures(key, duration, payout);
  const recorded = known.find(({ model }) => model === key)?.figures;
  const live = recorded ? (findRated(recorded)?.winRate ?? null) : null;
  return {
    minutes: getSeen(outlook, key, duration)?.minutes ?? tests?.minutesPerSignal ?? null,
    right:
      live === null
        ? tests && { of100: tests.rightOf100, isLive: false }
        : { of100: shownChance(100 * live), isLive: true },
  };
}

interface Row {
  readonly model: Model;
  readonly figures: Figures;
}

/** Models with signals most often first, then those with a condition of their own, then the unconnected. */
const compareRows =
  (balance: number | null) =>
  (a: Row, b: Row): number =>
    rank(a.model, balance) - rank(b.model, balance) || (a.figures.minutes ?? 1e6) - (b.figures.minutes ?? 1e6);

function rank(model: Model, balance: number | null): number {
  if (!model.available) return model.reasonText ? 4 : 5;
  if (model.key === 'manual') return 3;
  if (isLocked(model, balance)) return 2;
  return isLlmModelKey(model.key) ? 1 : 0;
}

/** Minutes; a longer wait is shown as "rarely". */
const longestWait = 60;

function Cells({ model, figures: { minutes, right }, balance }: Row & { readonly balance: number | null }): ReactNode {
  const { t, f, lang } = usePhrases();
  if (model.reasonText)
    return (
      <span className="col-start-2 -col-end-1 pb-2.5 text-13 wrap-anywhere text-ink-3">{model.reasonText[lang]}</span>
    );
  const own = ownCondition(model, balance);
  if (own !== null) {
    const amount = f.usd(model.minBalance);
    const text = own === 'locked' ? t('signal.card.over', { amount }) : t(`signal.card.${own}`);
    return <span className="col-span-2 text-right">{text}</span>;
  }
  const isRare = minutes !== null && minutes > longestWait;
  return (
    <>
      <span className="tabular-nums">
        {minutes === null ? '–' : isRare ? t('signal.card.rarely') : t('signal.minutes', { n: f.count(minutes) })}
      </span>
      <span className="text-right tabular-nums">
        <b className="text-ink-1 font-semibold">{right ? f.count(right.of100) : '–'}</b>
        {right?.isLive && ` ${t('signal.card.live')}`}
      </span>
    </>
  );
}

/** The text of a row without figures; null: it has figures. */
function ownCondition(model: Model, balance: number | null) {
  if (!model.available) return model.reason === 'no_key' ? 'noKey' : 'noAnswer';
  if (isLocked(model, balance)) return 'locked';
  if (model.key === 'manual') return 'manual';
  return isLlmModelKey(model.key) ? 'asked' : null;
}
