import type { WikiText } from './wiki-article.ts';

export const text: WikiText = {
  helmet: {
    pageTitle: 'RSI and SMA: formulas, example, limits',
    pageDescription:
      'How Wilder’s RSI and the simple moving average are computed, an example with numbers, what 30 and 70 mean, and what these indicators cannot know.',
    keywords: ['RSI', 'SMA', 'moving average', 'overbought', 'indicators', 'strategy'],
  },
  blocks: [
    {
      type: 'section',
      title: 'Two views of the same price',
      text: [
        'The simple moving average (SMA) answers the question: what was the price on average over the last few bars? The relative strength index (RSI) answers another: what share of the recent movement was upward? Both are computed from the same closing prices. They know nothing that is not in the chart, but they show it more conveniently.',
        'They are often combined because they look in different ways: the average speaks of direction, RSI of how far a move has run already. Let us first see how they are computed, since half of the mistakes begin with the formula.',
      ],
    },
    {
      type: 'section',
      title: 'SMA: an arithmetic mean with a memory',
      text: [
        'The SMA over n bars is the sum of the last n closing prices divided by n. For the prices 10, 12, 11, 13, 14 the five-bar average is 60 / 5 = 12. When a new price comes, 15, the oldest, 10, drops out: (12 + 11 + 13 + 14 + 15) / 5 = 13.',
        'Two consequences deserve attention. First, the average is late by about half of its period: an SMA over 20 one-minute bars describes the price of about ten minutes ago. Second, it can move not because of the new price but because of the old one that dropped out. If the line suddenly rises while the market stands still, the reason may lie twenty bars back.',
      ],
      image: { src: 'averages', alt: 'A price and two averages: the short one stays close, the long one lags' },
    },
    {
      type: 'section',
      title: 'RSI: the share of rises in a move',
      text: [
        'RSI was described by Welles Wilder in 1978. Take the changes from bar to bar, average the rises and the falls separately, divide the first by the second (that is RS), and transform: RSI = 100 − 100 / (1 + RS). The value lies between 0 and 100. If all changes were upward, RSI is 100; if rises and falls are equal, 50.',
        'An example with period 5. The changes in pips: +4, −2, +3, −1, +1. Average rise: (4 + 3 + 1) / 5 = 1.6. Average fall: (2 + 1) / 5 = 0.6. RS = 2.67, RSI = 72.7. The next bar falls by 3 pips. Wilder smooths: the new average rise = (1.6 × 4 + 0) / 5 = 1.28, the new average fall = (0.6 × 4 + 3) / 5 = 1.08. RS = 1.19, RSI = 54.2.',
        'Note how a single bar took RSI from “overbought” nearly to the middle. With short periods the indicator is nervous; Wilder recommended 14.',
      ],
    },
    {
      type: 'section',
      title: 'Why two programs show different values',
      text: [
        'Two programs may show a different RSI on the same chart, and neither is wrong. Wilder smooths: old changes weaken but never vanish. A simpler way takes the plain average of the last five changes. In the example, after the fall of 3 pips, these are −2, +3, −1, +1, −3. Average rise: 0.8, average fall: 1.2, so RSI = 40.0. After Wilder it was 54.2 on the same bar: one way sees more falls, the other more rises.',
        'So “RSI over 14 bars” is not enough in written rules. Add the way of smoothing and the bar at which the computation began. The shorter the period, the more it matters: with a period of 2 and plain averaging two rises in a row are enough for an RSI of 100, and a coin does that in one case out of four.',
      ],
    },
    {
      type: 'list',
      title: 'What the levels 30 and 70 mean',
      items: [
        'Above 70: most of the recent movement was up. That is a fact about the past.',
        'Below 30: most of it was down. Also a fact about the past.',
        '“Overbought, so it will fall” is a forecast already, and often a wrong one: in a strong trend RSI may stay above 70 for a very long time.',
        'The levels 30 and 70 are a convention, not a law of nature. Another period needs other levels.',
      ],
    },
    {
      type: 'quote',
      text: 'An indicator describes the past. A forecast begins where you have checked what came next.',
    },
    {
      type: 'section',
      title: 'Two opposite strategies from the same parts',
      text: [
        'Return to the mean. The rule: if RSI over 14 bars is below 30 and the price is further than a certain number of pips from its 20-bar SMA, forecast up for 5 minutes. The thought is simple: at short expiries moves are partly undone, because large orders are executed in pieces and liquidity providers bring the price back.',
        'Following the move. The rule: if the price is above the SMA, the SMA is rising, and RSI has just crossed 50 from below, forecast up. The thought is the opposite: whoever began the move will go on with it.',
        'Both sound sensible, and both cannot be right at once. Which is better depends on the expiry, the hour and the pair, and only a test can tell. On recorded one-minute data our models mostly lean on moves being undone: at expiries of a few minutes that effect is weak but visible. On daily charts the picture is different.',
      ],
    },
    {
      type: 'section',
      title: 'When they get in each other’s way',
      text: [
        'Two indicators computed from the same prices are not two witnesses. If RSI is low, the price is almost certainly below its average: the same fact twice. Demanding that “both confirm” lowers the number of signals but does not necessarily improve them.',
        'It is easy to check. Work out the win rate of signals from RSI alone, from the SMA alone and from both together, on the same data, with the number of observations. If the third row has an interval no different from the first, the second condition merely makes you a rarer guest in the market. Sometimes that is useful too: fewer trades at a negative expectation means smaller losses.',
        'It may look like this. RSI below 30 alone gave 400 trades and 226 wins: 56.5%, an interval from 51.6 to 61.3%. With the SMA condition 150 trades and 88 wins are left: 58.7%, an interval from 50.7 to 66.2%. The rate rose by two points while the knowledge shrank: the interval is wider, and the break-even of 54.95% lies inside both. The second condition has proven nothing yet. The numbers are invented for illustration.',
      ],
    },
    {
      type: 'section',
      title: 'Which period to choose',
      text: [
        'A short period reacts faster and errs more often; a long one does the opposite. For an expiry of a few minutes there is no sense in an average over two hundred bars: it describes the morning, not your trade. A sensible rule is to take a period comparable to the expiry or a few times longer, to choose it once for its meaning, and not to change it because a week went badly. If a strategy works with RSI over 13 bars only, and not over 12 or 14, it does not work.',
      ],
    },
    {
      type: 'list',
      title: 'Typical mistakes',
      items: [
        'Computing on a bar that has not closed: RSI will change several times before it does.',
        'Picking the period that makes last week look best.',
        'Applying 30 and 70 to a period of 2 or 5, where they trigger every few bars.',
        'Watching RSI during news: the indicator will describe the move but not foresee the next one.',
        'Forgetting break-even: at a payout of 82% a signal that comes true 53% of the time loses money.',
      ],
    },
    {
      type: 'section',
      title: 'How we use them',
      text: [
        'RSI with two periods, bands around averages and other classic indicators, thirteen in all, vote in the model “13% SQUAD”. A share of votes is not a probability yet, so it is turned into percent by measured results of the past: how often the forecast came true at such a share. The signal page shows who voted how, and what it was worth.',
        'The card of this model says honestly that voting indicators are weaker than models that learn from many features. That is also the shortest conclusion of this article: RSI and SMA are good descriptions and mediocre forecasts, and every combination of them has to be measured before money is put on it.',
      ],
    },
  ],
};
