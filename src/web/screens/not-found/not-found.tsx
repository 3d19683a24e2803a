import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('common.notFound.pageTitle')));

export default function NotFound() {
  const { t, lang } = usePhrases();
  return (
    <div className="wrap">
      <div className="state py-[clamp(48px,9vw,120px)]">
        <div className="art">
          <LostCompass />
        </div>
        <h1 className="text-40">{t('common.notFound.title')}</h1>
        <p>{t('common.notFound.text')}</p>
        <div className="acts">
          <Button look="p" to={paths.home(lang)} text={t('common.notFound.home')} />
          <Button look="s" to={paths.signal(lang)} text={t('common.notFound.signal')} />
          <Button look="s" to={paths.wiki(lang)} text={t('common.header.wiki')} />
        </div>
      </div>
    </div>
  );
}

function LostCompass() {
  return (
    <svg viewBox="0 0 420 190" style={{ width: 'min(420px, 84vw)' }} role="img" aria-label="404">
      <path d="M10 98H410" stroke="var(--line-3)" strokeDasharray="3 6" />
      <g className="font-head text-[128px]/none font-semibold tracking-[-0.05em]" textAnchor="middle" fill="var(--t1)">
        <text x="64" y="142">
          4
        </text>
        <text x="356" y="142">
          4
        </text>
      </g>
      <g transform="translate(210 98)">
        <circle r="74" fill="var(--bg)" stroke="var(--t1)" strokeWidth="6" />
        {Array.from({ length: 24 }, (_, step) => step * 15).map((angle) => (
          <path
            key={angle}
            d={angle % 90 === 0 ? 'M0 -64v12' : 'M0 -64v7'}
            stroke="var(--t3)"
            strokeWidth="2"
            transform={`rotate(${angle})`}
          />
        ))}
        <g transform="rotate(38)">
          <path d="M54 0 0 -9v18z" fill="var(--up-solid)" />
          <path d="M-54 0 0 -9v18z" fill="var(--down-solid)" />
        </g>
        <circle r="6" fill="var(--bg)" stroke="var(--t1)" strokeWidth="3" />
      </g>
    </svg>
  );
}
