import type { LegalDocument } from './legal-document.ts';

export const termsEn: LegalDocument = {
  title: 'Terms of use',
  description: 'What {{brand}} is, who may use it, what you risk and how we earn.',
  short: [
    'You pay us nothing. The broker pays us, based on your turnover.',
    'A forecast is a probability, not a promise and not advice.',
    'You must be 18 or older, and binary options must be legal in your country.',
    'We record every signal before its result and don’t erase the losing ones.',
    'Your money is always with the broker. We never touch it.',
  ],
  risk: {
    title: 'Risk warning',
    paragraphs: [
      'Binary options are a high-risk product. You can lose everything you put in within minutes. At an 82% payout you have to win 54.95% of your trades just to avoid losing money; at 70% it’s 58.82%.',
      'In Australia, the regulator ASIC found that about 80% of retail clients lost money on binary options, and in 2021 banned their sale to retail clients. The United Kingdom banned them in 2019 (FCA) and the European Union in 2018 (ESMA), followed by national bans.',
      'Don’t trade with borrowed money or money you can’t do without.',
    ],
  },
  sections: [
    {
      title: 'Who we are and what this is',
      paragraphs: [
        '{{brand}} is an information service. We show probabilistic forecasts of currency pair movements over 2 to 10 minutes and keep a public record of their results. We don’t take bets, hold your money or open trades.',
      ],
      points: [
        'The partner broker is a separate company with its own terms.',
        'Your trading contract is with the broker, not with us.',
      ],
    },
    {
      title: 'Who may use it',
      paragraphs: [
        'You must be at least 18, and binary options must be available to private individuals in your country. It’s up to you to check. A broker account can belong to only one account here.',
      ],
    },
    {
      title: 'Access to signals',
      paragraphs: [
        'You need a confirmed email, a broker account opened through our link and at least 10 dollars of your own money in it. Bonuses don’t count. The VIP model is available with a balance over 1000 dollars.',
      ],
      points: [
        'The server checks your balance at least once every 24 hours.',
        'If you’ve limited your trading with the broker, you won’t get signals, whatever your balance.',
      ],
    },
    {
      title: 'What a forecast means',
      paragraphs: [
        '57% is an estimate: of 100 similar forecasts, about 57 should come true. A single forecast may fail, and losing streaks happen. When there’s no edge, we say so; you can take such a forecast as practice only.',
        'A forecast isn’t investment advice and doesn’t take your circumstances into account. The decision to trade is yours.',
      ],
    },
    {
      title: 'The record',
      paragraphs: [
        'Every signal goes into the record before anyone knows whether it came true. Entries are never changed or deleted. The server determines the result from recorded prices; if there’s no reliable price, the signal doesn’t count and we show the reason.',
        'You can remove a signal from your own lists. It stays in the record.',
      ],
    },
    {
      title: 'How we earn, and our conflict of interest',
      paragraphs: [
        'Once a year the broker pays us about 2% of the annual turnover of the people we refer. The more you trade, the more we earn, whether you win or lose. So don’t rely on us alone when deciding whether to trade at all.',
        'It doesn’t change the broker’s prices or terms for you.',
      ],
    },
    {
      title: 'What’s not allowed',
      paragraphs: [
        'You may not share your access with others, bypass restrictions, overload the service or claim someone else’s account as your own. We may close your access if you do.',
      ],
    },
    {
      title: 'Liability',
      paragraphs: [
        'The service is free and provided as is. Prices or the broker may be unavailable; in that case we stay silent rather than guess. You’re responsible for your trading decisions and their consequences.',
      ],
    },
    {
      title: 'Changes and termination',
      paragraphs: [
        'We’ll email you at least 14 days before any significant change to these terms. You can stop using the service at any time: delete your account on its page, or write to {{support}} if you can’t sign in.',
      ],
    },
  ],
};
