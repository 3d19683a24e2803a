import type { Direction } from '#domain/market/direction.ts';
import type { Language } from '#domain/language.ts';
import type { Outcome } from '#domain/signals/outcome.ts';

interface AlertMessages {
  readonly title: string;
  readonly body: string;
  /** Where there is no countdown. */
  readonly holdsUntil: string;
  /** The countdown beside the title. */
  readonly seconds: string;
  readonly over: string;
  readonly open: string;
  readonly dismiss: string;
  readonly directions: Readonly<Record<Direction, string>>;
  readonly resultTitle: string;
  readonly resultBody: string;
  readonly results: Readonly<Record<Outcome, string>>;
  /** Of a forecast without an edge. */
  readonly practice: string;
}

/** Messages of alerts on devices. The server fills and sends them in the language of the account. */
export const alertMessages: Readonly<Record<Language, AlertMessages>> = {
  uk: {
    title: '{{pair}} {{direction}} · {{percent}}',
    body: '{{model}}, {{duration}} хв. Відкрийте, щоб узяти сигнал: це ще не сигнал.',
    holdsUntil: 'Діє до {{time}} UTC.',
    seconds: '{{n}} с',
    over: 'уже не діє',
    open: 'Відкрити',
    dismiss: 'Не зараз',
    directions: { BUY: '↑ вгору', SELL: '↓ вниз' },
    resultTitle: '{{pair}}: {{result}}',
    resultBody: '{{model}}, {{direction}}, {{duration}} хв. Результат у вашій історії.',
    results: { successful: 'виграш', unsuccessful: 'програш', neutral: 'нічия', void: 'не зараховано' },
    practice: '{{result}} (практика)',
  },
  en: {
    title: '{{pair}} {{direction}} · {{percent}}',
    body: '{{model}}, {{duration}} min. Open to take a signal: this isn’t one yet.',
    holdsUntil: 'Holds until {{time}} UTC.',
    seconds: '{{n}} s',
    over: 'no longer holds',
    open: 'Open',
    dismiss: 'Not now',
    directions: { BUY: '↑ up', SELL: '↓ down' },
    resultTitle: '{{pair}}: {{result}}',
    resultBody: '{{model}}, {{direction}}, {{duration}} min. The result is in your history.',
    results: { successful: 'won', unsuccessful: 'lost', neutral: 'tied', void: 'not counted' },
    practice: '{{result}} (practice)',
  },
  ru: {
    title: '{{pair}} {{direction}} · {{percent}}',
    body: '{{model}}, {{duration}} мин. Откройте, чтобы взять сигнал: это ещё не сигнал.',
    holdsUntil: 'Действует до {{time}} UTC.',
    seconds: '{{n}} с',
    over: 'уже не действует',
    open: 'Открыть',
    dismiss: 'Не сейчас',
    directions: { BUY: '↑ вверх', SELL: '↓ вниз' },
    resultTitle: '{{pair}}: {{result}}',
    resultBody: '{{model}}, {{direction}}, {{duration}} мин. Результат в вашей истории.',
    results: { successful: 'выигрыш', unsuccessful: 'проигрыш', neutral: 'ничья', void: 'не засчитано' },
    practice: '{{result}} (практика)',
  },
};
