import { Activity, AppWindow, LifeBuoy, Microscope, Scale, ShieldCheck } from 'lucide-react';
import { people, teamRoles } from '#content/team/team.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

const icons = {
  models: Microscope,
  prices: Activity,
  record: ShieldCheck,
  product: AppWindow,
  risk: Scale,
  support: LifeBuoy,
} as const;

/** Roles, with the people named by the operator. */
export function Team() {
  const { t, lang } = usePhrases();
  return (
    <section className="sec">
      <div className="wrap">
        <div className="sec-h">
          <h2 className="h1">{t('about.team.title')}</h2>
          {people.length === 0 && <p>{t('about.team.lead')}</p>}
        </div>
        <ul className="grid grid-cols-3 gap-gutter phone:grid-cols-1">
          {teamRoles.map((role) => {
            const Icon = icons[role];
            return (
              <li key={role} className="card p-card flex flex-col gap-3">
                <span className="tile">
                  <Icon className="ic" aria-hidden="true" />
                </span>
                <h3>{t(`about.team.${role}`)}</h3>
                <p className="text-14">{t(`about.team.${role}Text`)}</p>
                {people
                  .filter((person) => person.role === role)
                  .map(({ name, about }) => (
                    <p key={name} className="text-14">
                      <b>{name}</b>. {about[lang]}
                    </p>
                  ))}
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
