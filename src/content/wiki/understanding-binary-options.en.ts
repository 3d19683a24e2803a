import type { WikiText } from './wiki-article.ts';

export const text: WikiText = {
  helmet: {
    pageTitle: 'Binary options: how they really work',
    pageDescription:
      'How a binary option works, how often you have to be right to break even, and why regulators restricted them. With worked numbers.',
    keywords: ['binary options', 'break-even', 'payout', 'expiry', 'risk'],
  },
  blocks: [
    {
      type: 'section',
      title: 'One question, two answers',
      text: [
        'A binary option is a bet on one question: will the price be higher or lower in a few minutes than it is now? You choose a pair, say EUR/USD, a direction, an amount and an expiry. When time’s up, there are only three outcomes. You were right: you get your stake back plus a fixed extra. You were wrong: you lose the whole stake. The price didn’t change: your stake is usually returned.',
        'How far the price went doesn’t matter. A move of a tenth of a pip and a move of a hundred pips pay the same. That’s the difference from buying the currency itself, where profit grows with the move and you can cut a loss by closing early. Here you know the size of the win and the loss in advance, and you usually can’t get out early.',
        'The entry price is the price at the moment the trade opens, not the one you saw when you pressed the button. The closing price is the last one before expiry. At short expiries, a one-second difference sometimes decides everything.',
      ],
    },
    {
      type: 'section',
      title: 'Why being right half the time isn’t enough',
      text: [
        'Say the payout is 82%. You stake $10. A win adds $8.20, a loss takes $10. If you’re right exactly half the time, then out of a hundred trades fifty bring in $410 and fifty take away $500. That makes minus $90, or 9% of every stake on average.',
        'To come out even, you have to be right more often. How often is a simple formula: 1 / (1 + payout). With a payout of 82% it gives 54.95%. This is the break-even point. Anything below it is a slow loss, however nice yesterday’s winning streak was.',
        'It’s very sensitive to the payout. At 70% you have to be right 58.82% of the time; at 92% it’s 52.08%. So the same strategy can make money on one pair and lose it on another where the broker happens to pay less that day.',
      ],
    },
    {
      type: 'image',
      src: 'break-even',
      alt: 'A scale from 50 to 60 percent: break-even at a payout of 82 percent is at 54.95',
    },
    {
      type: 'list',
      title: 'What the result depends on',
      items: [
        'The payout: it differs by pair, hour and account, and the broker can change it at any moment.',
        'Your chance of being right: at expiries of a few minutes it rarely strays more than a few points from 50%.',
        'The prices: a trade closes at the broker’s price, not the wider market’s. OTC pairs have no outside price at all.',
        'The number of trades: over dozens, chance rules; an edge, or the lack of one, only shows over hundreds and thousands.',
        'You: how much you stake and whether you can stop.',
      ],
    },
    {
      type: 'section',
      title: 'What a 57% forecast means',
      text: [
        'When an honest model says 57%, it isn’t promising anything. It’s a statement about many similar cases: about 57 of 100 come true and 43 don’t. At a payout of 82%, that probability is worth 3.74 cents on average for every dollar staked.',
        'Yet even with that edge, a hundred $10 trades end below zero in about 31 cases out of 100. The reason is chance: the average gain over a hundred trades is $37, while the usual deviation from it is about $90. And the other way round: someone who just tosses a coin is in profit after a hundred trades in about 18 cases out of 100. They may sincerely believe they’ve found a system.',
        'So here’s a simple rule: one trade tells you nothing, ten tell you next to nothing, and a percentage without the number of observations isn’t an argument at all. That’s why next to every win rate we say how many signals it’s based on and show the interval.',
      ],
    },
    { type: 'quote', text: 'One trade shows luck. A thousand trades show an edge, if there is one.' },
    {
      type: 'section',
      title: 'One evening in numbers',
      text: [
        'Your account is $200, your stake is $4, and you make fifteen trades in an evening, each with a forecast of 57% and a payout of 82%. A win adds $3.28, a loss takes $4. On average such an evening brings $2.24, but the usual deviation from that is about $14, six times as much. Eight right out of fifteen, more than half, leave you $1.76 down; nine leave you $5.52 up. Even with that edge, about 48 evenings out of 100 end below zero.',
        'That leads to a common mistake: changing the rules after two bad evenings and raising the stake after two good ones. Both are responses to chance, not knowledge.',
        'Another mistake is to count with a single payout. If half your trades were opened at 82% and half at 70%, the average payout is 76%, and break-even climbs to 56.82%. A 57% forecast then leaves 0.32 cents per dollar instead of 3.74. So note the payout next to each trade instead of trying to remember it at the end of the month.',
      ],
    },
    {
      type: 'section',
      title: 'Who’s on the other side',
      text: [
        'On an exchange, another participant pays your win. At most binary options brokers, the other side is the broker: your loss is its income. That doesn’t prove they cheat, but it explains why the payout is below one hundred percent, why bonuses come with turnover conditions and why prices are worth checking.',
        'We have an interest too, and it’s better to say so. Once a year the broker pays us about 2% of the annual turnover of the traders we refer. So it suits us when you trade more. That’s why we say “no edge” when there is none and don’t hide losses: trust is worth more to us than one more trade.',
      ],
    },
    {
      type: 'section',
      title: 'What regulators say',
      text: [
        'In July 2018 the European Securities and Markets Authority (ESMA) banned the sale of binary options to retail clients in the EU; national regulators later made those bans permanent. Britain’s FCA followed in April 2019 and Australia’s ASIC in May 2021. ASIC noted, among other things, that about 80% of retail clients lost money. Israel had closed the industry in 2017. In the United States, such contracts are allowed only on supervised exchanges.',
        'Before you open an account, find out whether it’s allowed where you live and whether the broker has a licence that means something in your country. Without one, getting your money back through a court or a regulator is close to impossible.',
      ],
    },
    {
      type: 'list',
      title: 'Before you stake your first dollar',
      items: [
        'Work out break-even for the payout on your screen: 1 / (1 + payout).',
        'Decide how much you can afford to lose for good, and don’t deposit more.',
        'Start with a practice account and record at least a hundred trades before drawing conclusions.',
        'Keep your stake constant, no more than 2% of the account.',
        'Decide when you’ll stop before you start, not after a loss.',
      ],
    },
    {
      type: 'section',
      title: 'Why the expiry matters',
      text: [
        'The shorter the expiry, the more of the move is chance and the more every detail counts: your connection delay, the gap between buy and sell prices, the second you enter. A longer expiry gives the move more time, but gives news more time to interfere as well. No expiry makes forecasting easy; they differ only in what gets in the way.',
      ],
    },
    {
      type: 'section',
      title: 'In short',
      text: [
        'A binary option looks simple and is harsh inside. Without an edge over break-even, every stake costs you part of your money on average, and no staking system changes that. An edge of a few points is enough to come out ahead in the long run, but it has to be proven on a large number of forecasts recorded in advance. You can lose everything you put in. That’s worth remembering not out of caution but because that’s how the product works.',
      ],
    },
  ],
};
