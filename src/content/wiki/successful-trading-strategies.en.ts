import type { WikiText } from './wiki-article.ts';

export const text: WikiText = {
  helmet: {
    pageTitle: 'Trading strategies: how to test them',
    pageDescription:
      'What turns rules into a strategy, how to test them on past data without fooling yourself, and how many trades it takes to prove anything.',
    keywords: ['trading strategy', 'backtesting', 'overfitting', 'sample size', 'confidence interval'],
  },
  blocks: [
    {
      type: 'section',
      title: 'What counts as a strategy',
      text: [
        '“Buy the bounce in an uptrend” isn’t a strategy. Two people will apply it differently, and both will be right. A strategy is a set of rules that leads two strangers with the same data to the same list of trades: pair, time, direction, expiry, stake.',
        'The point of writing it down isn’t precision; it’s that it can be proven wrong. Rules that can’t be wrong claim nothing. Rules that can be wrong let you find out on paper instead of in your account.',
        'A good first attempt fits in three sentences. For example: “EUR/USD, 9:00 to 18:00 Kyiv time. If the last three one-minute candles fell and together moved more than 4 pips, I forecast up for 5 minutes. No more than one trade in 15 minutes.” These rules may be bad, but you can already test them.',
      ],
    },
    {
      type: 'list',
      title: 'What to write down',
      items: [
        'The pairs and hours when the rules apply, and when they don’t: news, nights, weekends.',
        'The entry condition in numbers, not words like “strong” or “clear”.',
        'The expiry and the price that decides the trade.',
        'Your stake size and daily limits.',
        'What would prove the rules wrong: after how many trades, and at what win rate, you drop them.',
      ],
    },
    {
      type: 'section',
      title: 'Why the past is so agreeable',
      text: [
        'Take twenty strategies that each toss a coin and give each one a hundred trades. The chance that at least one of them gets 60 wins is 44%. Show only that one, and you have a “system with 60% accuracy”. It will face the next hundred trades with the same coin.',
        'Tuning parameters works the same way. Ten periods of an average, five levels and four expiries make two hundred strategies. The best of two hundred almost always looks brilliant on past data and almost never stays that way. It’s called overfitting: the rules have learned the accidents of that period instead of what repeats.',
      ],
      image: { src: 'lucky-strategy', alt: 'Twenty lines wandering around zero; one happens to climb the highest' },
    },
    {
      type: 'quote',
      text: 'The best of two hundred strategies says more about the number two hundred than about the market.',
    },
    {
      type: 'section',
      title: 'How to test honestly',
      text: [
        'Split the history into three parts by time. On the first you invent rules and tune numbers. On the second you choose between a few versions. You open the third once, at the very end, and write down whatever comes out. If you change the rules after that, the third part is used up: you need a new one.',
        'Never mix up time. A rule that “forecasts” Tuesday while knowing Wednesday is perfect on paper and useless in life. Typical mistakes are calculating an indicator on a candle that hasn’t closed yet, or assuming an entry price that was already gone.',
        'Add the costs. For a binary option the cost is the payout: compare your win rate with 1 / (1 + payout), not with 50%. At a payout of 82% that is 54.95%. Rules that win 53% of the time predict the market better than a coin and slowly lose money.',
        'That’s how we test our own models: training, selection and evaluation use three different periods, and each model’s card says which period each figure comes from and where the model fell short of its goal.',
      ],
    },
    {
      type: 'section',
      title: 'How many trades you need',
      text: [
        'More than you’d like. 60 wins out of 100 look convincing, but the 95% interval for the true rate runs from 50.2 to 69.1%: break-even is inside it, so nothing is proven. With 570 wins out of 1000 the interval narrows to 53.9–60.0%, and break-even is still inside.',
        'To tell a true 57% from a break-even of 54.95% you need more than two thousand trades. With 5700 wins out of 10,000 the interval is 56.0–58.0%, and only then can you calmly talk about an edge. So a month of manual trading rarely proves anything, while a test on years of recorded data can.',
      ],
    },
    {
      type: 'section',
      title: 'When to stop counting',
      text: [
        'Even careful people make this mistake: they check the result every few dozen trades and stop as soon as they like the number. Take a coin and check it after every 50 trades, up to 500. The chance of seeing a win rate above 54.95% at least once is about 34%. Checking once, at the end, it is about 1%. The coin is the same; the only difference is who picks the moment. So write down in advance how many trades you’ll judge by, too.',
        'The verdict also depends on the payout. Say your rules gave 290 wins out of 500, which is 58%, with an interval from 53.6 to 62.2%. At a payout of 82% the break-even of 54.95% is inside, and the question is open. At 92% you need 52.08%, which is below the whole interval. At 70% you need 58.82%, and the same rules are more likely to lose money than make it. A win rate without a payout is only half the answer.',
        'And remember a limit of the calculation itself: the interval assumes that trades are independent. Five trades in the same hour on related pairs are closer to one trade than to five, so the true interval is wider than the one you work out.',
      ],
    },
    {
      type: 'section',
      title: 'Why strategies age',
      text: [
        'The market is made of people and machines that look for patterns too. Once a pattern is noticed, it’s used until it’s gone. And the market itself changes: volatility, busy hours, the broker’s terms.',
        'So testing never ends. Compare live results with what history promised, and decide in advance what gap will make you stop. For us the public record does this: every forecast is recorded before its result, and we flag any model whose live figures drift from its card.',
      ],
    },
    {
      type: 'list',
      title: 'Signs of a strategy you shouldn’t trust',
      items: [
        'A win rate without a number of trades or a period.',
        'Screenshots of wins instead of the full list.',
        'A result nobody can repeat because the rules are “a matter of feel”.',
        'A profit curve without a single drawdown.',
        'The words “always works” and pressure to hurry.',
      ],
    },
    {
      type: 'section',
      title: 'An example from start to finish',
      text: [
        'Take the rules above about three falls in a row. On the first third of the history you get 1800 trades with 1026 wins: 57%. It sounds good, but that’s the data you used to choose four pips instead of three or five. On the second third the same rules give 54.1% over 1750 trades. That’s already below break-even at a payout of 82%.',
        'The temptation is obvious: change four pips to six and test again. But then the second third becomes part of the training, and you can trust only the last one. An honest note reads: “the rules failed the second test, dropped”. That’s not a disappointment; it’s how most ideas end, and it’s good that they end on paper.',
        'The numbers in this example are made up for illustration. Yours will differ; the steps stay the same.',
      ],
    },
    {
      type: 'section',
      title: 'Where to start',
      text: [
        'Write down one strategy in three sentences. Test it on the past without touching the last third. Work out the win rate, the interval and the longest losing streak. If the lower end of the interval is above break-even, open the last third. If it holds there too, you have more than almost anyone who sells “systems”. If it doesn’t, you’ve just saved your money, and that’s a good result as well.',
      ],
    },
  ],
};
