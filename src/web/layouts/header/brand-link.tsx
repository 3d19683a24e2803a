import { Link } from 'react-router';
import { brand } from '#domain/brand.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';

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
