import { ArrowRight, CircleHelp, Navigation, TriangleAlert } from 'lucide-react';
import type { Signal } from '#contract/signals.ts';
import { aiModelName } from '#domain/ai-model.ts';
import { findPair } from '#domain/currency-pair.ts';
import { pipsBetween } from '#domain/price.ts';
import type { Outcome } from '#domain/outcome.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { Note } from '../../ui/note.tsx';
import { OutcomeMark } from '../../ui/outcome-mark.tsx';
import { MartingaleNote } from './martingale-note.tsx';
import { ModelFlag } from '../../ui/model-flag.tsx';
import { outcomeLook } from '../../ui/outcome-look.ts';
import { PriceCard } from './price-card.tsx';
import { RecordNote } from './record-note.tsx';

interface SettledProps {
  readonly signal: Signal;
  readonly onAnother: () => void;
  readonly onPutAway: () => void;
}

/** Win, loss, equal and void stand in the same place, in the same size. */
export function Settled({ signal, onAnother, onPutAway }: SettledProps) {
  const { t } = usePhrases();
  const result = signal.result ?? 'void';
  const look = outcomeLook[result];
  return (
    <div className="app-g flow">
      <div className="res-l">
        <div className="card overflow-hidden">
          <PriceCard signal={signal} />
          <SignalLine signal={signal} />
        </div>
        {result === 'unsuccessful' && (
          <div className="later">
            <MartingaleNote signal={signal} />
          </div>
        )}
      </div>
      <aside className="rail">
        <section className={`res ${look}`}>
          <div className="row gap-4">
            <OutcomeMark shape={look} className="mark" />
            <h2 className="ttl">{t(`signal.result.${result}`)}</h2>
          </div>
          <p className="text-[15px]">
            <Verdict signal={signal} />
          </p>
          <EntryAndClose signal={signal} />
          <div className="col g2">
            <button type="button" className="btn btn-p btn-block" onClick={onAnother}>
              <Navigation className="ic" aria-hidden="true" />
              {t('signal.result.another')}
            </button>
            <button type="button" className="btn btn-g btn-block" onClick={onPutAway}>
              {t('signal.result.toChoice')}
            </button>
          </div>
        </section>
        <Moral signal={signal} result={result} />
        <RecordNote signal={signal} />
      </aside>
    </div>
  );
}

function SignalLine({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const percent = f.percent(signal.passability / 100);
  return (
    <div className="row sb wr s14 t3 result-line">
      <span className="row g2">
        <ModelFlag model={signal.aiModel} size="xs" />
        {t('signal.result.footer', { model: aiModelName(signal.aiModel), percent })}
      </span>
      {signal.openedAt && signal.expiresAt && (
        <span className="num">
          {f.time(Date.parse(signal.openedAt))} → {f.time(Date.parse(signal.expiresAt))}
        </span>
      )}
    </div>
  );
}

/** One sentence: which way and how far the price closed from the entry, or why nothing counts. */
function Verdict({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const { openPrice, closePrice, result } = signal;
  if (result === 'void') return openPrice === null ? t('signal.result.voidNoEntry') : t('signal.result.voidNoClose');
  if (openPrice === null || closePrice === null || result === 'neutral') return t('signal.result.closedEqual');
  const pips = pipsBetween(openPrice, closePrice, findPair(signal.symbol)?.digits ?? 5);
  const distance = t('signal.pips', { n: f.decimal(Math.abs(pips), 1), count: Math.abs(pips) });
  return t(pips > 0 ? 'signal.result.closedAbove' : 'signal.result.closedBelow', { distance });
}

function EntryAndClose({ signal }: { signal: Signal }) {
  const { t } = usePhrases();
  const digits = findPair(signal.symbol)?.digits ?? 5;
  const text = (price: number | null): string => price?.toFixed(digits) ?? '—';
  return (
    <div className="inset oc num">
      <div>
        <div className="lab">{t('signal.live.entry')}</div>
        <div>{text(signal.openPrice)}</div>
      </div>
      <ArrowRight className="ic t3" aria-hidden="true" />
      <div className="text-right">
        <div className="lab">{t('signal.result.close')}</div>
        <div>{text(signal.closePrice)}</div>
      </div>
    </div>
  );
}

/** What one result does and does not mean. */
function Moral({ signal, result }: { signal: Signal; result: Outcome }) {
  const { t, f } = usePhrases();
  const lost = 100 - Math.round(signal.passability);
  const texts: Record<Outcome, [title: string, text: string]> = {
    successful: [t('signal.result.winTitle'), t('signal.result.winText')],
    unsuccessful: [
      t('signal.result.lossTitle'),
      t('signal.result.lossText', { percent: f.percent(signal.passability / 100), lost }),
    ],
    neutral: [t('signal.result.equalTitle'), t('signal.result.equalText')],
    void: [t('signal.result.voidTitle'), t('signal.result.voidText')],
  };
  const [title, text] = texts[result];
  return (
    <Note icon={result === 'void' ? CircleHelp : TriangleAlert}>
      <b>{title}</b> {text}
    </Note>
  );
}
