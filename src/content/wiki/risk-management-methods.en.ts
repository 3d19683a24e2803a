import type { WikiText } from './wiki-article.ts';

export const text: WikiText = {
  helmet: {
    pageTitle: 'Managing risk: how much to stake',
    pageDescription:
      'How to choose a stake, why the 2% rule saves your account in a long losing streak, and when to stop. With worked numbers.',
    keywords: ['risk management', 'stake size', '2% rule', 'drawdown', 'Kelly criterion'],
  },
  blocks: [
    {
      type: 'section',
      title: 'Risk is a number, not a feeling',
      text: [
        'Most accounts don’t die of bad forecasts; they die of stakes that were too big. You can be right 57 times out of 100 and still run out of money if you stake a quarter of your account each time. And you can be wrong more often than you’d like and still have time to notice, if you stake two percent.',
        'You don’t choose your chance of winning: the market and the model do. The broker sets the payout. The only things fully in your hands are how much to stake, how many times a day and when to stop. So managing risk starts with these three numbers.',
      ],
    },
    {
      type: 'section',
      title: 'The two percent rule',
      text: [
        'One stake is at most 2% of your account. With $200 that’s $4. Ten losses in a row at that size, each counted from what’s left, take 18.3% of your money: unpleasant, but you can recover. The same streak at 5% costs 40.1%, and at 10% it costs 65.1%.',
        'Ten losses in a row are rare, but shorter streaks are ordinary. With a 55% chance of winning, the chance of at least one run of five losses in a hundred trades is about 65%, and of six, about 36%. In other words, a bad week isn’t an exception. It’s part of the plan.',
        'If the broker’s minimum stake is more than 2% of your account, you’ve broken the rule before the first trade. With $10 in the account and a $1 minimum stake, you risk a tenth every time. Nobody forbids it, but then be honest and call those ten dollars tuition.',
      ],
    },
    {
      type: 'section',
      title: 'Why losing costs more than you think',
      text: [
        'Losses and gains aren’t symmetrical. After losing 20% you need to gain 25% to get back. After losing half, 100%. After losing 80%, 400%. The deeper the hole, the steeper the climb, and people in a hole tend to raise their stakes exactly when they should lower them.',
        'So set your drawdown limit in advance. For example: if the account falls 20% from its highest point, you stop trading for a week and go through your notes. Not because the market will be kinder in a week, but because in a week you’ll be able to count again.',
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
        'Down 10%: you need to gain 11.1%.',
        'Down 20%: you need to gain 25%.',
        'Down 50%: you need to gain 100%.',
        'Down 80%: you need to gain 400%.',
      ],
    },
    {
      type: 'section',
      title: 'So what’s the best stake?',
      text: [
        'There’s a formula for the share of your account that makes it grow fastest: the Kelly criterion. For a binary option it’s short: (payout × p − (1 − p)) / payout, where p is the probability of winning. With a payout of 82% and p = 57% it gives 4.56%. With p = 55% it gives only 0.12%, next to nothing. Below 54.95% the answer is negative: the best stake is no stake.',
        'In practice, full Kelly is bad advice. It assumes you know p exactly. You’re only estimating it, and an error of two points turns the best stake into one that’s too big. And the ride under full Kelly is rough: losing half your account along the way is quite normal. So sensible people take a half or a quarter of it: for 57% that’s between 1.1 and 2.3%. The two percent rule lands right there.',
      ],
    },
    { type: 'quote', text: 'Keep your stake small enough that losing it doesn’t change your next decision.' },
    {
      type: 'section',
      title: 'Daily limits',
      text: [
        'Besides your stake size, you need two limits a day. The first is how many losses in a row make you stop; three is a reasonable number. The second is how much you’re willing to lose in a day, say 6% of the account, which is three stakes of 2%. Write both down before you start.',
        'These limits don’t improve your odds: the market doesn’t remember your losses, and the fourth trade is no worse than the third. They protect you from something else: from yourself after the third loss. Someone who has just lost weighs risk differently, rushes more and wants to win it back. A pause is cheaper than any trade made in that state.',
        'A limit at the top matters just as much. If you’ve followed your plan and you’re ahead, there’s no reason to keep trading just because the day went well.',
      ],
    },
    {
      type: 'section',
      title: 'A bad day with $500',
      text: [
        'A 2% stake is $10. Three losses in a row, each counted from what’s left, leave $470.60, and the next stake is $9.41. That ends the day: you’ve lost a little under 6%. To win back three $10 stakes at a payout of 82% you need four wins: three bring $24.60 and leave you $5.40 down. So a day of three wins and three losses isn’t a tie; it’s a loss.',
        'The number of trades is risk too. If your forecasts are no better than a coin toss, every dollar staked at a payout of 82% costs nine cents on average. Ten trades of $10 take $9 on average and fifty take $45, nine percent of the account, even though each stake follows the rule. The two percent rule limits one trade, not their total.',
        'The rule also has a lower limit. If the broker accepts stakes from $1, a $50 account is the smallest one where you can follow the rule, and only until the first loss: after that it asks for $0.98.',
      ],
    },
    {
      type: 'list',
      title: 'Before you start the day',
      items: [
        'How much is in the account now, not yesterday, and what’s two percent of it?',
        'What loss ends the day, and where have you written it down?',
        'What’s the most trades you’ll make?',
        'Is there a reason not to trade today: tiredness, hurry, yesterday’s loss?',
      ],
    },
    {
      type: 'section',
      title: 'One account, one decision',
      text: [
        'All these rules start from money you’ve set aside for trading. If you top up from elsewhere after a bad day, the two percent rule is gone: your real account is bigger, and your limit further away, than you told yourself. So deposits need a limit too: say, once a month at most, and only an amount you can lose without it changing anything. And take some profit out from time to time: you can’t lose money in a hurry if it isn’t in the account.',
      ],
    },
    {
      type: 'list',
      title: 'What not to do',
      items: [
        'Don’t double your stake after a loss: your odds stay the same, but the risk of losing everything grows.',
        'Don’t raise your stake because you feel sure: a calibrated forecast already includes that confidence.',
        'Don’t open several trades on related pairs: EUR/USD and GBP/USD often move together, so it’s almost one double stake.',
        'Don’t count a bonus as your own money: its turnover terms often make you stake it dozens of times.',
        'Don’t trade with money you need for rent, food or debts.',
      ],
    },
    {
      type: 'section',
      title: 'Write it down, then check',
      text: [
        'Keep a journal: time, pair, direction, expiry, stake, stated win chance, result. Once a week work out three numbers: your win rate, the average payout and the deepest drawdown. Compare your win rate with the break-even point, 1 / (1 + payout), and don’t forget the interval: 57 wins out of 100 mean the true rate is somewhere between 47 and 66%. That’s not enough to claim anything.',
        'If your win rate is still below break-even after several hundred trades, a smaller stake won’t save you: it only slows the loss. Then it’s time to stop. That’s risk management too, and the cheapest kind.',
        'You can run these numbers for your own account on the “Stake size” page: it shows what each stake means at your measured win rate, and how likely the account is to fall below the minimum.',
      ],
    },
  ],
};
