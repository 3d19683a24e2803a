import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import type { CachedPages } from './use-cached-pages.ts';

/** When the server was last reached, and what can be read offline. */
export function SavedOnDevice({ saved: { now, lastOnlineAt, history, open, articles } }: { saved: CachedPages }) {
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
        <div>
          <dt>{t('shell.offline.lastHeard')}</dt>
          <dd className="tabular-nums">
            {lastOnlineAt === null ? t('shell.offline.never') : f.moment(lastOnlineAt, now)}
          </dd>
        </div>
        {open && (
          <div>
            <dt>{t(open.expiresAt > now ? 'shell.offline.open' : 'shell.offline.ended')}</dt>
            <dd className="tabular-nums">
              {t('shell.offline.expiry', { pair: pairName(open.symbol), time: f.moment(open.expiresAt, now) })}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('shell.offline.saved')}</dt>
          <dd>{saved.join(', ') || t('shell.offline.nothing')}</dd>
        </div>
      </dl>
      {articles.length > 0 && (
        <a className="link text-14" href={paths.wiki(lang)}>
          {t('shell.offline.wiki')}
        </a>
      )}
    </section>
  );
}
