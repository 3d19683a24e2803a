import { Link } from 'react-router';
import { brand } from '#domain/brand.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { paths } from '../../paths.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';

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
