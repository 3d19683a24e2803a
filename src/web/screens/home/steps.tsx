import { usePhrases } from '#web/language/use-phrases.ts';

const steps = ['first', 'second', 'third'] as const;

export function Steps() {
  const { t, f } = usePhrases();
  return (
    <section className="sec">
      <div className="wrap">
        <div className="sec-h">
          <h2 className="h1">{t('home.steps.title')}</h2>
        </div>
        <ol className="steps">
          {steps.map((key, index) => (
            <li key={key} className="step">
              <div className="n">{f.count(index + 1)}</div>
              <h3>{t(`home.steps.${key}`)}</h3>
              <p>{t(`home.steps.${key}Text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
