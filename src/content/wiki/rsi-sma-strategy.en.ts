import type { WikiText } from './wiki-article.ts';

export const text: WikiText = {
  helmet: {
    pageTitle: 'RSI and SMA: formulas, example, limits',
    pageDescription:
      'How Wilder’s RSI and the simple moving average work, an example with numbers, what 30 and 70 mean, and what these indicators can’t know.',
    keywords: ['RSI', 'SMA', 'moving average', 'overbought', 'indicators', 'strategy'],
  },
  blocks: [
    {
      type: 'section',
      title: 'Two views of the same price',
      text: [
        'The simple moving average (SMA) answers one question: what was the average price over the last few candles? The relative strength index (RSI) answers another: how much of the recent movement was upward? Both come from the same closing prices. They know nothing that isn’t in the chart, but they make it easier to see.',
        'They’re often combined because they look at different things: the average shows direction, RSI shows how far a move has already run. Let’s start with how they’re calculated, because half of all mistakes begin with the formula.',
      ],
    },
    {
      type: 'section',
      title: 'SMA: an average with a memory',
      text: [
        'The SMA over n candles is the sum of the last n closing prices divided by n. For the prices 10, 12, 11, 13, 14 the five-candle average is 60 / 5 = 12. When a new price arrives, 15, the oldest one, 10, drops out: (12 + 11 + 13 + 14 + 15) / 5 = 13.',
        'Two consequences are worth knowing. First, the average lags by about half its period: an SMA over 20 one-minute candles describes the price about ten minutes ago. Second, it can move not because of the new price but because of the old one that dropped out. If the line suddenly rises while the market stands still, the reason may be twenty candles back.',
      ],
      image: { src: 'averages', alt: 'A price and two averages: the short one stays close, the long one lags' },
    },
    {
      type: 'section',
      title: 'RSI: how much of the move was up',
      text: [
        'Welles Wilder described RSI in 1978. Take the changes from candle to candle, average the rises and the falls separately, divide the first by the second (that’s RS) and transform: RSI = 100 − 100 / (1 + RS). The value is between 0 and 100. If every change was up, RSI is 100; if rises and falls are equal, it’s 50.',
        'Here’s an example with period 5. The changes in pips: +4, −2, +3, −1, +1. Average rise: (4 + 3 + 1) / 5 = 1.6. Average fall: (2 + 1) / 5 = 0.6. RS = 2.67, RSI = 72.7. The next candle falls by 3 pips. Wilder smooths: the new average rise = (1.6 × 4 + 0) / 5 = 1.28, the new average fall = (0.6 × 4 + 3) / 5 = 1.08. RS = 1.19, RSI = 54.2.',
        'Notice how a single candle took RSI from “overbought” almost to the middle. With short periods the indicator is jumpy; Wilder recommended 14.',
      ],
    },
    {
      type: 'section',
      title: 'Why two programs show different values',
      text: [
        'Two programs can show a different RSI on the same chart without either being wrong. Wilder smooths: old changes fade but never vanish. A simpler method takes the plain average of the last five changes. In our example, after the 3-pip fall, those are −2, +3, −1, +1, −3. Average rise: 0.8, average fall: 1.2, so RSI = 40.0. With Wilder’s method it was 54.2 on the same candle: one method sees more falls, the other more rises.',
        'So “RSI over 14 candles” isn’t enough in a set of rules. Add the smoothing method and the candle where the calculation starts. The shorter the period, the more it matters: with a period of 2 and a plain average, two rises in a row are enough for an RSI of 100, and a coin does that one time in four.',
      ],
    },
    {
      type: 'list',
      title: 'What the levels 30 and 70 mean',
      items: [
        'Above 70: most of the recent movement was up. That’s a fact about the past.',
        'Below 30: most of it was down. That’s a fact about the past, too.',
        '“Overbought, so it will fall” is already a forecast, and often a wrong one: in a strong trend RSI can stay above 70 for a very long time.',
        '30 and 70 are a convention, not a law of nature. A different period needs different levels.',
      ],
    },
    {
      type: 'quote',
      text: 'An indicator describes the past. A forecast begins where you’ve checked what came next.',
    },
    {
      type: 'section',
      title: 'Two opposite strategies from the same parts',
      text: [
        'Mean reversion. The rule: if RSI over 14 candles is below 30 and the price is more than a set number of pips from its 20-candle SMA, forecast up for 5 minutes. The idea is simple: at short expiries moves partly reverse, because large orders are filled in pieces and liquidity providers push the price back.',
        'Trend following. The rule: if the price is above the SMA, the SMA is rising and RSI has just crossed 50 from below, forecast up. The idea is the opposite: whoever started the move will keep it going.',
        'Both sound sensible, and both can’t be right at once. Which one is better depends on the expiry, the hour and the pair, and only a test can tell. On recorded one-minute data our models mostly rely on reversals: at expiries of a few minutes the effect is weak but visible. On daily charts it’s a different picture.',
      ],
    },
    {
      type: 'section',
      title: 'When they get in each other’s way',
      text: [
        'Two indicators calculated from the same prices aren’t two witnesses. If RSI is low, the price is almost certainly below its average: it’s the same fact twice. Requiring that “both confirm” gives you fewer signals, not necessarily better ones.',
        'It’s easy to check. Work out the win rate of signals from RSI alone, from the SMA alone and from both together, on the same data, with the number of observations. If the third row’s interval is no different from the first, the second condition just keeps you out of the market more often. Sometimes that helps too: when the expected value is negative, fewer trades means smaller losses.',
        'It might look like this. RSI below 30 alone gave 400 trades and 226 wins: 56.5%, an interval from 51.6 to 61.3%. With the SMA condition 150 trades and 88 wins are left: 58.7%, an interval from 50.7 to 66.2%. The rate went up by two points while our knowledge shrank: the interval is wider, and the break-even of 54.95% is inside both. The second condition hasn’t proven anything yet. The numbers are made up for illustration.',
      ],
    },
    {
      type: 'section',
      title: 'Which period to choose',
      text: [
        'A short period reacts faster and is wrong more often; a long one is the other way round. For an expiry of a few minutes, an average over two hundred candles makes no sense: it describes the morning, not your trade. A sensible rule is to take a period close to the expiry or a few times longer, choose it once for a reason, and not change it because a week went badly. If a strategy works only with RSI over 13 candles, and not with 12 or 14, it doesn’t work.',
      ],
    },
    {
      type: 'list',
      title: 'Common mistakes',
      items: [
        'Calculating on a candle that hasn’t closed: RSI will change several times before it does.',
        'Picking the period that makes last week look best.',
        'Using 30 and 70 with a period of 2 or 5, where they trigger every few candles.',
        'Watching RSI during news: it will describe the move but won’t predict the next one.',
        'Forgetting break-even: at a payout of 82%, a signal that comes true 53% of the time loses money.',
      ],
    },
    {
      type: 'section',
      title: 'How we use them',
      text: [
        'RSI with two periods, bands around averages and other classic indicators, thirteen in all, vote in the “13% SQUAD” model. A share of votes isn’t a probability yet, so we turn it into a percentage using past results: how often the forecast came true at that share. The signal page shows how each one voted and what the vote was worth.',
        'The model’s card says honestly that voting indicators are weaker than models that learn from many factors. That’s also this article in one line: RSI and SMA are good descriptions and mediocre forecasts, and you have to measure every combination before you put money on it.',
      ],
    },
  ],
};
