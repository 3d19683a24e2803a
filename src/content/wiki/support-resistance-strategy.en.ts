import type { WikiText } from './wiki-article.ts';

export const text: WikiText = {
  helmet: {
    pageTitle: 'Support and resistance: finding levels',
    pageDescription:
      'Where support and resistance come from, how to mark zones by rule, what to check before a trade, and why the eye sees levels even in random moves.',
    keywords: ['support', 'resistance', 'levels', 'zone', 'breakout', 'strategy'],
  },
  blocks: [
    {
      type: 'section',
      title: 'What a level is',
      text: [
        'Support is a price near which falls have stopped before. Resistance is a price near which rises have stopped. The explanation is simple: orders are waiting there. Someone wanted to buy at 1.0800 and was too late, someone set an exit from a losing trade there, someone just likes round numbers. When the price comes back, these orders are filled and hold it for a while.',
        'The word “level” is a bit misleading. Orders are scattered around a price, not stacked on a single mark. It’s more honest to talk about a zone a few pips wide. A zone has a lower and an upper edge, and you can say whether the price touched it. You can’t say that about a line drawn by eye.',
        'A level works while it still holds unfilled orders. Every touch uses some up. So the popular idea “the more touches, the stronger the level” has a flip side: the more touches, the fewer orders are left.',
      ],
    },
    {
      type: 'list',
      title: 'Where levels come from',
      items: [
        'Yesterday’s high, low and close: everyone sees them.',
        'The morning’s high and low before London opens.',
        'Turning points of the last few hours: a candle higher, or lower, than its two neighbours on each side.',
        'Round numbers: 1.0800, 1.0850, 150.00 for the yen.',
        'Places where the price stayed for a long time and then left quickly.',
      ],
    },
    {
      type: 'section',
      title: 'How to mark zones by rule',
      text: [
        'For levels to be testable, a rule has to find them, not a mood. Here’s one that fits in a few lines. Call a candle an upward turn if its low is below the lows of its two neighbours on the left and two on the right. A downward turn is the reverse. Take all turns of the last 240 minutes. Join those closer than 3 pips to each other into a zone; its edges are the lowest and highest points of the group. Keep the zones with two turns or more.',
        'Watch out for a trap: you only know about a turn two candles after it happened. If you mark it on the chart at the moment it happened, your test will be looking into the future. It’s the most common mistake in “level strategies”, and it’s what makes them brilliant on paper.',
        'A different rule gives different zones. That’s fine: the point isn’t to find the only right one but to write yours down before you see the result.',
      ],
      image: { src: 'zone', alt: 'Several price turns joined into a band: a support zone' },
    },
    {
      type: 'section',
      title: 'An example: four turns',
      text: [
        'Say the rule found upward turns at 1.0812, 1.0814, 1.0815 and 1.0823. The first three are closer than 3 pips to their neighbours and form a zone from 1.0812 to 1.0815. The fourth is 8 pips higher, stands alone, and the rule drops it. Later the price comes down to 1.0814 and the candle closes at 1.0817, which is 2 pips above the upper edge. If you trade the bounce, you forecast up.',
        'Now change the 3 pips in the rule to 10. The zone reaches 1.0823, a price of 1.0817 is inside it, and there’s no forecast. One number changed the trade. So choose it before the test, not after a failure, and test its neighbours too: a rule that works with 3 pips only, and not with 2 or 4, has learned an accident.',
      ],
    },
    {
      type: 'section',
      title: 'Two trades at one level',
      text: [
        'The bounce. The price comes to a support zone, touches it and returns above the upper edge; you forecast up. The logic: the orders are still there. The risk: you’re buying where everyone sees the same thing, and if the zone gives way, the move down is fast.',
        'The breakout. The price closes below the lower edge of the zone; you forecast down. The logic: the orders are used up, and those who bought are now closing their losses and pushing the price. The risk: a false breakout, when the price leaves by a few pips and comes back.',
        'Both have their fans, and within a week the same chart will offer proof for each. Only counting can decide: how often was the price higher 5 minutes after a touch, and how often lower, separately for the first, second and third touch?',
      ],
    },
    {
      type: 'section',
      title: 'Why the eye sees levels everywhere',
      text: [
        'Draw coin tosses on paper: heads a step up, tails a step down, a few hundred steps. The curve is bound to show “levels”, “channels” and “double tops”. The human eye is built to find order, and it finds it even where there isn’t any.',
        'So it’s worth comparing your rule with chance. Count how often the price bounces off your zones, and how often it bounces off zones shifted by a random distance. If the numbers are the same, the level works not because of orders but because prices often come back anyway.',
      ],
    },
    { type: 'quote', text: 'A level you can explain only after the move isn’t a level.' },
    {
      type: 'list',
      title: 'Before a trade at a level',
      items: [
        'Did a rule find the zone, and was it known before this moment?',
        'Which touch is it? The first and the fifth are different situations.',
        'Is the expiry long enough? In 3 minutes the price may not get clear of the zone.',
        'Is there news in the next few minutes? Levels don’t stop news.',
        'What’s the payout, and what win rate does that require? At 82% it’s 54.95%.',
      ],
    },
    {
      type: 'section',
      title: 'Short expiries change the rules',
      text: [
        'Most advice on levels is written for trades held for hours, with a stop and a target. A binary option lasting a few minutes works differently: no stop, no target, just the price at the last moment. A level the price will bounce off within an hour does nothing for a 5-minute trade.',
        'So take your zones from a shorter history, and measure the distance to them in typical moves over your expiry. If a pair normally moves 2 pips in 5 minutes, a level 15 pips away has nothing to do with your trade.',
      ],
    },
    {
      type: 'section',
      title: 'How a model sees levels',
      text: [
        'Our models don’t draw lines. They get numbers: how far the price is from the highest and lowest point of the last few minutes, where it sits in that range, how much the range has widened. A signal’s explanation shows these numbers and how far each one moved the forecast.',
        'A useful habit is to compare your zones with that explanation. If you see strong support while the model rates the price’s position as almost neutral, it doesn’t mean one of you is wrong. But it’s a reason to write down both forecasts and check after a hundred trades who was right more often.',
      ],
    },
    {
      type: 'section',
      title: 'How to keep count',
      text: [
        'Make a table: time of the touch, zone, which touch it is, whether it bounced within 5 minutes, the payout at that moment. Record every touch, not just the ones you traded: leaving out failures is the most common reason people’s own levels look better than they are. After two hundred rows, work out the share of bounces and its interval. With 200 observations it’s about 14 points wide, so 57% proves nothing yet, while 65% deserves attention and a new test on fresh data.',
        'For example, 200 touches and 116 bounces make 58%, with an interval from 51.1 to 64.6%. Off zones shifted at random, the price bounced 108 times out of 200: 54%, from 47.1 to 60.8%. A difference of four points drowns in the intervals. Yet it’s worth a lot of money: at a payout of 82% a true 58% would bring 5.56 cents per dollar, a true 54% would take 1.72. The numbers are made up for illustration.',
      ],
    },
    {
      type: 'section',
      title: 'In short',
      text: [
        'Levels are a handy way to talk about where orders are waiting. They’re useful when a written rule finds them, when they’re known before the trade, and when the result is counted over hundreds of touches and compared with break-even. Everything else is drawing what you hope to see.',
      ],
    },
  ],
};
