import type { WikiText } from './wiki-article.ts';

export const text: WikiText = {
  helmet: {
    pageTitle: 'Binary options: how they really work',
    pageDescription:
      'How a binary option is built, how often you must be right to break even, and why regulators restricted it. With the arithmetic.',
    keywords: ['binary options', 'break-even', 'payout', 'expiry', 'risk'],
  },
  blocks: [
    {
      type: 'section',
      title: 'One question, two answers',
      text: [
        'A binary option is a bet on one question: will the price be higher or lower in a few minutes than it is now? You choose a pair, say EUR/USD, a direction, an amount and an expiry. When time is up there are only three endings. You were right: you get the stake back plus a fixed extra. You were wrong: you lose the whole stake. The price did not change: the stake is usually returned.',
        'How far the price went does not matter. A move of a tenth of a pip and a move of a hundred pips pay the same. That is the difference from buying the currency itself, where profit grows with the move and a loss can be cut by closing early. Here the size of the win and of the loss is known beforehand, and leaving early is mostly impossible.',
        'The entry price is the quote at the moment the trade opens, not the one you saw when you pressed the button. The closing price is the last quote before expiry. At short expiries a difference of one second sometimes decides everything.',
      ],
    },
    {
      type: 'section',
      title: 'Why half right is not enough',
      text: [
        'Suppose the payout is 82%. You stake $10. A win adds $8.20, a loss takes $10. If you are right exactly half of the time, then out of a hundred trades fifty bring in $410 and fifty take away $500. That makes minus $90, or 9% of every stake on average.',
        'To come out at zero you have to be right more often. How much more is a simple formula: 1 / (1 + payout). With a payout of 82% it gives 54.95%. This is the break-even point. Anything below it is a slow loss, however pleasant yesterday’s winning streak was.',
        'The line is very sensitive to the payout. At 70% you must be right 58.82% of the time; at 92% it is 52.08%. So the same strategy can make money on one pair and lose it on another where the broker happens to pay less that day.',
      ],
      image: {
        src: 'break-even',
        alt: 'A scale from 50 to 60 percent: break-even at a payout of 82 percent lies at 54.95',
      },
    },
    {
      type: 'list',
      title: 'What the result depends on',
      items: [
        'The payout: it differs by pair, hour and account, and the broker may change it at any moment.',
        'The probability of being right: at expiries of a few minutes it rarely strays more than a few points from 50%.',
        'The quotes: a trade closes at the broker’s price, not at that of the wider market. OTC pairs have no outside price at all.',
        'The number of trades: chance rules the tens; an edge, or the lack of one, shows only in hundreds and thousands.',
        'You: the size of your stake, and whether you can stop.',
      ],
    },
    {
      type: 'section',
      title: 'What a forecast of 57% means',
      text: [
        'When an honest model says 57%, it is not promising anything. It is a statement about many similar cases: about 57 of 100 come true and 43 do not. At a payout of 82% such a probability is worth 3.74 cents on average for every dollar staked.',
        'Yet even with that edge, a hundred trades of $10 end below zero in about 31 cases out of 100. The reason is chance: the average gain over a hundred trades is $37, while the usual deviation from it is about $90. The other way round, somebody who merely tosses a coin is in profit after a hundred trades in about 18 cases out of 100. They may sincerely believe they have found a system.',
        'Hence a plain rule: one trade tells you nothing, ten tell you next to nothing, and a percentage without the number of observations is not an argument at all. That is why beside every win rate we write how many signals it was measured on, and show the interval.',
      ],
    },
    { type: 'quote', text: 'One trade shows luck. A thousand trades show an edge, if there is one.' },
    {
      type: 'section',
      title: 'One evening in numbers',
      text: [
        'An account of $200, a stake of $4, and fifteen trades in an evening, each with a forecast of 57% and a payout of 82%. A win adds $3.28, a loss takes $4. On average such an evening brings $2.24, but the usual deviation from that is about $14, six times as much. Eight right out of fifteen, more than half, leave you $1.76 down; nine leave you $5.52 up. Even with such an edge about 48 evenings out of 100 end below zero.',
        'Hence a common mistake: changing the rules after two bad evenings, and raising the stake after two good ones. Both answer chance, not knowledge.',
        'Another mistake is to reckon with a single payout. If half of the trades were opened at 82% and half at 70%, the average payout is 76%, and break-even climbs to 56.82%. A forecast of 57% then leaves 0.32 cents per dollar instead of 3.74. So note the payout beside each trade rather than recalling it at the end of the month.',
      ],
    },
    {
      type: 'section',
      title: 'Who is on the other side',
      text: [
        'On an exchange your win is paid by another participant. At most binary-options brokers the other side is the broker: your loss is its income. That does not prove deceit, but it explains why the payout is below one hundred percent, why bonuses come with turnover conditions, and why quotes are worth checking.',
        'We have an interest too, and it is better named. Once a year the broker pays us about 2% of the annual turnover of traders who came through our link. So it pays us when you trade more. This is why we say “no signals” when there is no edge and do not hide losses: trust is worth more to us than one more trade.',
      ],
    },
    {
      type: 'section',
      title: 'What regulators say',
      text: [
        'In July 2018 the European Securities and Markets Authority (ESMA) banned the sale of binary options to retail clients in the EU; national regulators later made those bans permanent. The British FCA followed in April 2019, the Australian ASIC in May 2021. ASIC pointed out, among other things, that about 80% of retail clients lost money. Israel had closed the industry in 2017. In the United States such contracts are allowed only on supervised exchanges.',
        'Before you open an account, find out whether it is allowed where you live, and whether the broker holds a licence that means something in your country. Without one, getting money back through a court or a regulator is close to impossible.',
      ],
    },
    {
      type: 'list',
      title: 'Before you stake the first dollar',
      items: [
        'Work out the break-even for the payout you see on the screen: 1 / (1 + payout).',
        'Decide how much you can afford to lose for good, and put no more on the account.',
        'Start on a practice account and write down at least a hundred trades before drawing conclusions.',
        'Keep the stake constant, and no larger than 2% of the account.',
        'Fix the time when you will stop before you begin, not after a loss.',
      ],
    },
    {
      type: 'section',
      title: 'Why the expiry matters',
      text: [
        'The shorter the expiry, the more of the movement is chance and the more every detail counts: the delay of your connection, the gap between buying and selling prices, the second of entry. A longer expiry gives the move time, but gives news time to interfere as well. No expiry makes forecasting easy; they differ only in which disturbance prevails.',
      ],
    },
    {
      type: 'section',
      title: 'In short',
      text: [
        'A binary option looks simple and is severe inside. Without an edge over the break-even point every stake costs you part of your money on average, and no way of sizing stakes changes that. An edge of a few points is enough to come out ahead over a long distance, but it has to be proven on a great many forecasts written down beforehand. You can lose everything you put in. That is worth remembering not out of caution but because that is how the instrument is built.',
      ],
    },
  ],
};
