import { Check, Copy, RotateCcw, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Signal } from '#contract/signals.ts';
import { pairName, priceDigits, pipsBetween } from '#domain/market/currency-pair.ts';
import { useFreshness } from '#web/api/event-hub.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { SelfHealing } from '#web/ui/feedback/self-healing.tsx';
import { PriceText } from '#web/ui/price-text.tsx';
import { LiveCard } from '../card/live-card.tsx';
import { type ChartKind, LifeChart } from './chart/life-chart.tsx';
import { getLife, getPath } from './chart/life.ts';
import type { useMarketWindow } from './market-window.ts';
import { RecordNote } from './record-note.tsx';
import { Why } from './why.tsx';

export type Market = ReturnType<typeof useMarketWindow>;

interface SignalCardProps {
  readonly signal: Signal;
  readonly market: Market;
  readonly look: string;
  /** Beside the pair over the picture. */
  readonly legend: ReactNode;
  readonly head: ReactNode;
  readonly action: ReactNode;
  readonly onReset: () => void;
}

/** A signal while it runs and after: the same picture, strip and explanation. */
export function SignalCard({ signal, market, look, legend, head, action, onReset }: SignalCardProps) {
  const { t } = usePhrases();
  const [kind, setKind] = useState<ChartKind>('line');
  return (
    <>
      <LiveCard
        label={pairName(signal.symbol)}
        look={look}
        legend={
          <>
            <PairName signal={signal} />
            {legend}
          </>
        }
        picture={
          <SelfHealing>
            <Picture signal={signal} market={market} kind={kind} />
          </SelfHealing>
        }
        strip={
          <>
            <span
              className="tgl inline-flex p-0.75 gap-0.5 rounded-sm bg-s2 border border-line"
              role="radiogroup"
              aria-label={t('flow.live.chartKind')}
            >
              {(['line', 'candles'] as const).map((one) => (
                <label
                  key={one}
                  className="relative grid place-items-center min-h-8 px-3 rounded-[6px] text-[length:var(--fs-13)] font-[560] text-ink-2 cursor-pointer after:absolute after:-inset-y-1.75 after:inset-x-0 has-checked:bg-s3 has-checked:text-ink-1 has-focus-visible:[outline:2px_solid_var(--act)] has-focus-visible:[outline-offset:3px]"
                >
                  <input
                    className="sr-only"
                    type="radio"
                    name="chart"
                    checked={one === kind}
                    onChange={() => setKind(one)}
                  />
                  {t(`flow.live.${one}`)}
                </label>
              ))}
            </span>
            <ResetButton signal={signal} price={market.price} onReset={onReset} />
          </>
        }
        head={<SelfHealing>{head}</SelfHealing>}
        action={<SelfHealing>{action}</SelfHealing>}
        why={
          <SelfHealing isOptional>
            <Why signal={signal} />
          </SelfHealing>
        }
      />
      <RecordNote signal={signal} />
    </>
  );
}

function Picture({ signal, market, kind }: { signal: Signal; market: Market; kind: ChartKind }) {
  const { t, f } = usePhrases();
  const pair = pairName(signal.symbol);
  const label =
    signal.openPrice === null || signal.expiresAt === null
      ? t('flow.live.chartPending', { pair })
      : t('flow.live.chart', {
          pair,
          entry: signal.openPrice.toFixed(priceDigits(signal.symbol)),
          time: f.time(Date.parse(signal.expiresAt)),
        });
  return (
    <figure className="life" aria-label={label} data-uncovered>
      {market.isFailed ? (
        <p className="lc-sub grid h-full place-items-center">{t('flow.chartFailed')}</p>
      ) : (
        <LifeChart
          signal={signal}
          bars={market.bars}
          path={getPath(market.bars, market.ticks, getLife(signal))}
          kind={kind}
        />
      )}
      <OldPrice signal={signal} />
    </figure>
  );
}

const shownForMs = 2_000;

/** Copies the pair and the direction when it is pressed: what an order at the broker needs. */
export function PairName({ signal: { symbol, signal, status } }: { signal: Signal }) {
  const { t } = usePhrases();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const pair = pairName(symbol);
  if (status === 'settled') return <h2 className="lc-pair">{pair}</h2>;
  const order = `${pair} ${t(signal === 'BUY' ? 'signal.up' : 'signal.down')}`;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(order);
    setIsCopied(true);
    announce(t('flow.live.copied', { order }));
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <h2>
      <button
        type="button"
        className="lc-pair relative inline-flex items-center gap-2 p-0 border-0 bg-transparent cursor-pointer after:absolute after:-inset-y-2.25 after:-inset-x-1.5"
        title={t('flow.live.copy', { order })}
        // The browser may deny clipboard access; the name can be selected.
        onClick={() => void copy().catch(() => undefined)}
      >
        {pair}
        <Icon className="ic size-4 text-ink-3" />
      </button>
    </h2>
  );
}

/** The price now, grey while the line to the server is down. */
export function PriceNow({ signal, market: { price, move } }: { signal: Signal; market: Market }) {
  const isOld = useFreshness().kind !== 'live';
  if (price === null) return null;
  return (
    <SelfHealing isOptional>
      {/* A new price is a new element, so that the tint of its last digit is animated again. */}
      <span
        key={price}
        className={isOld ? 'lc-px old' : move ? `lc-px ticked-${move}` : 'lc-px'}
        data-tour="price"
        data-uncovered
      >
        <PriceText price={price} digits={priceDigits(signal.symbol)} />
      </span>
    </SelfHealing>
  );
}

/** Over the picture, while a running signal is not updated. */
function OldPrice({ signal }: { signal: Signal }) {
  const { t } = usePhrases();
  const freshness = useFreshness();
  if (signal.status === 'settled' || freshness.kind === 'live') return null;
  return (
    <p className="lc-sub warn absolute bottom-9 left-4.5 flex items-center gap-1.5">
      <WifiOff className="ic size-4" />
      {freshness.kind === 'delayed' ? t('flow.live.delayed', { seconds: freshness.seconds }) : t('flow.live.offline')}
    </p>
  );
}

interface ResetButtonProps {
  readonly signal: Signal;
  readonly price: number | null;
  readonly onReset: () => void;
}

/** Asks first while the signal runs at a loss. */
export function ResetButton({ signal, price, onReset }: ResetButtonProps) {
  const { t } = usePhrases();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <button
        type="button"
        data-tour="buttons"
        className="tb ml-auto"
        onClick={() => (isLosing(signal, price) ? setIsAsked(true) : onReset())}
      >
        <RotateCcw className="ic" />
        <span>{t('flow.reset')}</span>
      </button>
      {isAsked && (
        <ActionDialog
          title={t('signal.resetting.title')}
          confirm={t('flow.reset')}
          cancel={t('signal.resetting.keep')}
          variant="cautious"
          act={() => Promise.resolve(onReset())}
          onClose={() => setIsAsked(false)}
        >
          <p>{t('signal.resetting.text')}</p>
        </ActionDialog>
      )}
    </>
  );
}

function isLosing({ symbol, signal, status, openPrice }: Signal, price: number | null): boolean {
  if (status === 'settled' || openPrice === null || price === null) return false;
  const pips = pipsBetween(openPrice, price, priceDigits(symbol));
  return pips !== 0 && pips > 0 !== (signal === 'BUY');
}
