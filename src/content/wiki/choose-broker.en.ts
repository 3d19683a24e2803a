import type { WikiText } from './wiki-article.ts';

export const text: WikiText = {
  helmet: {
    pageTitle: 'How to choose a binary-options broker',
    pageDescription:
      'What to check before your first deposit: licence, withdrawals, payouts, bonuses, prices. And what we have to gain from your choice.',
    keywords: ['choosing a broker', 'broker licence', 'withdrawals', 'bonus', 'payout'],
  },
  blocks: [
    {
      type: 'section',
      title: 'Our interest first',
      text: [
        'We work with a partner broker: you register through our link, and once a year the broker pays us about 2% of the annual turnover of the traders we refer. So read this article critically. We’ve written it so you can apply it to our partner too.',
        'None of the points below proves that a broker will play fair tomorrow. But each one lowers the chance of a nasty surprise, and together they take half an hour: not much next to the sum you’re about to deposit.',
      ],
    },
    {
      type: 'section',
      title: 'The licence: whose is it, and who does it cover?',
      text: [
        'The word “regulated” means nothing without two details: who issued the licence and whether it covers you. Find the licence number on the broker’s site, then find the broker in the regulator’s register. Go to the register through the regulator’s own site, not a link on the broker’s. Compare the company name and the web address: fakes often differ by a single letter.',
        'In the EU and the United Kingdom, binary options can’t be sold to retail clients, so a licence there for other services doesn’t cover options. Many brokers are registered offshore, with hardly any supervision. That doesn’t make them dishonest, but you should know it: if there’s a dispute, nobody will be there to protect you.',
        'Check the regulators’ warning lists too. Many of them publish the names of companies operating without permission.',
      ],
    },
    {
      type: 'list',
      title: 'What to look for in the agreement',
      items: [
        'Who you’re dealing with: the company, its country and the court that handles disputes.',
        'Withdrawal terms: minimum amount, timing, fees, required documents.',
        'Bonuses: how much turnover you need before you can withdraw, and whether you can decline the bonus.',
        'What happens to an inactive account: are there fees, and after how many months?',
        'When the broker may cancel a trade or a profit.',
        'How disputes about prices are resolved.',
      ],
    },
    {
      type: 'section',
      title: 'The payout matters more than the design',
      text: [
        'A difference in payout is a difference in how often you have to be right. At 70% break-even is 58.82%, at 80% it’s 55.56%, at 85% it’s 54.05%, at 92% it’s 52.08%. No strategy adds six points. Choosing a different account can.',
        'Look at the payout for the pairs, hours and expiries you actually trade, not the biggest number on the home page. Note it down for a few days: it changes during the day and is often lower at short expiries.',
      ],
      image: {
        src: 'payout-scale',
        alt: 'A scale of payouts from 70 to 92 percent and the win rate each one requires',
      },
    },
    {
      type: 'section',
      title: 'Payouts and bonuses in dollars',
      text: [
        'Take a hundred $4 trades with a 55% win rate. At a payout of 92% they bring $22.40, at 82% they bring $0.40, at 70% they lose $26. The forecasts are the same; only the account is different.',
        'Now the bonus. You deposit $100; the broker adds $50 and requires a turnover of forty times the bonus, which is $2000. If your forecasts are no better than a coin toss, that turnover costs $180 on average at a payout of 82%: more than the deposit and the bonus put together. With a true 57% it brings $74.80 on average, but at $3 stakes, two percent of $150, that is 667 trades. Forty is just an example; your number is in your agreement with the broker.',
        'A common mistake is to think you can’t lose on a gift. Often the condition covers your own money too: until you reach the turnover, you can’t withdraw it. If you can decline a bonus, declining costs nothing.',
      ],
    },
    { type: 'quote', text: 'The best test of a broker is to withdraw money while there isn’t much of it.' },
    {
      type: 'section',
      title: 'Test a withdrawal before you need one',
      text: [
        'Most complaints about brokers are about withdrawals, not prices. So run a simple test: deposit the minimum, make a few trades, pass the identity check and request a withdrawal. Note how many days it takes, what fees you pay and whether any new requirements turn up.',
        'Be wary if you’re asked to pay a “tax” or an “unlocking fee” before a withdrawal: a real broker takes fees out of the amount and doesn’t ask you to send more. The same goes for “managers” who call and urge you to deposit, and for anyone who asks for remote access to your computer.',
      ],
    },
    {
      type: 'section',
      title: 'Prices: are they real?',
      text: [
        'A trade closes at the broker’s price. Compare it with an independent source on an ordinary minute and during news: a small, steady difference is normal; sharp spikes at one broker alone aren’t. OTC pairs, which trade at weekends, have no independent price: the broker makes it, and there’s nothing to check it against. So we don’t give signals on OTC, and if your broker shows a pair as OTC, reset the signal.',
        'We work out results from our own price feed and record which price decided and when. If your broker shows a different result, you have something to compare it with.',
      ],
    },
    {
      type: 'list',
      title: 'Signs you should walk away',
      items: [
        'They promise profits and show “reports” with win rates of 90% and more.',
        'They rush you: the bonus is for today only.',
        'You can’t find the company’s name and address.',
        'Support only answers in a messenger, and only until you deposit.',
        'You can withdraw only after reaching the turnover for a bonus you never asked for.',
        'The reviews are alike, recent and all written on the same day.',
      ],
    },
    {
      type: 'section',
      title: 'Protect your account',
      text: [
        'Use a separate password, two-factor sign-in if it’s available, and an email address you don’t use elsewhere. Don’t send photos of a card with the full number; if documents are required, cover the digits they don’t need. Don’t install apps from links in messages.',
        'One more thing: ask the broker whether you can limit your own deposits or lock yourself out for a while. Honest companies offer this. We respect it: if the broker reports that a trader has self-excluded, they get no signals, whatever their balance.',
      ],
    },
    {
      type: 'section',
      title: 'How far to trust reviews',
      text: [
        'Broker rankings are mostly written by people whom brokers pay for referring clients. That doesn’t make them false, but it explains the order of the list. Look for specifics rather than ratings: a date, an amount, how long a withdrawal took, a ticket number. Ten detailed complaints about the same thing outweigh a thousand five-star raves.',
        'Be careful, too, with signals and bots that work with only one broker and don’t say why. Ask us the same question: the answer is at the top of this article.',
      ],
    },
    {
      type: 'section',
      title: 'Practice account and real account',
      text: [
        'A practice account helps you get used to the buttons and see how the payout changes. But it doesn’t show the two things that matter most: whether you can withdraw money, and how you behave when a loss is real. Practice trades are sometimes executed faster and at better prices than real ones. So move on to a small real amount only once your rules are written down, and compare your first fifty trades with the practice ones. A visible difference in entry prices is a reason to question the broker before adding money.',
        'Keep evidence: screenshots of the terms on the day you registered, statements, your messages with support. Terms on a website can change, and whoever has the dates wins the dispute.',
      ],
    },
    {
      type: 'section',
      title: 'In short',
      text: [
        'Check the licence in the register, read the withdrawal and bonus terms, compare payouts for your pairs and make a test withdrawal. Don’t deposit more than you can afford to lose: even a perfect broker doesn’t change the fact that most people lose money on binary options.',
      ],
    },
  ],
};
