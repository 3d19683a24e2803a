import type { WikiText } from './wiki-article.ts';

export const text: WikiText = {
  helmet: {
    pageTitle: 'Martingale in binary options: the arithmetic',
    pageDescription:
      'What happens when you double the stake after a loss: the stakes, the chance of losing the chain, and why at an 82% payout doubling does not recover.',
    keywords: ['martingale', 'doubling the stake', 'losing streak', 'risk of ruin'],
  },
  blocks: [
    {
      type: 'section',
      title: 'An idea that sounds flawless',
      text: [
        'After a loss, double the stake, and the first win brings everything back. Nobody can lose forever, so the system cannot lose. The thought is more than two hundred years old, and its charm is that it nearly always works. Nearly is the whole problem.',
        'The question is not whether a win will come. It will. The question is what comes first: the win or an empty account. To answer it you need to count two things: what a losing streak costs, and how often one happens.',
      ],
    },
    {
      type: 'section',
      title: 'What a streak costs',
      text: [
        'Begin with $10 and keep doubling. The stakes are $10, $20, $40, $80, $160, $320. After six losses in a row $630 is gone. The seventh stake would be $640: to place it you need an account of $1270. All this for the sake of the original win of $8.20.',
        'With $200 on the account the chain breaks sooner: the first four stakes cost $150 together, and there is no money left for the fifth, $160.',
      ],
      image: {
        src: 'six-stakes',
        alt: 'Stakes at six steps: 10, 20, 40, 80, 160 and 320 dollars; an account of 200 dollars cannot bear the last two',
      },
    },
    {
      type: 'section',
      title: 'What is not said about the payout',
      text: [
        'In the classical martingale a win equals the stake. In binary options it is smaller, and that breaks the construction. At a payout of 82% a win at the first step gives $8.20. At the second: $16.40 less the $10 already lost, which is $6.40. At the third: $32.80 less $30, only $2.80. At the fourth: $65.60 less $70, a win that leaves you $4.40 down.',
        'It gets worse: a win at the fifth step leaves minus $18.80, at the sixth minus $47.60. From the fourth step on, doubling does not bring back what was lost even when you are right.',
        'For every win to recover everything and add the same $8.20, the stake has to be multiplied by about 2.22: $10, $22.20, $49.26, $109.34, $242.68, $538.63. Six losses then cost $972.10.',
      ],
      image: {
        src: 'shrinking-gain',
        alt: 'The gain at each step of the chain: plus 8.20, plus 6.40, plus 2.80, then minus 4.40',
      },
    },
    {
      type: 'list',
      title: 'How often it happens',
      items: [
        'With a 57% probability of winning, three losses in a row are 8 streaks out of 100, four are one in 29, six are one in 158.',
        'Tossing a coin, four losses are one streak in 16, six are one in 64.',
        'Over 100 chains, the chance of meeting six losses in a row at least once is 47% at a probability of 57%, and 79% when tossing a coin.',
        'The market does not remember streaks. After five losses the probability of a sixth is what it was at the start.',
      ],
    },
    {
      type: 'quote',
      text: 'A martingale does not change the probability. It trades many small wins for one large loss.',
    },
    {
      type: 'section',
      title: 'Does it change the average result?',
      text: [
        'No, if you count per dollar staked. Each trade has an expected value of its own: the probability of winning times the payout, less the probability of losing. If that is negative, a sum of negative numbers does not turn positive because the stakes differ. Tossing a coin, a chain of six steps loses $5.40 on average: the same 9% of an average turnover of $60.',
        'If there is an edge, a chain earns on average, but again exactly what the edge gives per dollar. At a probability of 57% a chain of six steps brings $1.59 on average for an average turnover of $42.53: the same 3.74%. Only the distribution differs: frequent crumbs, and a rare hole of $630. The same turnover in constant stakes would give the same average with a far shallower hole.',
      ],
    },
    {
      type: 'section',
      title: 'How many chains pay for one hole',
      text: [
        'Count it another way. Tossing a coin, a chain from $10 of up to six steps that ended in a win brings $4.51 on average. To pay for one hole of $630 it takes about 140 such chains, and there are 63 of them to each hole on average. At a probability of 57% a won chain brings $5.61; a hole takes about 112 of them, and there are 157 to each. The margin comes from the edge of the forecasts, not from doubling, and only those who can bear the hole get it.',
        'Much depends on the payout. At 70% doubling fails to cover the loss at the third step already: a win leaves minus $2. At 92% it gives up at the fifth: minus $2.80. So a table of stakes found on the web cannot be used as it is: it may have been worked out for another payout, and the payout may change in the middle of a chain. A broker may also have a largest stake, and the chain may break on it before the money runs out.',
        'A common mistake is to regard the whole chain as one trade with a splendid win rate. “157 chains out of 158 win” sounds convincing until the price of that one stands beside it.',
      ],
    },
    {
      type: 'section',
      title: 'Why it seems to work',
      text: [
        'Because most days end well. At a probability of 57% a streak of six losses happens in one chain out of 158. At ten chains a day it takes a little over two weeks on average until the hole arrives. In that time a person sees dozens of “proven” wins and raises the first stake.',
        'Then one streak takes all that was gathered, and as much again. Memory does the rest: we remember a hundred small wins as a system, and one large loss as bad luck.',
      ],
    },
    {
      type: 'section',
      title: 'Why we have “Chase the outcome” all the same',
      text: [
        'Because traders do it without us, mostly blindly. So we allow one thing, within limits: after a loss, a 2-minute signal on the same pair, at most two in a chain. The direction may change if the model sees something else. The numbers stand before the button: which stakes your account would need, the chance of losing the whole chain, and the certain loss if you stop now.',
        'A chain of $10, $20, $40 costs $70 at most. With a probability of 57% at each step it loses everything in about 8 cases out of 100, and otherwise brings $8.20, $6.40 or $2.80. These are honest numbers, and they do not say “do it”.',
      ],
    },
    {
      type: 'list',
      title: 'What to do instead',
      items: [
        'Keep the stake constant, up to 2% of the account: a losing streak then costs exactly as many stakes as it has trades.',
        'After three losses in a row stop until tomorrow. The market will still be there.',
        'Judge a hundred trades, not a day, and compare the win rate with break-even.',
        'If you chase all the same, name beforehand the amount at which the chain ends, and do not step over it.',
      ],
    },
    {
      type: 'section',
      title: 'And if the stake shrinks instead',
      text: [
        'There is a mirror image: raise the stake after a win and lower it after a loss. This anti-martingale does not change the average result per dollar staked either, but spreads it differently: long small losses and a rare large win. It has one advantage: it cannot empty an account in a single streak, because the stake keeps getting smaller in it. Two percent of the current balance does much the same, only more calmly: after losses the stake shrinks a little by itself, after gains it grows a little.',
      ],
    },
    {
      type: 'section',
      title: 'In short',
      text: [
        'A martingale spreads the same edge, or the lack of one, in a different way: often a little up, now and then sharply down. With payouts below one hundred percent plain doubling stops covering the loss from the fourth step on. If forecasts have no edge, doubling will not create one. If they have, it will show without doubling, and with less risk of losing everything in one evening.',
      ],
    },
  ],
};
