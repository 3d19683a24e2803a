import type { WikiText } from './wiki-article.ts';

export const text: WikiText = {
  helmet: {
    pageTitle: 'Managing risk: how much to stake',
    pageDescription:
      'How to choose a stake, why the two percent rule saves an account in a long losing streak, and when to stop. With the arithmetic.',
    keywords: ['risk management', 'stake size', '2% rule', 'drawdown', 'Kelly criterion'],
  },
  blocks: [
    {
      type: 'section',
      title: 'Risk is a size, not a feeling',
      text: [
        'Most accounts do not die of bad forecasts; they die of stakes that were too large. You can be right 57 times out of 100 and still run out of money if you stake a quarter of the account each time. And you can be wrong more often than you would like and still have time to notice, if you stake two percent.',
        'You do not choose the probability of winning: the market and the model decide it. The broker decides the payout. The only things fully in your hands are how much to stake, how many times a day, and when to stop. So managing risk begins with these three numbers.',
      ],
    },
    {
      type: 'section',
      title: 'The two percent rule',
      text: [
        'One stake is at most 2% of the account. With $200 that is $4. Ten losses in a row at that size, each counted from what is left, take 18.3% of the money: unpleasant, but mendable. The same streak at 5% costs 40.1%, and at 10% it costs 65.1%.',
        'Ten losses in a row are rare, but shorter streaks are ordinary. With a 55% probability of winning, the chance of meeting at least one run of five losses within a hundred trades is about 65%, and of six about 36%. A bad week, in other words, is not an exception. It is part of the plan.',
        'If the broker’s minimum stake is more than 2% of your account, the rule is broken before the first trade. With $10 on the account and a minimum stake of $1 you risk a tenth each time. Nobody forbids it, but then it is fair to regard those ten dollars as a tuition fee.',
      ],
    },
    {
      type: 'section',
      title: 'Why losing costs more than it seems',
      text: [
        'Losses and gains are not symmetrical. After losing 20% you need a gain of 25% to be back. After losing half, 100%. After losing 80%, 400%. The deeper the hole, the steeper the way out, and people in a hole tend to raise their stakes just when they ought to lower them.',
        'So the limit of a drawdown is set in advance. For example: if the account has fallen 20% from its highest point, you stop trading for a week and go through your notes. Not because the market will be kinder in a week, but because in a week you will be able to count again.',
      ],
      image: {
        src: 'way-back',
        alt: 'Bars: after losing 20 percent you need 25, after 50 a hundred, after 80 four hundred',
      },
    },
    {
      type: 'list',
      title: 'The loss and the way back',
      items: [
        'Down 10%: you need 11.1% up.',
        'Down 20%: you need 25% up.',
        'Down 50%: you need 100% up.',
        'Down 80%: you need 400% up.',
      ],
    },
    {
      type: 'section',
      title: 'And how much would be best?',
      text: [
        'There is a formula for the fraction of an account at which it grows fastest: the Kelly criterion. For a binary option it is short: (payout × p − (1 − p)) / payout, where p is the probability of winning. With a payout of 82% and p = 57% it gives 4.56%. With p = 55% it gives only 0.12%, next to nothing. Below 54.95% the answer is negative: the best stake is none.',
        'In practice full Kelly is a poor adviser. It assumes that you know p exactly. You only estimate it, and an error of two points turns the best stake into one that is too large. Besides, the road under full Kelly is rough: losing half of the account along the way is quite usual. So sensible people take a half or a quarter of it: for 57% that is between 1.1 and 2.3%. The two percent rule lands right there.',
      ],
    },
    { type: 'quote', text: 'A stake should be small enough that losing it does not change your next decision.' },
    {
      type: 'section',
      title: 'Limits for the day',
      text: [
        'Besides the size of a stake you need two limits a day. The first is the number of losses in a row after which you stop; three is a reasonable one. The second is the amount you are ready to lose in a day, say 6% of the account, which is three stakes of 2%. Both are written down before you begin.',
        'These limits do not improve the odds: the market does not remember your losses, and the fourth trade is no worse than the third. They protect you from something else: from yourself after the third loss. Somebody who has just lost weighs risk differently, acts in haste more often, and wants to win it back. A pause is cheaper than any trade made in that state.',
        'A limit at the top matters as much. If the plan is done and you are ahead, there is no reason to trade on only because the day went well.',
      ],
    },
    {
      type: 'section',
      title: 'A bad day with $500',
      text: [
        'A stake of 2% is $10. Three losses in a row, each counted from what is left, leave $470.60, and the next stake is $9.41. That ends the day: a little less than 6% is gone. To win back three stakes of $10 at a payout of 82% takes four wins: three bring $24.60 and leave you $5.40 down. So a day of three wins and three losses is not a draw but a loss.',
        'The number of trades is a size of risk too. If the forecasts are no better than a coin, every dollar staked at a payout of 82% costs nine cents on average. Ten trades of $10 take $9 on average and fifty take $45, nine percent of the account, although each stake obeys the rule. The two percent rule limits one trade, not their sum.',
        'It has a limit at the lower end as well. If the broker takes stakes from $1, an account of $50 is the smallest on which the rule can be kept, and only until the first loss: after it the rule asks for $0.98.',
      ],
    },
    {
      type: 'list',
      title: 'Before the day begins',
      items: [
        'How much is on the account now, not yesterday, and what are two percent of it?',
        'Which loss ends the day, and where is it written down?',
        'How many trades will you make at most?',
        'Is there a reason not to trade today: tiredness, haste, yesterday’s loss?',
      ],
    },
    {
      type: 'section',
      title: 'One account, one decision',
      text: [
        'All these rules count from money set aside for trading. If after a bad day you add from elsewhere, the two percent rule is gone: the real account turns out larger, and the limit further away, than you told yourself. So deposits need a limit too: say, once a month at most, and only a sum whose loss changes nothing. And take profit out from time to time: money that is not on the account cannot be lost in haste.',
      ],
    },
    {
      type: 'list',
      title: 'What not to do',
      items: [
        'Do not double the stake after a loss: the probability stays the same, the risk of losing everything does not.',
        'Do not raise the stake because you feel sure: if the forecast is calibrated, the sureness is in it already.',
        'Do not open several trades on related pairs: EUR/USD and GBP/USD often move together, which makes it nearly one double stake.',
        'Do not count a bonus as your own money: its turnover conditions often make you stake it dozens of times.',
        'Do not trade with money needed for rent, food or debts.',
      ],
    },
    {
      type: 'section',
      title: 'Write it down, then check',
      text: [
        'Keep a journal: time, pair, direction, expiry, stake, stated probability, result. Once a week work out three numbers: the win rate, the average payout, and the deepest drawdown. Compare the rate with the break-even point 1 / (1 + payout), and do not forget the interval: 57 wins out of 100 mean that the true rate lies somewhere between 47 and 66%. That is too little to claim anything.',
        'If after several hundred trades the rate is still below break-even, a smaller stake will not save you: it only slows the loss. Then it is time to stop. That is risk management too, and the cheapest kind.',
        'You can work this out for your own account on the “Stake size” page: it shows what each stake means at a measured win rate, and how likely the account is to fall below the minimum.',
      ],
    },
  ],
};
