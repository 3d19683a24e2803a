import type { WikiText } from './wiki-article.ts';

export const text: WikiText = {
  helmet: {
    pageTitle: 'Martingale in binary options: the maths',
    pageDescription:
      'What happens when you double the stake after a loss: the stakes, the chance of losing the whole chain, and why doubling fails at an 82% payout.',
    keywords: ['martingale', 'doubling the stake', 'losing streak', 'risk of ruin'],
  },
  blocks: [
    {
      type: 'section',
      title: 'An idea that sounds foolproof',
      text: [
        'After a loss, double your stake, and the first win brings everything back. Nobody loses forever, so the system can’t lose. The idea is over two hundred years old and appealing because it almost always works. “Almost” is the whole problem.',
        'The question isn’t whether a win will come. It will. The question is what comes first: the win or an empty account. To answer it, you only need two numbers: what a losing streak costs and how often one happens.',
      ],
    },
    {
      type: 'section',
      title: 'What a streak costs',
      text: [
        'Start with $10 and keep doubling. Your stakes are $10, $20, $40, $80, $160, $320. After six losses in a row you’ve lost $630. The seventh stake would be $640: to place it you’d need an account of $1270. All that for the original $8.20 win.',
        'With $200 in the account the chain breaks sooner: the first four stakes cost $150 together, and there’s no money left for the fifth, $160.',
      ],
      image: {
        src: 'six-stakes',
        alt: 'Stakes at six steps: 10, 20, 40, 80, 160 and 320 dollars; a 200-dollar account can’t cover the last two',
      },
    },
    {
      type: 'section',
      title: 'What nobody tells you about the payout',
      text: [
        'In a classic martingale a win equals the stake. In binary options it’s smaller, and that breaks the whole thing. At a payout of 82% a win at the first step gives you $8.20. At the second: $16.40 minus the $10 you’ve lost, or $6.40. At the third: $32.80 minus $30, just $2.80. At the fourth: $65.60 minus $70, a win that leaves you $4.40 down.',
        'It gets worse: a win at the fifth step leaves you at minus $18.80, at the sixth at minus $47.60. From the fourth step on, doubling doesn’t win back your losses even when you’re right.',
        'For every win to recover everything and add the same $8.20, you have to multiply the stake by about 2.22: $10, $22.20, $49.26, $109.34, $242.68, $538.63. Six losses then cost $972.10.',
      ],
    },
    {
      type: 'image',
      src: 'shrinking-gain',
      alt: 'Profit at each step of the chain: plus 8.20, plus 6.40, plus 2.80, then minus 4.40',
    },
    {
      type: 'list',
      title: 'How often it happens',
      items: [
        'With a 57% chance of winning, three losses in a row happen 8 times out of 100, four are one in 29, six are one in 158.',
        'With a coin toss, four losses in a row are one in 16, six are one in 64.',
        'Over 100 chains, the chance of hitting six losses in a row at least once is 47% at a probability of 57%, and 79% when tossing a coin.',
        'The market doesn’t remember streaks. After five losses, the sixth is as likely as it was at the start.',
      ],
    },
    {
      type: 'quote',
      text: 'A martingale doesn’t change the odds. It trades many small wins for one big loss.',
    },
    {
      type: 'section',
      title: 'Does it change the average result?',
      text: [
        'No, if you count per dollar staked. Each trade has its own expected value: the probability of winning times the payout, minus the probability of losing. If that’s negative, adding up negative numbers doesn’t turn positive because the stakes differ. With a coin toss, a six-step chain loses $5.40 on average: the same 9% of an average turnover of $60.',
        'If there’s an edge, a chain makes money on average, but only what the edge gives per dollar. At a probability of 57% a six-step chain brings $1.59 on average for an average turnover of $42.53: the same 3.74%. Only the pattern differs: frequent crumbs and a rare $630 hole. The same turnover in fixed stakes would give the same average with a much smaller hole.',
      ],
    },
    {
      type: 'section',
      title: 'How many chains it takes to pay for one hole',
      text: [
        'Look at it another way. With a coin toss, a chain that starts at $10, runs for up to six steps and ends in a win brings $4.51 on average. Paying for one $630 hole takes about 140 such chains, and there are 63 for each hole on average. At a probability of 57%, a winning chain brings $5.61; a hole takes about 112 of them, and there are 157 for each one. That margin comes from the edge of the forecasts, not from doubling, and only those who can survive the hole get to keep it.',
        'A lot depends on the payout. At 70% doubling already fails at the third step: a win leaves you at minus $2. At 92% it gives up at the fifth: minus $2.80. So you can’t just use a table of stakes you found online: it may have been made for another payout, and payouts can change mid-chain. A broker may also have a maximum stake, and the chain can hit it before your money runs out.',
        'A common mistake is to treat the whole chain as one trade with a brilliant win rate. “157 chains out of 158 win” sounds convincing until you see what the other one costs.',
      ],
    },
    {
      type: 'section',
      title: 'Why it seems to work',
      text: [
        'Because most days end well. At a probability of 57%, six losses in a row happen in one chain out of 158. At ten chains a day, it takes a little over two weeks on average for the hole to arrive. By then you’ve seen dozens of “proven” wins and raised your first stake.',
        'Then one streak takes everything you’ve built up, and as much again. Memory does the rest: we remember a hundred small wins as a system and one big loss as bad luck.',
      ],
    },
    {
      type: 'section',
      title: 'Why we still offer “Chase the outcome”',
      text: [
        'Because traders do it anyway, mostly blindly. So we allow one thing, within limits: after a loss, a 2-minute signal on the same pair, at most two in a chain. The direction can change if the model sees something different. You see the numbers before the button: the stakes your account would need, the chance of losing the whole chain, and the loss you lock in if you stop now.',
        'A $10, $20, $40 chain costs at most $70. With a 57% probability at each step, it loses everything in about 8 cases out of 100 and otherwise brings $8.20, $6.40 or $2.80. Those are the honest numbers, and they don’t say “do it”.',
      ],
    },
    {
      type: 'list',
      title: 'What to do instead',
      items: [
        'Keep your stake fixed, up to 2% of the account: a losing streak then costs exactly as many stakes as it has trades.',
        'After three losses in a row, stop until tomorrow. The market will still be there.',
        'Judge a hundred trades, not a day, and compare your win rate with break-even.',
        'If you do chase, decide in advance the amount at which the chain ends, and stick to it.',
      ],
    },
    {
      type: 'section',
      title: 'What if you lower the stake instead?',
      text: [
        'There’s a mirror image: raise the stake after a win and lower it after a loss. This anti-martingale doesn’t change the average result per dollar staked either, but it spreads it differently: long, small losses and a rare big win. It has one advantage: it can’t empty your account in a single streak, because the stake keeps shrinking. Staking two percent of your current balance does much the same, only more calmly: after losses the stake shrinks a little, after gains it grows a little.',
      ],
    },
    {
      type: 'section',
      title: 'In short',
      text: [
        'A martingale spreads the same edge, or the lack of one, differently: often a little up, now and then sharply down. With payouts below one hundred percent, plain doubling stops covering your losses from the fourth step on. If your forecasts have no edge, doubling won’t create one. If they do, it will show without doubling, and with less risk of losing everything in one evening.',
      ],
    },
  ],
};
