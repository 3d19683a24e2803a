import type { aboutUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const aboutEn: Translation<typeof aboutUk> = {
  pageTitle: 'About us',
  description:
    'Who we are, how we earn, where our interests conflict with yours, and the rules by which we judge models. Reviews without invented people.',
  title: 'We measure forecasts, and show when they are wrong',
  lead: 'Kurs gives free signals for currency pairs. Eight models say where the price is heading, and an open record shows whether they were right.',
  figures: {
    label: 'Kurs in figures',
    total: 'Signals with a result',
    rate: 'Came true, 95% interval',
    few: 'too few signals yet',
    proven: 'Models with a proven edge',
    provenOf: '{{proven}} of {{models}}',
    pay: 'You pay us',
  },
  earn: {
    title: 'How we earn',
    text: 'Once a year the broker pays us about 2% of the annual turnover of the users we brought. Your trading terms stay the same.',
    you: 'You',
    youText: 'trade at the broker',
    broker: 'Broker',
    brokerText: 'takes its margin from every trade',
    us: 'Kurs',
    usText: 'gets a share once a year',
    example: 'An example of the arithmetic: a turnover of $12,000 a year makes $240.',
    conflict:
      '<b>There is a conflict of interest here.</b> The larger your turnover, the more we get, so it pays us when you trade more often. We do not pretend otherwise, and hold ourselves back by rules that you can see in the app.',
    limit: 'automatic signals have a limit for the day; tightening it acts at once, loosening it from tomorrow',
    stop: '“Stop for today” acts at once and cannot be undone before midnight',
    chase: '“Chase the outcome” always shows its price in dollars and the chance of losing everything',
    pause: 'if the broker says that you have limited your own trading, there are no signals',
  },
  rules: {
    title: 'How we judge models',
    lead: 'Five rules, the same for all of them. They cannot be changed after the fact.',
    first: 'First the record, then the result',
    firstText:
      'A forecast enters the record before anybody knows whether it came true. Its time and fingerprint stand on every signal.',
    second: 'The yardstick is break-even, not a coin',
    secondText: 'At a payout of 82% more than 54.95% of trades must win. 52% sounds fair, and is a loss.',
    third: 'An interval beside every rate',
    thirdText:
      'One number misleads. We write the 95% interval, and call an edge proven only when all of it lies above break-even.',
    fourth: 'What was promised against what came true',
    fourthText:
      'If a model says 57%, about 57 of 100 should come true. The calibration diagram shows the difference, and it is not always in our favour.',
    fifth: 'No edge, no signal',
    fifthText:
      'Seven models of eight keep silent when they see nothing above their threshold. The eighth, the manual one, always answers, but says plainly when there is no edge.',
    record: 'See the record',
    cards: 'Model cards',
    cardsText:
      'A card says what data the model learnt from, over which period, how it was checked and where its limits are. It is written as the model is trained. Models that ask a language model did not learn from our data and have no card.',
  },
  team: {
    title: 'The team by role',
    lead: 'Names will appear here when people agree to show them. There will be no invented faces and no stock photos.',
    models: 'Model research',
    modelsText:
      'Trains and calibrates the models and writes the card of each: data, period, limits. Answers for 57% meaning 57%.',
    prices: 'Data and quotes',
    pricesText:
      'Watches the price feed, its gaps and delays. Voids a signal without an entry price rather than guess one.',
    record: 'Record and security',
    recordText: 'Keeps the tree of entries whole and signs checkpoints that anybody can verify.',
    product: 'The app',
    productText: 'Screens, accessibility, three languages. Answers for a loss being as plain to see as a win.',
    risk: 'Risk and rules',
    riskText: 'Reads texts for promises that we cannot keep. May stop a release.',
    support: 'Support',
    supportText: 'People, not a bot. They answer in the messenger and by mail.',
  },
  closing: {
    title: 'In doubt? Good',
    text: 'The record is open without an account. Questions about money, data or models can be asked right in the chat.',
    record: 'Open the record',
    ask: 'Ask',
  },
};
