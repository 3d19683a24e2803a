import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Minus, Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { Payouts } from '#contract/payout.ts';
import { currencyPairs, pairName } from '#domain/market/currency-pair.ts';
import { edgeFrom, payoutPercent } from '#domain/signals/edge.ts';
import { shownChance } from '#domain/statistics/shown-rate.ts';
import { dayMs } from '#domain/time.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Rich } from '#web/language/rich.tsx';
import { Button } from '#web/ui/button.tsx';
import { closeAround, Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { callQuery } from '#web/api/queries.ts';
import { call } from '#web/api/request.ts';
import { outlookQueries } from '../use-outlook.ts';

interface PayoutSheetProps {
  readonly payouts: Payouts;
  /** The operator's default, percent, for a trader who has not stated the payout. */
  readonly usual: number;
  readonly onClose: () => void;
}

/** The default and the exceptions by pair; null: an exception that is removed. */
interface Draft {
  readonly percent: number;
  readonly bySymbol: Readonly<Record<string, number | null>>;
}

/** What the trader's broker pays: a dialog, on phones a sheet. What the broker states itself is only shown. */
export default function PayoutSheet({ payouts, usual, onClose }: PayoutSheetProps) {
  const { t, f } = usePhrases();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft>({ percent: payouts.default.percent, bySymbol: {} });
  const { percent } = draft;
  const { run, isBusy, error } = useAction(async (saved: number) => {
    queries.setQueryData(
      payoutsQuery.queryKey,
      await call('PUT /api/payout', { body: { default: saved, bySymbol: draft.bySymbol } }),
    );
    void queries.invalidateQueries(outlookQueries);
    onClose();
  });
  const other = percent >= 90 ? 85 : 90;
  const needs = (payout: number): string => f.count(shownChance(edgeFrom('kurs_ai_v2', payout / 100)));
  return (
    <Dialog look="sheet" title={t('signal.payout.title')} onClose={onClose}>
      <div className="grid place-items-center p-7 bg-(--bg-deep) border-r border-line stacked:py-4 stacked:px-5 stacked:border-r-0 stacked:border-b stacked:border-line">
        <BrokerDrawing percent={f.percent(percent / 100)} />
      </div>
      <div className="grid gap-4 content-start px-7 pt-6 pb-6.5 stacked:px-4.5 stacked:pt-4.5 stacked:pb-5.5 stacked:gap-3.5">
        <h2 className="text-[length:var(--fs-24)] stacked:text-[20px] tracking-[-.02em] pr-10">
          {t('signal.payout.title')}
        </h2>
        <Stepper
          percent={percent}
          label={t('signal.payout.title')}
          onChange={(next) => setDraft({ ...draft, percent: next })}
        />
        <p className="text-14 text-center">
          <Rich text={t('signal.payout.needs', { needs: needs(percent) })} />{' '}
          {percent === payoutPercent.max
            ? t('signal.payout.max', { percent: f.percent(payoutPercent.max / 100) })
            : t('signal.payout.other', { percent: f.percent(other / 100), needs: needs(other) })}
        </p>
        <Exceptions payouts={payouts} draft={draft} onChange={setDraft} />
        <div className="flex flex-col gap-1">
          <Button
            look="p lg block"
            className="min-h-15 rounded-[14px]"
            isBusy={isBusy}
            onClick={() => void run(percent)}
            text={t('signal.payout.save')}
          />
          <Button
            look="g block"
            isBusy={isBusy}
            onClick={() => void run(usual)}
            text={t('signal.payout.unknown', { percent: f.percent(usual / 100) })}
          />
          <p className="loss text-14 empty:hidden" role="alert">
            {error !== null && errorText(error)}
          </p>
        </div>
        <p className="text-13 text-ink-3">{t('signal.payout.otc')}</p>
      </div>
      <button
        type="button"
        className="ibtn bare absolute right-3 top-3"
        aria-label={t('common.close')}
        onClick={closeAround}
      >
        <X className="ic" />
      </button>
    </Dialog>
  );
}

interface StepperProps {
  readonly percent: number;
  readonly label: string;
  readonly onChange: (percent: number) => void;
  readonly isSmall?: boolean;
}

/** Steps of one within the payouts that count. */
function Stepper({ percent, label, onChange, isSmall = false }: StepperProps) {
  const { t, f } = usePhrases();
  const { min, max } = payoutPercent;
  const size = isSmall ? 'size-11' : 'size-14';
  return (
    <div
      className={`flex items-center justify-between ${isSmall ? 'gap-1' : 'gap-2.5'}`}
      role="group"
      aria-label={label}
    >
      <button
        type="button"
        className={`ibtn ${size}`}
        aria-label={t('signal.payout.less')}
        disabled={percent <= min}
        onClick={() => onChange(percent - 1)}
      >
        <Minus className="ic" />
      </button>
      <output
        className={
          isSmall
            ? 'text-ink-1 font-semibold min-w-12 text-center'
            : 'font-head text-[60px]/none font-[580] tracking-[-.045em] text-ink-1 tabular-nums'
        }
      >
        {isSmall ? (
          f.percent(percent / 100)
        ) : (
          <>
            {percent}
            <small className="text-[.5em] tracking-[0] ml-0.5 text-ink-2">%</small>
          </>
        )}
      </output>
      <button
        type="button"
        className={`ibtn ${size}`}
        aria-label={t('signal.payout.more')}
        disabled={percent >= max}
        onClick={() => onChange(percent + 1)}
      >
        <Plus className="ic" />
      </button>
    </div>
  );
}

interface ExceptionsProps {
  readonly payouts: Payouts;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

const row = 'flex items-center justify-between gap-3 min-h-12 border-t border-line text-[15px]';

/** Pairs that pay something else, each with its age, and a row to add one; folded, what the broker states itself. */
function Exceptions({ payouts: { bySymbol }, draft, onChange }: ExceptionsProps) {
  const { t, f } = usePhrases();
  const set = (symbol: string, percent: number | null): void =>
    onChange({ ...draft, bySymbol: { ...draft.bySymbol, [symbol]: percent } });
  const known = Object.entries(bySymbol).map(([symbol, entry]) => ({ symbol, ...entry }));
  const stated = known.filter(({ statedBy }) => statedBy === 'broker');
  const saved = known.filter(({ statedBy }) => statedBy !== 'broker');
  const added = Object.keys(draft.bySymbol).filter((symbol) => bySymbol[symbol] === undefined);
  const rows = [...saved, ...added.map((symbol) => ({ symbol, percent: draft.percent, updatedAt: null }))];
  const free = currencyPairs.filter(({ symbol }) => ![...rows, ...stated].some((one) => one.symbol === symbol));
  return (
    <div>
      {rows.map(({ symbol, percent, updatedAt }) => {
        const own = draft.bySymbol[symbol];
        if (own === null) return null;
        return (
          <div key={symbol} className={row}>
            <span>
              {pairName(symbol)} <span className="text-ink-3">{updatedAt && <Age at={Date.parse(updatedAt)} />}</span>
            </span>
            <span className="flex items-center">
              <Stepper
                isSmall
                label={pairName(symbol)}
                percent={own ?? percent}
                onChange={(next) => set(symbol, next)}
              />
              <button
                type="button"
                className="ibtn bare"
                aria-label={t('signal.payout.remove', { pair: pairName(symbol) })}
                onClick={() => set(symbol, null)}
              >
                <X className="ic" />
              </button>
            </span>
          </div>
        );
      })}
      {stated.length > 0 && (
        <details>
          <summary className={`${row} cursor-pointer text-ink-2`}>
            {t('signal.payout.byBroker', { n: f.count(stated.length) })}
            <ChevronDown className="ic" />
          </summary>
          {stated.map(({ symbol, percent }) => (
            <div key={symbol} className={row}>
              {pairName(symbol)}
              <b className="text-ink-1 font-[560]">{f.percent(percent / 100)}</b>
            </div>
          ))}
        </details>
      )}
      {free.length > 0 && (
        <div className="flex items-center min-h-12 border-t border-line">
          <span className="tb relative">
            <Plus className="ic" />
            {t('signal.payout.another')}
            <Select
              className="absolute! inset-0 opacity-0"
              label={t('signal.payout.another')}
              value=""
              options={[['', ''], ...free.map(({ symbol }) => [symbol, pairName(symbol)] as const)]}
              onChoose={(symbol) => symbol && set(symbol, draft.percent)}
            />
          </span>
        </div>
      )}
    </div>
  );
}

function Age({ at }: { readonly at: number }) {
  const { t } = usePhrases();
  const days = Math.floor((serverClock.now() - at) / dayMs);
  return days < 1 ? t('signal.payout.today') : t('signal.payout.daysAgo', { n: days, count: days });
}

/** A broker's terminal with both places where it prints the payout. */
function BrokerDrawing({ percent }: { readonly percent: string }) {
  const { t } = usePhrases();
  return (
    <svg
      className="h-auto w-full max-w-86 font-(family-name:--font-text) stacked:max-w-75"
      viewBox="0 0 344 268"
      role="img"
      aria-label={t('signal.payout.drawing')}
    >
      <rect x=".5" y=".5" width="343" height="267" rx="14" fill="var(--s2)" stroke="var(--line-2)" />
      <path d="M0 46H344M226 46V268" stroke="var(--line-2)" />
      <text x="18" y="29" fontSize="14" fontWeight="560" fill="var(--t2)">
        EUR/USD
      </text>
      <rect x="104" y="12" width="56" height="24" rx="12" fill="var(--t1)" />
      <text x="132" y="29" fontSize="14" fontWeight="650" textAnchor="middle" fill="var(--on-act)">
        {percent}
      </text>
      <g fill="var(--s3)">
        <path d="M185 18h24a5 5 0 0 1 0 10h-24a5 5 0 0 1 0-10zM231 18h36a5 5 0 0 1 0 10h-36a5 5 0 0 1 0-10z" />
        <circle cx="320" cy="23" r="9" />
        <path d="M18 240h60v9H18zM88 240h60v9H88zM242 62h36v8h-36zM242 76h86v26h-86zM242 112h36v8h-36zM242 126h86v26h-86z" />
      </g>
      <path d="M18 100H214M18 150H214" stroke="var(--line)" />
      <path
        d="M18 100L28 100 38 112 47 130 57 122 67 109 77 109 87 118 96 145 106 133 116 123 126 132 136 118 145 104 155 91 170 87 175 104 185 89 195 97 204 103 209 92"
        fill="none"
        stroke="var(--t3)"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
      <rect x="237" y="161" width="96" height="34" rx="10" fill="none" stroke="var(--t1)" strokeWidth="2" />
      <text x="245" y="183" fontSize="11" fill="var(--t2)">
        Payout
      </text>
      <text x="326" y="183" fontSize="13" fontWeight="650" textAnchor="end" fill="var(--t1)">
        {percent}
      </text>
      <rect x="242" y="206" width="86" height="22" rx="7" fill="var(--line-2)" />
      <rect x="242" y="234" width="86" height="22" rx="7" fill="var(--line-2)" />
      <rect x="99" y="7" width="66" height="34" rx="17" fill="none" stroke="var(--t1)" strokeWidth="2" />
    </svg>
  );
}

/** What the trader's broker pays: by the trader's word, the broker's own or the operator's default. */
export const payoutsQuery = queryOptions({ ...callQuery('GET /api/payout'), staleTime: 60_000 });

/** Whether nobody has said anything yet: the page asks once. */
export const isUnstated = ({ default: { statedBy }, bySymbol }: Payouts): boolean =>
  statedBy === 'default' && !Object.values(bySymbol).some((entry) => entry.statedBy === 'broker');
