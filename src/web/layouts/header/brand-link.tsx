import { Link } from 'react-router';
import { brand } from '#domain/brand.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';

/** The mark and the name; links to the top of the home page. */
export function BrandLink({ onClick }: { onClick?: () => void }) {
  const { t, lang } = usePhrases();
  return (
    <Link
      className="logo"
      to={paths.home(lang)}
      aria-label={t('common.header.home', { brand: brand.name })}
      onClick={onClick}
    >
      <BrandMark />
      <span>{brand.name}</span>
    </Link>
  );
}

export function BrandMark() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="18" fill="none" stroke="currentColor" strokeWidth="2.2" />
      <path d="M2 20h7M31 20h7" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
      <g transform="rotate(-28 20 20)">
        <path d="M34.5 20 20 15.9v8.2z" fill="var(--up-solid)" />
        <path d="M5.5 20 20 15.9v8.2z" fill="var(--down-solid)" />
      </g>
      <circle cx="20" cy="20" r="2.1" fill="var(--bg)" />
    </svg>
  );
}
