import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Lock, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { Leaf } from '#record/leaf.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { askRecord, type Compared } from '#web/record/ask-record.ts';
import type { ShownSignal } from '#web/record/check-record.ts';
import { Result, Spoke, Stated, toPrices } from '#web/record/signal-parts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Fact } from '#web/ui/card.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { Broken, isSound, ErrorNote } from '#web/record/verdict.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('common.header.record')));

/** One entry of the record, which this browser checks together with those around it. */
export default function RecordEntryScreen() {
  const { t, f, lang } = usePhrases();
  const index = Number(useParams()['index']);
  const isNumber = Number.isSafeInteger(index) && index >= 0;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['public', 'record-entry', index],
    queryFn: ({ signal }) => askRecord('entry', { index }, { abort: signal }),
    enabled: isNumber,
  });
  return (
    <div className="wrap grid gap-4 max-w-220">
      <Link className="flex items-center gap-2 text-14" to={paths.record(lang)}>
        <ArrowLeft className="ic size-4" />
        {t('common.header.record')}
      </Link>
      <h1 className="h2">{isNumber ? t('record.number', { number: f.count(index) }) : t('record.check.wrong')}</h1>
      <div role="status">
        {isFetching && <p className="text-14 text-ink-3">{t('record.entry.checking')}</p>}
        {data && <Verdict entry={data} />}
      </div>
      {isFetching && !data && <PageLoader />}
      {error && (
        <>
          <ErrorNote error={error} />
          <Button look="s sm" onClick={() => void refetch()} text={t('common.tryAgain')} />
        </>
      )}
      {data?.found && <Entry entry={data.found} />}
    </div>
  );
}

function Verdict({ entry }: { entry: Compared<'entry'> }) {
  const { t, f } = usePhrases();
  const { found } = entry;
  if (!found || !isSound(entry)) {
    return (
      <div className="note bad">
        <ShieldAlert className="ic" />
        <div className="flex flex-col gap-2">
          <span>{t('record.entry.differs')}</span>
          <Broken checked={entry} />
        </div>
      </div>
    );
  }
  const { leaf } = found.shown;
  const Icon = leaf ? ShieldCheck : Lock;
  return (
    <div className="note good">
      <Icon className="ic" />
      <span>
        <Rich text={t(toPhrase(leaf), { around: f.count(found.around) })} />
      </span>
    </div>
  );
}

/** Only a statement precedes a result. */
function toPhrase(leaf: Leaf | null) {
  if (!leaf) return 'record.entry.closed';
  const isStatement = leaf.kind === 'minute' || leaf.kind === 'answer' || leaf.kind === 'signal';
  return isStatement ? 'record.entry.before' : 'record.entry.matches';
}

function Entry({ entry: { shown, related, signal } }: { entry: NonNullable<Compared<'entry'>['found']> }) {
  const { t, f, lang } = usePhrases();
  const { leaf } = shown;
  const at = leaf && 'at' in leaf ? Date.parse(leaf.at) : null;
  return (
    <section className="card p-card">
      <dl className="*:grid *:grid-cols-[140px_minmax(0,1fr)] *:gap-x-5 *:gap-y-1 *:py-2.75 *:border-b *:border-line *:text-[length:var(--fs-14)] phone:*:grid-cols-1 [&_dt]:text-ink-3 [&_dd]:flex [&_dd]:flex-wrap [&_dd]:items-center [&_dd]:gap-x-3.5 [&_dd]:gap-y-1 [&_dd]:wrap-anywhere">
        {leaf && <Fact name={t('record.entry.kind')}>{t(`record.kind.${leaf.kind}`)}</Fact>}
        {at !== null && <Fact name={t('record.list.at')}>{`${f.date(at)} ${f.time(at)}`}</Fact>}
        {signal && <SignalFacts signal={signal} />}
        {related.length > 0 && (
          <Fact name={t('record.entry.related')}>
            {related.map((one) => (
              <TextLink
                key={one.index}
                to={paths.record(lang, one.index)}
                text={`${one.leaf ? t(`record.kind.${one.leaf.kind}`) : t('record.list.closed')} ${t('record.number', { number: f.count(one.index) })}`}
              />
            ))}
          </Fact>
        )}
        <Fact name={t('record.entry.hash')} className="mono">
          {shown.hash}
        </Fact>
      </dl>
      {shown.text !== null && (
        <details className="pt-3.5 text-[length:var(--fs-14)]">
          <summary className="cursor-pointer text-ink-1">{t('record.entry.text')}</summary>
          <pre className="mono wrap-anywhere whitespace-pre-wrap">{shown.text}</pre>
        </details>
      )}
    </section>
  );
}

function SignalFacts({ signal }: { signal: ShownSignal }): ReactNode {
  const { t, f } = usePhrases();
  const prices = toPrices(signal);
  return (
    <>
      <Fact name={t('record.list.forecast')}>
        <Stated shown={signal} />
      </Fact>
      {signal.signal && (
        <Fact name={t('record.list.model')}>
          <Spoke signal={signal.signal} />
        </Fact>
      )}
      {signal.signal && <Fact name={t('record.entry.payout')}>{f.percent(signal.signal.payout)}</Fact>}
      <Fact name={t('record.list.result')}>
        <Result shown={signal} />
        {prices}
      </Fact>
    </>
  );
}
