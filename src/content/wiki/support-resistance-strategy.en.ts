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
        'Support is a price near which falls stopped before. Resistance is a price near which rises stopped. The explanation is simple: orders wait there. Somebody wanted to buy at 1.0800 and came too late, somebody placed the exit of a losing trade there, somebody just likes round numbers. When the price returns, these orders are filled and hold it back for a while.',
        'The word “level” misleads a little. Orders are scattered around a price rather than stacked on one mark. It is more honest to speak of a zone a few pips wide. A zone has a lower and an upper edge, and one can say whether the price touched it. Of a line drawn by eye one cannot.',
        'A level works as long as unfilled orders remain in it. Every touch takes some away. So the popular saying “the more touches, the stronger the level” has another side: the more touches, the fewer orders are left.',
      ],
    },
    {
      type: 'list',
      title: 'Where levels are taken from',
      items: [
        'Yesterday’s high, low and close: everybody sees them.',
        'The high and low of the morning before London opens.',
        'Turning points of the last few hours: a bar higher than two neighbours on each side, or lower than them.',
        'Round numbers: 1.0800, 1.0850, 150.00 for the yen.',
        'Places where the price stood for long and then left quickly.',
      ],
    },
    {
      type: 'section',
      title: 'How to mark zones by rule',
      text: [
        'For levels to be testable, a rule has to find them, not a mood. Here is one that fits into a few lines. Call a bar an upward turn if its low is below the lows of two neighbours on the left and two on the right. A downward turn is the reverse. Take all turns of the last 240 minutes. Those closer than 3 pips to each other are joined into a zone; its edges are the lowest and highest points of the group. Keep the zones with two turns or more.',
        'Mind the trap: a turn becomes known only two bars after it happened. If you mark it on the chart when it happened, your test on history will look into the future. This is the most common mistake in “level strategies”, and it is what makes them brilliant on paper.',
        'Another rule will give other zones. That is fine: the point is not to find the only right one but to write yours down before looking at the result.',
      ],
      image: { src: 'zone', alt: 'Several turns of the price joined into a band: a support zone' },
    },
    {
      type: 'section',
      title: 'An example: four turns',
      text: [
        'Suppose the rule found upward turns at 1.0812, 1.0814, 1.0815 and 1.0823. The first three are closer than 3 pips to their neighbours and form a zone from 1.0812 to 1.0815. The fourth is 8 pips higher, remains alone, and the rule drops it. Later the price comes down to 1.0814 and the bar closes at 1.0817, which is 2 pips above the upper edge. Whoever plays the bounce forecasts up.',
        'Now change the 3 pips of the rule to 10. The zone reaches 1.0823, a price of 1.0817 lies inside it, and there is no forecast. One number has changed the trade. So it is chosen before the test, not after a failure, and its neighbours are tested too: a rule that works with 3 pips only, and not with 2 or 4, has learned an accident.',
      ],
    },
    {
      type: 'section',
      title: 'Two trades at one level',
      text: [
        'The bounce. The price comes to a support zone, touches it and returns above the upper edge; you forecast up. The logic: the orders are still there. The risk: you buy where everybody sees the same thing, and if the zone gives way the move down is fast.',
        'The breakout. The price closes beyond the lower edge of the zone; you forecast down. The logic: the orders are used up, and those who bought now close their losses and push the price. The risk: a false breakout, when the price leaves by a few pips and comes back.',
        'Both views have followers, and within a week the same chart offers proof for each. Only counting can decide: how often, 5 minutes after a touch, the price was higher and how often lower, separately for the first, second and third touch.',
      ],
    },
    {
      type: 'section',
      title: 'Why the eye sees levels everywhere',
      text: [
        'Draw the tosses of a coin on paper: heads a step up, tails a step down, a few hundred steps. The curve is bound to show “levels”, “channels” and “double tops”. The human eye is built to find order, and it finds order even where there is none.',
        'So a useful exercise is to compare your rule with chance. Count how often the price bounces off your zones, and how often off zones shifted by a random distance. If the numbers are the same, the level works not because of orders but because prices often come back anyway.',
      ],
    },
    { type: 'quote', text: 'A level that can only be explained after the move is not a level.' },
    {
      type: 'list',
      title: 'Before a trade at a level',
      items: [
        'Was the zone found by a rule, and was it known before this moment?',
        'Which touch is it? The first and the fifth are different situations.',
        'Is the expiry long enough? In 3 minutes the price may not get away from the zone.',
        'Is there news in the next few minutes? Levels do not stop news.',
        'What is the payout, and so which win rate do you need? At 82% it is 54.95%.',
      ],
    },
    {
      type: 'section',
      title: 'Short expiries change the rules',
      text: [
        'Most advice on levels was written for trades held for hours, with a stop and a target. A binary option of a few minutes is built differently: no stop, no target, only the price at the last moment. A level from which the price will bounce within an hour does nothing for a 5-minute trade.',
        'So take zones from a shorter history, and measure the distance to them in usual moves over your expiry. If a pair normally travels 2 pips in 5 minutes, a level 15 pips away has nothing to do with your trade.',
      ],
    },
    {
      type: 'section',
      title: 'How a model sees levels',
      text: [
        'Our models do not draw lines. They get numbers: how far the price is from the highest and lowest point of the last minutes, where it lies within that range, how much the range has widened. The explanation of a signal shows these numbers together with how far each shifted the probability.',
        'A useful habit is to compare your zones with that explanation. If you see strong support while the model finds the position of the price nearly neutral, it does not mean that one of you is wrong. But it is a reason to write both forecasts down and to look after a hundred trades who was right more often.',
      ],
    },
    {
      type: 'section',
      title: 'How to keep count',
      text: [
        'Make a table: time of the touch, zone, which touch it is, whether it bounced within 5 minutes, the payout at that moment. Record all touches, not only those you traded: omitted failures are the most frequent reason why one’s own levels seem better than they are. After two hundred rows work out the share of bounces and its interval. With 200 observations it is about 14 points wide, so a share of 57% proves nothing yet, while 65% deserves attention and a new test on fresh data.',
        'For example, 200 touches and 116 bounces make 58%, with an interval from 51.1 to 64.6%. Off zones shifted at random the price bounced 108 times out of 200: 54%, from 47.1 to 60.8%. A difference of four points drowns in the intervals. Yet it is worth a good deal of money: at a payout of 82% a true 58% would bring 5.56 cents per dollar, a true 54% would take 1.72. The numbers are invented for illustration.',
      ],
    },
    {
      type: 'section',
      title: 'In short',
      text: [
        'Levels are a handy language for talking about where orders wait. They are of use when a written rule finds them, when they are known before the trade, and when the result is counted over hundreds of touches and compared with break-even. Everything else is drawing what one wishes for.',
      ],
    },
  ],
};
