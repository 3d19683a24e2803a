import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, CircleOff, Stamp, Unplug } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { SignalFile } from '#contract/admin/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { type VoidCause, voidCauses, voidReasonLength } from '#domain/signals/outcome.ts';
import { f, outcomeName, priceText, voidReasonName } from '#web/admin/admin-texts.ts';
import { Loaded } from '#web/admin/loaded.tsx';
import { ResultChip } from '#web/admin/table-cells.tsx';
import { RadioList, TextArea } from '#web/admin/fields.tsx';
import { callQuery } from '#web/api/queries.ts';
import { call } from '#web/api/request.ts';
import { operatorTitle } from '#web/language/page-title.ts';
import { usePathLanguage } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Fact } from '#web/ui/card.tsx';
import { DirectionChip } from '#web/ui/direction-icon.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = operatorTitle('Signal');

/** A signal with its user and prices, which can be voided; the access is audited. */
export default function AdminSignal() {
  const lang = usePathLanguage();
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  // Every request is written to the audit log, so it is not repeated automatically.
  const read = useQuery({
    ...callQuery('GET /api/admin/signals/:id', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <>
      <Link
        className="flex items-center gap-2 text-14 text-ink-2 w-max min-h-11 -mt-3 mb-1"
        to={paths.adminSignals(lang)}
      >
        <ArrowLeft className="ic size-4" />
        All signals
      </Link>
      <Loaded read={read}>{(file) => <FileView file={file} />}</Loaded>
    </>
  );
}

interface FileProps {
  readonly file: SignalFile;
}

function FileView({ file }: FileProps) {
  const queries = useQueryClient();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const number = toNumber(file);
  const done = (): void => {
    setIsDialogOpen(false);
    announce(`Signal No. ${number} voided.`);
    void queries.invalidateQueries({ queryKey: ['admin'] });
  };
  return (
    <>
      <PageHead title={`Signal No. ${number}`} lead={`Issued ${dateAndTime(file.time)}`}>
        {file.result === null && (
          <Button look="s sm" onClick={() => setIsDialogOpen(true)} icon={CircleOff} text="Void…" />
        )}
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)_300px] items-start gap-4 laptop:grid-cols-[minmax(0,1fr)]">
        <PricesCard file={file} />
        <div className="flex flex-col gap-4">
          <Facts file={file} />
          <Records file={file} />
        </div>
      </div>
      {isDialogOpen && <VoidDialog file={file} onDone={done} onClose={() => setIsDialogOpen(false)} />}
    </>
  );
}

const dateAndTime = (at: string): string => `${f.date(Date.parse(at))}, ${f.time(Date.parse(at))}`;

/** Details of the signal besides its prices. */
function Facts({ file }: FileProps) {
  const decidedAt = file.outcome?.closingTickAt ?? null;
  return (
    <section className="card p-card">
      <dl className="dl">
        <Fact name="User" className="text-13 min-w-0 wrap-anywhere">
          {file.user.email}
        </Fact>
        <Fact name="Model">
          <ModelFlag model={file.aiModel} size="xs" />
          {aiModelName(file.aiModel)}
        </Fact>
        <Fact name="Model version" className="text-13 min-w-0 wrap-anywhere">
          {file.modelVersion}
        </Fact>
        <Fact name="Market">{file.feed}</Fact>
        <Fact name="Win chance">{f.percent(file.passability / 100, 1)}</Fact>
        <Fact name="Entry">{priceText(file.symbol, file.openPrice)}</Fact>
        <Fact name="Close">{priceText(file.symbol, file.closePrice)}</Fact>
        <Fact name="Deciding price">{decidedAt === null ? '—' : f.time(Date.parse(decidedAt))}</Fact>
        <Fact name="Result">
          <ResultChip result={file.result} />
        </Fact>
      </dl>
    </section>
  );
}

const causes: Record<VoidCause, string> = {
  feed_gap: 'Gap in the prices during the signal',
  wrong_price: 'Wrong price from the provider',
  outside_hours: 'Signal issued outside market hours',
  other: 'Other (explain below)',
};

/** Its entry in the public record, which precedes the outcome; if voided, by whom and why. */
function Records({ file: { recordIndex, voiding, outcome, voidReason } }: FileProps) {
  const lang = usePathLanguage();
  return (
    <>
      <Note icon={Stamp}>
        {recordIndex === null ? (
          'Not recorded: no record was kept.'
        ) : (
          <>
            <b>Recorded before the result.</b>{' '}
            <TextLink to={paths.record(lang, recordIndex)} text={`Entry No. ${f.count(recordIndex)}`} />
          </>
        )}
      </Note>
      {voidReason !== null && (
        <Note icon={CircleOff} tone="warn">
          <b>{`Voided: ${voiding ? causes[voiding.cause] : voidReasonName(voidReason)}.`}</b>{' '}
          {voiding && (
            <span className="min-w-0 wrap-anywhere">
              {`${voiding.by ?? 'deleted account'}, ${dateAndTime(voiding.at)}. ${voiding.reason ?? ''} `}
            </span>
          )}
          {outcome && outcome.result !== 'void' && (
            <span>{`The original result, ${outcomeName(outcome.result)}, stays on record.`}</span>
          )}
        </Note>
      )}
    </>
  );
}

/** The number of its entry in the record. */
const toNumber = ({ recordIndex }: SignalFile): string => (recordIndex === null ? '–' : f.count(recordIndex));

interface VoidDialogProps extends FileProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A public cause, and an explanation for the audit log; only of a signal without an outcome. */
export function VoidDialog({ file, onDone, onClose }: VoidDialogProps) {
  const { id, symbol, signal, duration } = file;
  const { min, max } = voidReasonLength;
  const [cause, setCause] = useState<VoidCause | null>(null);
  const [typed, setReason] = useState('');
  const reason = typed.trim();
  return (
    <ActionDialog
      variant="operator"
      title={`Void signal No. ${toNumber(file)}?`}
      confirm="Void signal"
      cancel="Cancel"
      isReady={cause !== null && reason.length >= min}
      act={() =>
        confirming(() =>
          call('DELETE /api/signal/user/admin/deleteSignal/:id', {
            params: { id },
            body: { cause: cause ?? undefined, reason },
          }),
        )
      }
      onDone={onDone}
      onClose={onClose}
    >
      <p className="text-14 text-ink-3">
        {`${pairName(symbol)}, ${signal === 'BUY' ? 'up' : 'down'}, ${duration} min, still open`}
      </p>
      <RadioList
        legend="Reason, visible to everyone"
        name="cause"
        options={voidCauses}
        chosen={cause}
        label={(one) => causes[one]}
        onChoose={setCause}
      />
      <TextArea
        label="Note for the audit log"
        hint={`At least ${min} characters. The public record keeps the signal and the reason, marked “void”.`}
        rows={3}
        minLength={min}
        maxLength={max}
        required
        value={typed}
        onChange={setReason}
      >
        {reason.length < min && <div className="msg tabular-nums">{`${reason.length} of ${min}`}</div>}
      </TextArea>
    </ActionDialog>
  );
}

/** The logged prices between entry and expiry: the basis for voiding. */
function PricesCard({ file }: FileProps) {
  const { symbol, signal, duration, closePrice, openPrice } = file;
  return (
    <section className="card overflow-hidden">
      <div className="card-h">
        <span className="flex items-center flex-wrap gap-3">
          <h2 className="h3">{pairName(symbol)}</h2>
          <DirectionChip isUp={signal === 'BUY'}>{signal === 'BUY' ? 'up' : 'down'}</DirectionChip>
          <span className="text-14 text-ink-3">{`${duration} min`}</span>
        </span>
        <b className="h3 tabular-nums">{priceText(symbol, closePrice ?? openPrice)}</b>
      </div>
      <Chart file={file} />
      <Gap file={file} />
    </section>
  );
}

const size = { width: 860, height: 300, pad: 28 };

function Chart({ file: { symbol, openPrice, prices } }: FileProps) {
  const points = prices.points.map(({ time, price }) => ({ at: Date.parse(time), price }));
  const line = priceLine(points, openPrice === null ? [] : [openPrice], size);
  if (!line) return <p className="p-card text-ink-3">No prices left for this time: we keep them for a few days.</p>;
  const [low, high] = [priceText(symbol, line.low), priceText(symbol, line.high)];
  return (
    <>
      <svg
        className="block h-[clamp(180px,30vw,300px)] w-full py-2"
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Price from entry to close, ${f.count(prices.count)} points, from ${low} to ${high}.`}
      >
        <path d={line.path} fill="none" stroke="var(--t1)" strokeWidth="1.6" vectorEffect="non-scaling-stroke" />
        {openPrice !== null && (
          <path
            d={`M0 ${line.y(openPrice)}H${size.width}`}
            stroke="var(--entry)"
            strokeDasharray="5 5"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <p className="px-5 flex justify-between gap-3 text-13 text-ink-3 tabular-nums">
        <span>{f.time(points[0]?.at ?? 0)}</span>
        {openPrice !== null && <span>{`dashed: entry ${priceText(symbol, openPrice)}`}</span>}
        <span>{f.time(points.at(-1)?.at ?? 0)}</span>
      </p>
    </>
  );
}

interface Point {
  /** Milliseconds UTC. */
  readonly at: number;
  readonly price: number;
}

interface PriceLine {
  /** SVG path with one step per price, because a price holds until the next one. */
  readonly path: string;
  readonly low: number;
  readonly high: number;
  readonly y: (price: number) => number;
}

/** Prices during a signal as a line, with room for the deciding prices. Null: there are no prices. */
export function priceLine(
  points: readonly Point[],
  marks: readonly number[],
  { width, height, pad }: { readonly width: number; readonly height: number; readonly pad: number },
): PriceLine | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const prices = [...points.map(({ price }) => price), ...marks];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const [spanMs, spanPrice] = [Math.max(1, last.at - first.at), high - low || Math.abs(high) * 1e-6];
  const x = (at: number): number => round(((at - first.at) / spanMs) * width);
  const y = (price: number): number => round(pad + (1 - (price - low) / spanPrice) * (height - 2 * pad));
  const steps = points.slice(1).map(({ at, price }) => `H${x(at)}V${y(price)}`);
  return { path: `M${x(first.at)} ${y(first.price)}${steps.join('')}`, low, high, y };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A gap of this length makes a signal void by the rules: it is highlighted. */
const longMs = 5_000;

function Gap({ file: { prices, status } }: FileProps) {
  const { count, longestGapMs, longestGapAt } = prices;
  const gap =
    longestGapMs === null || longestGapAt === null
      ? null
      : `${f.decimal(longestGapMs / 1000, 1)} s, from ${f.time(Date.parse(longestGapAt))}`;
  return (
    <div className="p-card flex flex-col gap-3">
      <dl className="dl">
        <Fact name="Prices in the log">{f.count(count)}</Fact>
        <Fact name="Longest pause">{gap ?? '—'}</Fact>
      </dl>
      {status === 'settled' && (longestGapMs ?? 0) > longMs && (
        <Note icon={Unplug} tone="warn">
          <b>A gap in the prices of {gap}.</b>
        </Note>
      )}
    </div>
  );
}
