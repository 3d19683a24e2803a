import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { usePhrases } from '../../language/use-phrases.ts';
import { paths } from '../../paths.ts';
import { StateCard } from '../../ui/state-card.tsx';

const seconds = 3;

/** Confirmed: on to the signals by itself after a moment, or at once. */
export function Confirmed() {
  const { t, lang } = usePhrases();
  const navigate = useNavigate();
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left === 0) return void navigate(paths.signal(lang), { replace: true });
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left, lang, navigate]);
  return (
    <StateCard
      icon={Check}
      tone="win"
      title={t('enterId.confirmed.title')}
      actions={
        <Link className="btn btn-p btn-sm" to={paths.signal(lang)} replace>
          {t('enterId.confirmed.go')}
        </Link>
      }
    >
      <p className="num">{t('enterId.confirmed.text', { seconds: left })}</p>
    </StateCard>
  );
}
