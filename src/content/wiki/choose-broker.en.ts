import type { WikiText } from './wiki-article.ts';

export const text: WikiText = {
  helmet: {
    pageTitle: 'How to choose a binary-options broker',
    pageDescription:
      'What to check before the first deposit: licence, withdrawals, payouts, bonuses, quotes. And what interest we have in your choice.',
    keywords: ['choosing a broker', 'broker licence', 'withdrawals', 'bonus', 'payout'],
  },
  blocks: [
    {
      type: 'section',
      title: 'Our interest first',
      text: [
        'Kurs works with a partner broker: you register through our link, and once a year the broker pays us about 2% of the annual turnover of the traders we brought. So read this article critically. We have written it so that it can be applied to our partner as well.',
        'None of the points below guarantees that a broker will behave tomorrow. But each lowers the chance of an unpleasant surprise, and together they take half an hour, which is little beside the sum you are about to deposit.',
      ],
    },
    {
      type: 'section',
      title: 'The licence: whose, and for whom',
      text: [
        'The word “regulated” means nothing without two details: who issued the licence, and whether it covers you. Find the licence number on the broker’s site, then find the broker in the regulator’s register. Reach the register through the regulator’s own site, not through a link on the broker’s. Compare the company name and the web address: imitations often differ by one letter.',
        'In the EU and the United Kingdom binary options may not be sold to retail clients, so a licence there for other services does not mean permission for options. Many brokers are registered in offshore jurisdictions with hardly any supervision. That is no verdict, but you should know it: if a dispute arises, there will be nobody to defend you.',
        'Look at the regulators’ warning lists too: many publish the names of companies that operate without permission.',
      ],
    },
    {
      type: 'list',
      title: 'What to read in the agreement',
      items: [
        'Who your counterparty is: the company, its country, the court that hears disputes.',
        'Withdrawal terms: smallest amount, time, fees, documents required.',
        'Bonuses: how much turnover is needed before money can be withdrawn, and whether a bonus can be declined.',
        'What happens to an inactive account: whether fees are charged, and after how many months.',
        'In which cases the broker may cancel a trade or a profit.',
        'How disputes about quotes are settled.',
      ],
    },
    {
      type: 'section',
      title: 'The payout matters more than the looks',
      text: [
        'A difference in payout is a difference in how often you must be right. At 70% break-even is 58.82%, at 80% it is 55.56%, at 85% it is 54.05%, at 92% it is 52.08%. No strategy adds six points; the choice of an account can.',
        'Look at the payout for the pairs, hours and expiries you trade, not at the largest number on the front page. Write it down for a few days: it changes during the day, and at short expiries it is often lower.',
      ],
      image: { src: 'payout-scale', alt: 'A scale of payouts from 70 to 92 percent and the win rate each requires' },
    },
    {
      type: 'section',
      title: 'The payout and a bonus in dollars',
      text: [
        'Take a hundred trades of $4 with a win rate of 55%. At a payout of 92% they bring $22.40, at 82% they bring $0.40, at 70% they lose $26. The forecasts are the same; only the account they were made on differs.',
        'Now a bonus. You deposit $100, the broker adds $50 and demands a turnover of forty bonuses, which is $2000. If the forecasts are no better than a coin, such a turnover costs $180 on average at a payout of 82%: more than the deposit and the bonus together. With a true 57% it brings $74.80 on average, but at stakes of $3, two percent of $150, that is 667 trades. Forty is taken here as an example; your number stands in the agreement with the broker.',
        'A common mistake is to think that nothing can be lost on a gift. Often the condition covers your own money too: until the turnover is made, it cannot be withdrawn. If a bonus can be declined, declining costs nothing.',
      ],
    },
    { type: 'quote', text: 'The best test of a broker is to withdraw money while there is little of it.' },
    {
      type: 'section',
      title: 'Test a withdrawal before you need one',
      text: [
        'Most complaints about brokers are not about quotes but about withdrawals. So do a simple thing: deposit the smallest amount, make a few trades, pass the identity check, and ask for a withdrawal. Note how many days it took, what fees were charged, and whether new requirements appeared.',
        'Be wary of requests to pay a “tax” or an “unlocking fee” before a withdrawal: a real broker takes fees out of the sum and does not ask you to send more. The same goes for “managers” who call and advise you to deposit, and for anybody who asks for remote access to your computer.',
      ],
    },
    {
      type: 'section',
      title: 'Quotes: are these the prices?',
      text: [
        'A trade is closed at the broker’s price. Compare it with an independent source in an ordinary minute and during news: a small constant difference is normal; sharp spikes at one broker alone are not. For OTC pairs, traded at weekends, there is no independent price: the broker makes it, and there is nothing to check it against. So we give no signals on OTC, and if your broker shows a pair as OTC, we advise you to reset the signal.',
        'We judge results by our own stream of quotes and record which price decided and when. If the broker shows a different ending, you have something to compare it with.',
      ],
    },
    {
      type: 'list',
      title: 'Signs that it is better to leave',
      items: [
        'They promise profit and show “reports” with rates of 90% and more.',
        'They press you for time: the bonus is for today only.',
        'The company’s name and address cannot be found.',
        'Support answers only in a messenger, and only until you deposit.',
        'Withdrawals are possible only after the turnover of a bonus you never asked for.',
        'The reviews are alike, fresh, and written on the same day.',
      ],
    },
    {
      type: 'section',
      title: 'Protect the account',
      text: [
        'A password of its own, two-factor sign-in if there is one, and a mail address you do not use elsewhere. Do not send photos of a card with the full number; if documents are needed, cover the digits nobody needs. Do not install apps from links in messages.',
        'One more thing: ask the broker whether you can limit your own deposits or shut yourself out for a time. Honest companies offer this. Kurs respects it: if the broker tells us that a trader has excluded themself, there will be no signals, whatever the balance.',
      ],
    },
    {
      type: 'section',
      title: 'How far reviews can be trusted',
      text: [
        'Rankings of brokers are mostly written by those whom brokers pay for bringing in clients. That does not make them false, but it explains the order of the list. Look there for particulars rather than ratings: a date, a sum, the time a withdrawal took, the number of a request. Ten detailed complaints about the same thing weigh more than a thousand five-star raptures.',
        'Beware also of signals and bots that work with one broker only and do not say why. Ask the same of us: the answer stands at the beginning of this article.',
      ],
    },
    {
      type: 'section',
      title: 'Practice account and real account',
      text: [
        'A practice account is good for getting used to the buttons and for seeing how the payout changes. But it does not show the two most important things: whether money can be withdrawn, and how you behave when a loss is real. Its trades are sometimes executed faster and at a better price than on the real one. So move on to a small real sum only once your rules are written, and compare the first fifty trades with the practice ones. A visible difference in entry prices is a reason to ask the broker before adding money.',
        'Keep evidence: pictures of the terms on the day you registered, statements, letters to and from support. Terms on a site may change, and a dispute is won by whoever has a date.',
      ],
    },
    {
      type: 'section',
      title: 'In short',
      text: [
        'Check the licence in the register, read the terms of withdrawals and bonuses, compare payouts for your pairs, make a trial withdrawal. Do not deposit more than you are ready to lose: even a flawless broker does not change the fact that a binary option is an instrument on which most people lose.',
      ],
    },
  ],
};
