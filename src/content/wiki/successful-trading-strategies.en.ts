import type { WikiText } from './wiki-article.ts';

export const text: WikiText = {
  helmet: {
    pageTitle: 'Trading strategies: how to test them',
    pageDescription:
      'What makes rules a strategy, how to test them on past data without fooling yourself, and how many trades it takes to prove anything.',
    keywords: ['trading strategy', 'backtesting', 'overfitting', 'sample size', 'confidence interval'],
  },
  blocks: [
    {
      type: 'section',
      title: 'What deserves the name of a strategy',
      text: [
        'The advice “buy the bounce in an uptrend” is not a strategy. Two people will apply it differently, and both will be right. A strategy is a set of rules by which two strangers, given the same data, arrive at the same list of trades: pair, moment, direction, expiry, stake.',
        'The good thing about such a record is not precision but that it can be refuted. Rules that cannot be wrong claim nothing. Rules that can be wrong give you the chance to find out on paper rather than on your account.',
        'A good first attempt fits into three sentences. For example: “EUR/USD, 9:00 to 18:00 Kyiv time. If the last three one-minute bars fell and together moved more than 4 pips, I forecast up for 5 minutes. No more than one trade in 15 minutes.” These rules may be bad, but they can be tested already.',
      ],
    },
    {
      type: 'list',
      title: 'What the record must contain',
      items: [
        'The pairs and hours in which the rules apply, and those in which they do not: news, nights, weekends.',
        'The condition for entering, in numbers rather than words such as “strong” or “clear”.',
        'The expiry of a trade, and the price by which it is judged.',
        'The size of the stake, and the limits of a day.',
        'What counts as defeat of the rules: after how many trades, and at which win rate, you give them up.',
      ],
    },
    {
      type: 'section',
      title: 'Why the past is so obliging',
      text: [
        'Take twenty strategies that each toss a coin, and give each a hundred trades. The chance that at least one of them collects 60 wins is 44%. Show only that one, and you have a “system with 60% accuracy”. It will meet the next hundred trades with the same coin.',
        'Choosing parameters works the same way. Ten periods of an average, five levels and four expiries make two hundred strategies. The best of two hundred nearly always looks splendid on past data, and hardly ever stays so. This is called overfitting: the rules have learned the accidents of that stretch rather than what repeats.',
      ],
      image: { src: 'lucky-strategy', alt: 'Twenty lines wandering about zero; one has happened to climb highest' },
    },
    {
      type: 'quote',
      text: 'The best of two hundred strategies says more about the number two hundred than about the market.',
    },
    {
      type: 'section',
      title: 'How to test honestly',
      text: [
        'Split the history into three parts by time. On the first you invent rules and fit numbers. On the second you choose between a few versions. The third you open once, at the very end, and you write down what came out, whatever it is. If you change the rules after that, the third part is spent: you need a new one.',
        'Never mix up time. A rule that “forecasts” Tuesday while knowing Wednesday is flawless on paper and empty in life. Typical mistakes are computing an indicator on a bar that has not closed yet, or assuming an entry price that was already gone at that moment.',
        'Add the costs. For a binary option the cost is the payout: compare the win rate not with 50% but with 1 / (1 + payout). At a payout of 82% that is 54.95%. Rules that win 53% of the time foresee the market better than a coin does, and lose money slowly.',
        'This is how we test our own models: training, choosing and judging use three different stretches of time, and each model’s card says on which stretch each figure was measured and where the model fell short of its goal.',
      ],
    },
    {
      type: 'section',
      title: 'How many trades it takes',
      text: [
        'More than one would like. 60 wins out of 100 look convincing, but the 95 percent interval of the true rate runs from 50.2 to 69.1%: break-even lies inside it, so nothing is proven. With 570 wins out of 1000 the interval narrows to 53.9–60.0%, and break-even is still inside.',
        'To tell a true 57% from a break-even of 54.95% you need more than two thousand trades. With 5700 wins out of 10,000 the interval is 56.0–58.0%, and only here can one speak of an edge with a calm mind. So a month of trading by hand rarely proves anything, while a test on years of recorded data can.',
      ],
    },
    {
      type: 'section',
      title: 'When to stop counting',
      text: [
        'There is a mistake that even careful people make: looking at the result every few dozen trades and stopping as soon as the number pleases. Take a coin and look at it after every 50 trades, up to 500. The chance of seeing a win rate above 54.95% at least once is about 34%. Looking once, at the end, it is about 1%. The coin is the same; only who picks the moment differs. So the number of trades after which you judge is written down beforehand too.',
        'The verdict depends on the payout as well. Say the rules gave 290 wins out of 500, which is 58%, with an interval from 53.6 to 62.2%. At a payout of 82% the break-even of 54.95% lies inside, and the question is open. At 92% you need 52.08%, which is below the whole interval. At 70% you need 58.82%, and the same rules are more likely to lose than to earn. A win rate without a payout is only half of the answer.',
        'And mind a limit of the calculation itself: the interval assumes that trades are independent. Five trades of the same hour on related pairs are closer to one trade than to five, so the true interval is wider than the one you work out.',
      ],
    },
    {
      type: 'section',
      title: 'Why strategies age',
      text: [
        'The market consists of people and machines that look for regularities too. If there is one and it has been noticed, it is used until it is gone. Besides, the market itself changes: volatility, busy hours, the broker’s terms.',
        'So the test never ends. Compare live results with what history promised, and agree with yourself in advance at which difference you will stop. With us the public record does this: every forecast is written down before its result, and a model whose live figures leave the bounds of its card is marked.',
      ],
    },
    {
      type: 'list',
      title: 'Signs of a strategy not to believe',
      items: [
        'A win rate without the number of trades and without a period.',
        'Screenshots of wins instead of the full list.',
        'A result that cannot be repeated because the rules are “a matter of feel”.',
        'A profit curve without a single drawdown.',
        'The words “always works”, and a request to hurry.',
      ],
    },
    {
      type: 'section',
      title: 'An example from start to finish',
      text: [
        'Take the rules about three falls in a row, written down above. On the first third of the history you count 1800 trades with 1026 wins: 57%. It sounds good, but these are the very data on which you chose four pips rather than three or five. On the second third the same rules give 54.1% over 1750 trades. That is already below break-even at a payout of 82%.',
        'The temptation is plain: change four pips to six and test again. But then the second third becomes part of the training, and only the last can be trusted. An honest note reads: “the rules failed the second test, dropped”. Such a conclusion is no disappointment but the usual ending: most ideas fail, and it is good that they fail on paper.',
        'The numbers in this example are invented for illustration. Yours will differ; the order of steps stays.',
      ],
    },
    {
      type: 'section',
      title: 'Where to begin',
      text: [
        'Write one strategy down in three sentences. Test it on the past without touching the last third. Work out the win rate, the interval and the longest losing streak. If the lower end of the interval is above break-even, open the last third. If it holds there too, you have more than almost anybody who sells “systems”. If it does not, you have just saved your money, and that is a good result as well.',
      ],
    },
  ],
};
