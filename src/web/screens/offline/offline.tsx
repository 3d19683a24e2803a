import { RotateCw, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { signalPaths } from '#contract/paths.ts';
import type { Language } from '#domain/language.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { dayMs } from '#domain/time.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { cacheNames } from '#web/offline/cache-pages.ts';
import { type OpenSignal, openSignal } from '#web/offline/open-signal.ts';
import { type SavedHistory, savedHistory } from '#web/offline/saved-history.ts';
import { paths, safeNext } from '#web/paths.ts';
import { readStored } from '#web/storage/stored.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { Fact } from '#web/ui/card.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('shell.offline.pageTitle')));

/**
 * Shown by the service worker instead of a page that needs the network. Nothing on it is current.
 */
export default function Offline() {
  const { t } = usePhrases();
  const saved = useCachedPages();
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const tryAgain = useTryAgain();
  const hasHistory = (saved?.history?.signals.length ?? 0) > 0;
  return (
    <div className="wrap max-w-[880px]">
      <div className="state offline">
        <div className="art">
          <Lighthouse />
        </div>
        <h1>{t('shell.offline.title')}</h1>
        <p>{t('shell.offline.text')}</p>
        <div className="acts">
          <Button look="p" onClick={tryAgain} icon={RotateCw} text={t('shell.offline.again')} />
          {hasHistory && (
            <Button
              look="s"
              aria-expanded={isHistoryOpen}
              onClick={() => setIsHistoryOpen(!isHistoryOpen)}
              text={t(isHistoryOpen ? 'shell.offline.hideHistory' : 'shell.offline.history')}
            />
          )}
        </div>
      </div>
      {isHistoryOpen && saved?.history && <SavedSignals history={saved.history} now={saved.now} />}
      <Note icon={ShieldCheck}>
        <b>{t('shell.offline.keptTitle')}</b> {t('shell.offline.keptText')}
      </Note>
      {/* Last: it is read from the device after the rest is shown. */}
      {saved && <SavedOnDevice saved={saved} />}
    </div>
  );
}

interface CachedPages {
  /** Time of the lookup, in milliseconds. */
  readonly now: number;
  /** Milliseconds; null: unknown. */
  readonly lastOnlineAt: number | null;
  readonly history: SavedHistory | null;
  /** Null: none was open, its outcome was already shown, or it expired more than a day ago. */
  readonly open: OpenSignal | null;
  /** Addresses of the articles. */
  readonly articles: readonly string[];
}

/** What is cached on this device; null until it is loaded. */
function useCachedPages(): CachedPages | null {
  const { lang } = usePhrases();
  const [cached, setCached] = useState<CachedPages | null>(null);
  useEffect(() => {
    void readCaches(lang).then(setCached);
  }, [lang]);
  return cached;
}

async function readCaches(lang: Language): Promise<CachedPages> {
  const now = Date.now();
  const [history, open] = await Promise.all([savedHistory(), openSignal()]);
  const isKnown = history?.signals.some(({ id }) => id === open?.id) ?? false;
  return {
    now,
    lastOnlineAt: readStored('last-online'),
    history,
    open: open && !isKnown && now - open.expiresAt < dayMs ? open : null,
    articles: await cachedArticles(lang).catch(() => []),
  };
}

async function cachedArticles(lang: Language): Promise<string[]> {
  const pages = await (await caches.open(cacheNames.pages)).keys();
  return pages.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith(`/${lang}/wiki/`));
}

/** Returns to the requested page: by hand, or automatically as soon as the server is reachable. */
function useTryAgain(): () => void {
  const { lang } = usePhrases();
  const { hash } = useLocation();
  const [search] = useSearchParams();
  const from = search.get('from');
  // The service worker does not see the hash; the browser keeps it in this address.
  const wanted = safeNext(from, lang) + hash;
  useEffect(() => {
    const back = (): void => location.replace(wanted);
    addEventListener('online', back);
    const stop = from === null ? undefined : onServerReached(back);
    return () => {
      removeEventListener('online', back);
      stop?.();
    };
  }, [wanted, from]);
  return () => location.replace(wanted);
}

const pollMs = 5_000;

/**
 * Calls back once the server responds, until the returned function is called. The browser event
 * `online` covers only its network: it does not fire when the server was down, or when the network
 * returned before this page was ready.
 */
function onServerReached(callback: () => void): () => void {
  const stop = new AbortController();
  const poll = async (): Promise<void> => {
    const answer = await fetch(signalPaths.workingStats, { cache: 'no-store', signal: stop.signal }).catch(() => null);
    if (stop.signal.aborted) return;
    if (answer?.ok) return callback();
    timer = setTimeout(() => void poll(), pollMs);
  };
  let timer = setTimeout(() => void poll(), pollMs);
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}

function Lighthouse() {
  return (
    <svg viewBox="0 0 320 150" width="320" aria-hidden="true">
      <path d="M160 132V58" stroke="var(--t1)" strokeWidth="3" />
      <path d="M142 132h36M148 116h24M151 100h18" stroke="var(--t1)" strokeWidth="3" strokeLinecap="round" />
      <path d="M150 58h20l-4-20h-12z" fill="var(--s2)" stroke="var(--t1)" strokeWidth="2.6" />
      <circle cx="160" cy="48" r="4" fill="none" stroke="var(--t3)" strokeWidth="2" />
      <path d="M132 48L70 30v36zM188 48l62-18v36z" fill="var(--t3)" opacity=".1" />
      <path
        d="M132 48L70 30M132 48L70 66M188 48l62-18M188 48l62 18"
        stroke="var(--line-3)"
        strokeWidth="1.6"
        strokeDasharray="4 6"
      />
      <path
        d="M20 140q10-7 20 0t20 0 20 0 20 0M220 140q10-7 20 0t20 0 20 0 20 0"
        stroke="var(--line-3)"
        strokeWidth="2"
        fill="none"
      />
    </svg>
  );
}

/** The last settled signals at the time of the last connection, with that time. */
function SavedSignals({ history: { savedAt, signals }, now }: { history: SavedHistory; now: number }) {
  const { t, f } = usePhrases();
  return (
    <section className="card p-card offline-kept" aria-label={t('shell.offline.history')}>
      <p className="text-14 text-ink-3">{t('shell.offline.savedAt', { time: f.moment(savedAt, now) })}</p>
      <DataTable
        className="offline-signals"
        rows={signals}
        getKey={({ id }) => id}
        columns={[
          [
            t('shell.offline.pair'),
            ({ symbol, signal }) => (
              <span className={`flex items-center gap-2 ${signal === 'BUY' ? 'up' : 'down'}`}>
                <DirectionIcon isUp={signal === 'BUY'} />
                <b className="text-ink-1 font-semibold">{pairName(symbol)}</b>
              </span>
            ),
          ],
          [t('shell.offline.date'), ({ time }) => f.moment(Date.parse(time), now)],
          [t('shell.offline.result'), ({ result }) => result && t(`common.outcome.${result}`)],
        ]}
      />
    </section>
  );
}

/** When the server was last reached, and what can be read offline. */
function SavedOnDevice({ saved: { now, lastOnlineAt, history, open, articles } }: { saved: CachedPages }) {
  const { t, f, lang } = usePhrases();
  const signals = history?.signals.length ?? 0;
  const saved = [
    ...(signals > 0 ? [t('shell.offline.signals', { n: f.count(signals), count: signals })] : []),
    ...(articles.length > 0
      ? [t('shell.offline.articles', { n: f.count(articles.length), count: articles.length })]
      : []),
  ];
  return (
    <section className="card p-card offline-kept">
      <dl className="dl">
        <Fact name={t('shell.offline.lastHeard')}>
          {lastOnlineAt === null ? t('shell.offline.never') : f.moment(lastOnlineAt, now)}
        </Fact>
        {open && (
          <Fact name={t(open.expiresAt > now ? 'shell.offline.open' : 'shell.offline.ended')}>
            {t('shell.offline.expiry', { pair: pairName(open.symbol), time: f.moment(open.expiresAt, now) })}
          </Fact>
        )}
        <Fact name={t('shell.offline.saved')}>{saved.join(', ') || t('shell.offline.nothing')}</Fact>
      </dl>
      {articles.length > 0 && <TextLink className="text-14" href={paths.wiki(lang)} text={t('shell.offline.wiki')} />}
    </section>
  );
}
