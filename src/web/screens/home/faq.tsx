import { Plus } from 'lucide-react';
import { brand } from '#domain/brand.ts';
import { Tagged } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { questions } from './questions.ts';

export function Faq() {
  const { t } = usePhrases();
  return (
    <section className="sec">
      <div className="wrap faq-g">
        <div>
          <h2 className="h1">{t('home.faq.title')}</h2>
          <p className="text-14 mt-4">
            <Tagged
              text={t('home.faq.help')}
              a={(text) => (
                <a className="link" href={`mailto:${brand.supportEmail}`}>
                  {text}
                </a>
              )}
            />
          </p>
        </div>
        <div className="faq">
          {questions.map((key, place) => (
            <details key={key} open={place === 0}>
              <summary>
                {t(`home.faq.${key}`)}
                <Plus className="ic" aria-hidden="true" />
              </summary>
              <p className="a">{t(`home.faq.${key}Text`)}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
