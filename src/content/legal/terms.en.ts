import type { LegalDocument } from './legal-document.ts';

export const termsEn: LegalDocument = {
  title: 'Terms of use',
  description: 'What {{brand}} is, who may use it, what you risk and how we earn.',
  short: [
    'You pay us nothing. The broker pays us, depending on your turnover.',
    'A forecast is a probability, neither a promise nor advice.',
    'You have to be 18, and binary options have to be allowed in your country.',
    'We record every signal before its result and erase none that failed.',
    'Your money is always with the broker. We never touch it.',
  ],
  risk: {
    title: 'Risk warning',
    paragraphs: [
      'Binary options carry high risk. You can lose everything you put in within minutes. At a payout of 82% you have to win 54.95% of your trades merely not to lose; at 70% it is 58.82%.',
      'In Australia the regulator ASIC found that about 80% of retail clients lost money on binary options, and banned their sale to them in 2021. The United Kingdom banned them in 2019 (FCA), the European Union in 2018 (ESMA), followed by national bans.',
      'Do not trade with borrowed money, or with money you cannot do without.',
    ],
  },
  sections: [
    {
      title: 'Who we are and what this is',
      paragraphs: [
        '{{brand}} is an information service. We show probabilistic forecasts of currency pairs over 2 to 10 minutes and keep a public record of how they ended. We take no stakes, hold none of your money and open no trades.',
      ],
      points: [
        'The partner broker is a separate company with its own terms.',
        'Your contract for trading is with the broker, not with us.',
      ],
    },
    {
      title: 'Who may use it',
      paragraphs: [
        'You are at least 18, and binary options are allowed to private persons in your country. It is for you to check that. One account at the broker can belong to one account here only.',
      ],
    },
    {
      title: 'Access to signals',
      paragraphs: [
        'You need a confirmed e-mail, an account at the broker opened through our link, and at least 10 dollars of your own money in it. Bonuses do not count. The VIP model is open at a balance over 1000 dollars.',
      ],
      points: [
        'The server checks the balance, at least once in 24 hours.',
        'If you have limited your trading at the broker there are no signals, whatever the balance.',
      ],
    },
    {
      title: 'What a forecast means',
      paragraphs: [
        '57% is an estimate: of 100 similar forecasts about 57 should come true. A single forecast may fail, and losing streaks happen. When there is no edge we say so: there is no signal.',
        'A forecast is no investment advice and knows nothing of your circumstances. Whether to trade is your decision.',
      ],
    },
    {
      title: 'The record',
      paragraphs: [
        'Every signal enters the record before it is known whether it came true. Entries are neither changed nor deleted. The server decides the result by recorded quotes; where there is no certain price the signal does not count, and the reason is shown.',
        'You may take your own signal off your lists. The record keeps it.',
      ],
    },
    {
      title: 'How we earn, and the conflict of interest in it',
      paragraphs: [
        'Once a year the broker pays us about 2% of the annual turnover of the people we referred. The more you trade the more we get, whether you won or lost. So do not rely on us alone in deciding whether to trade at all.',
        'The broker’s prices and conditions for you do not change because of it.',
      ],
    },
    {
      title: 'What is not allowed',
      paragraphs: [
        'You may not pass your access on, get around limits, overload the service or claim somebody else’s account as yours. Access can be closed for that.',
      ],
    },
    {
      title: 'Liability',
      paragraphs: [
        'The service is free and is provided as it is. Quotes and the broker may be away; then we stay silent rather than guess. Your trading decisions and what follows from them are yours.',
      ],
    },
    {
      title: 'Changes and ending',
      paragraphs: [
        'We will write to you at least 14 days before any substantial change of these terms. You may stop at any time: the account is deleted on its own page, and if you cannot sign in, write to {{support}}.',
      ],
    },
  ],
};
